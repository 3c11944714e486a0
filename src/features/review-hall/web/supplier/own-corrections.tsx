import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type Correction, decideCorrection, supplierCorrections } from '../../contract/asks.ts'
import { CorrectionCard } from '../corrections/correction-card.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import '../results.css'

/** Corrections of the own price, to be confirmed or refused. */
export function OwnCorrections({ projectId, bidderId }: { projectId: string; bidderId: string }) {
  const query = useCall(supplierCorrections, { params: { projectId, bidderId } })
  return (
    <WhenLoaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="没有算术修正"
            hint="评标委员会发现投标报价有算术错误时，会在这里请贵单位确认修正后的价格"
          />
        ) : (
          <div>
            {rows.map((one) => (
              <CorrectionCard key={one.correctionId} correction={one}>
                {one.actions.some((a) => a.action === 'decide') && <Decision projectId={projectId} correction={one} />}
              </CorrectionCard>
            ))}
          </div>
        )
      }
    </WhenLoaded>
  )
}

function Decision({ projectId, correction }: { projectId: string; correction: Correction }) {
  const [confirms, setConfirms] = useState<boolean | null>(null)
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const may = correction.actions.find((a) => a.action === 'decide')
  const decide = useAction(decideCorrection, {
    success: '已提交',
    onDone: () => setPassword(''),
  })
  const run = async () => {
    if (confirms === null) return toast.warning('请选择接受或不接受')
    if (!confirms && reason.trim().length < 2) return toast.warning('请填写不接受的原因')
    if (password === '') return toast.warning('请输入登录密码')
    const params = { projectId, correctionId: correction.correctionId }
    const body = { confirm: confirms, reason: confirms ? '' : reason.trim(), password, sha256: correction.sha256 }
    await decide.run({ params, body })
  }
  return (
    <form
      className="rv-decide kb-above-12 kb-pad-top-12 kb-rule-top"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Radio.Group
        aria-label="是否接受修正"
        value={confirms}
        options={[
          { value: true, label: '接受修正，以修正后的价格参加评审' },
          { value: false, label: '不接受修正（投标将被否决）' },
        ]}
        onChange={(event) => setConfirms(event.target.value as boolean)}
      />
      {confirms === false && (
        <Labelled label="不接受的原因">
          {(id) => (
            <Input.TextArea
              id={id}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labelled>
      )}
      <Labelled label="登录密码">
        {(id) => (
          <Input.Password
            id={id}
            className="rv-password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Labelled>
      <div className="kb-row kb-between kb-wrap kb-above-12">
        <span className="kb-muted">所确认的是上列指纹对应的修正内容，提交后不能更改。</span>
        <Button
          type="primary"
          htmlType="submit"
          danger={confirms === false}
          loading={decide.busy}
          disabled={may?.reason !== undefined}
          title={may?.reason}
        >
          {confirms === false ? '不接受修正' : '确认修正'}
        </Button>
      </div>
    </form>
  )
}
