import { Alert, Button, Input } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { tr } from '#web/kit/labels.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import {
  FACTOR_KINDS,
  ownFactors,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  stopReset,
} from '../contract-factors.ts'
import { AddFactor } from './add-factor.tsx'
import './factors.css'
import { RecoveryCodes } from './recovery-codes.tsx'

type Factor = OutputOf<typeof ownFactors>['factors'][number]

/** The own second factors: add, rename, remove; recovery codes; an announced reset, which can be stopped. */
export function OwnFactors() {
  const query = useCall(ownFactors)
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const rename = useAction(renameFactor, { success: '已改名' })
  const remove = useAction(removeFactor, { success: '已移除' })
  const renew = useAction(renewRecoveryCodes, { onDone: (made) => setCodes(made.recoveryCodes) })
  const stop = useAction(stopReset, { success: '已停止重置' })
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={3} />
  const { factors, isRequired, recoveryCodesLeft, resetDueAt } = query.data
  const close = () => {
    setAdding(false)
    setCodes(null)
  }
  const askRemove = async ({ factorId, name }: Factor) => {
    const content =
      factors.length > 1
        ? '移除后不能再用它验证身份。'
        : isRequired
          ? '本平台要求您使用双重验证，移除后须立即重新设置。'
          : '移除后登录只需密码或短信验证码，恢复码同时作废。'
    if (await ask({ title: `移除“${name}”`, content, danger: true })) await remove.run({ params: { factorId } })
  }
  const askName = ({ factorId, name }: Factor) =>
    openDialog<string>({
      title: '改名',
      content: (state) => (
        <Input
          aria-label="名称"
          defaultValue={name}
          maxLength={40}
          onChange={(event) => state.set(event.target.value)}
        />
      ),
      run: async (next = name) => (await rename.run({ params: { factorId }, body: { name: next } })).ok,
    })
  if (codes) return <RecoveryCodes codes={codes} onDone={close} />
  if (isAdding)
    return (
      <div className="kb-narrow">
        <AddFactor onDone={close} />
        <Button onClick={close}>{tr('取消')}</Button>
      </div>
    )
  return (
    <>
      {resetDueAt && (
        <Alert
          className="kb-form-error kb-below-16"
          type="warning"
          showIcon
          title={`平台将于 ${formatTime(resetDueAt)} 移除您的双重验证方式`}
          action={
            <Button size="small" onClick={() => void stop.run()}>
              {tr('停止重置')}
            </Button>
          }
        />
      )}
      {factors.length === 0 ? (
        <p className="kb-muted">
          {tr('未设置。设置后登录时除密码外还须验证身份，密码泄露时账号仍然安全；通行密钥还可用于免密登录。')}
        </p>
      ) : (
        <DataTable
          label="双重验证"
          rows={factors}
          rowKey={(row) => row.factorId}
          columns={[
            { key: 'name', title: '名称', value: (row) => row.name },
            { key: 'kind', title: '方式', width: 110, value: (row) => FACTOR_KINDS[row.kind] },
            { key: 'created', title: '添加时间', kind: 'time', width: 150, value: (row) => row.createdAt },
            { key: 'used', title: '最近使用', kind: 'time', width: 150, value: (row) => row.lastUsedAt },
          ]}
          renderEnd={(row) => (
            <>
              <Button type="link" size="small" onClick={() => askName(row)}>
                {tr('改名')}
              </Button>
              <Button type="link" size="small" danger onClick={() => void askRemove(row)}>
                {tr('移除')}
              </Button>
            </>
          )}
        />
      )}
      <div className="kb-flex kb-gap-8 kb-wrap kb-above-12">
        <Button onClick={() => setAdding(true)}>{tr('添加验证方式')}</Button>
        {factors.length > 0 && (
          <Button loading={renew.busy} onClick={() => void renew.run()}>
            {tr('重新生成恢复码')}（{tr('剩余')} {recoveryCodesLeft} {tr('个')}）
          </Button>
        )}
      </div>
    </>
  )
}
