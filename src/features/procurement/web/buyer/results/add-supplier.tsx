import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { supplierPage } from '#features/enterprise/contract/company.ts'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addInvitees, orderInvitees, rerunOrder } from '../../../contract/follow-up.ts'
import { orderPage } from '../../../contract/order.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import '../buyer.css'

/** Asking suppliers by name: in the running tender, or in a new run after it failed. */
export function Screen() {
  const { orderId = '' } = useParams()
  const params = { orderId }
  const at = useBuyer()
  const pages = useOrderPages()
  const navigate = useNavigate()
  const query = useCall(orderInvitees, { params }, { fresh: 0 })
  const [keyword, setKeyword] = useState('')
  const found = useCall(supplierPage, { query: { keyword, pageSize: 50 } }, { keep: true })
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [reason, setReason] = useState('')
  const add = useAction(addInvitees, {
    success: '已发出邀请',
    refresh: [orderInvitees],
    onDone: () => setChosen([]),
  })
  const rerun = useAction(rerunOrder, {
    success: at.say('已新建{order}草稿，发布后通知所选供应商'),
    refresh: [orderPage],
    onDone: (made) => void navigate(at.form(made)),
  })
  return (
    <WhenLoaded query={query}>
      {({ mode, blocked, until, rows }) => {
        const body = { companyIds: chosen.map((one) => one.value), reason: reason.trim() }
        const ready = chosen.length > 0 && body.reason.length >= 2
        const run = async () => {
          if (mode === 'invite') {
            const content = `将通知 ${chosen.length} 家供应商报名。${at.method.name}不限于受邀者，受邀者与其他供应商条件相同。`
            if (await ask({ title: '发出邀请', content })) await add.run({ params, body })
            return
          }
          const content = at.say('将按原{order}新建草稿，时间须重新填写；发布后通知所选供应商。')
          if (await ask({ title: at.say('重新{act}'), content })) await rerun.run({ params, body })
        }
        return (
          <>
            <PageHead
              title={mode === 'rerun' ? at.say('重新{act}并追加供应商') : '追加供应商'}
              back={{ label: at.say('{order}详情'), to: pages('publish.detail') }}
              facts={[mode === 'invite' && `报名截止 ${formatTime(until)}`]}
            />
            {mode === 'closed' ? (
              <Alert className="buyer-attention" type="warning" showIcon title={blocked ?? ''} />
            ) : (
              <section className="kb-section" aria-label="选择供应商">
                <label htmlFor="add-companies">供应商</label>
                <Select<{ value: string; label: string }[]>
                  id="add-companies"
                  className="kb-wide"
                  mode="multiple"
                  labelInValue
                  placeholder="按名称查找已认证的供应商"
                  showSearch={{ filterOption: false, onSearch: setKeyword }}
                  options={(found.data?.rows ?? [])
                    .filter((one) => !rows.some((row) => row.companyId === one.companyId))
                    .map((one) => ({ value: one.companyId, label: one.companyName }))}
                  value={chosen}
                  onChange={setChosen}
                />
                <label htmlFor="add-reason">原因</label>
                <Input.TextArea
                  id="add-reason"
                  rows={3}
                  maxLength={500}
                  placeholder={at.say('如：首次{act}{bidder}不足三家')}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
                <p>
                  <Button type="primary" disabled={!ready} loading={add.busy || rerun.busy} onClick={() => void run()}>
                    {mode === 'invite' ? '发出邀请' : at.say('新建{order}并追加')}
                  </Button>
                </p>
              </section>
            )}
            {rows.length === 0 ? (
              <EmptyState title="没有追加邀请的供应商" hint="追加邀请及原因均有记录，开标前不对外公开" />
            ) : (
              <DataTable
                label="追加邀请记录"
                rows={rows}
                rowKey={(row) => row.companyId}
                columns={[
                  { key: 'name', title: '供应商', value: (row) => row.name },
                  { key: 'reason', title: '原因', value: (row) => row.reason },
                  { key: 'by', title: '经办人', width: 90, value: (row) => row.addedByName },
                  { key: 'at', title: '追加时间', kind: 'time', width: 140, value: (row) => row.addedAt },
                  {
                    key: 'told',
                    title: '通知',
                    width: 160,
                    value: (row) => (row.toldAt ? formatTime(row.toldAt) : '发布后通知'),
                  },
                  { key: 'joined', title: '报名', width: 80, value: (row) => (row.hasSignedUp ? '已报名' : '未报名') },
                ]}
              />
            )}
          </>
        )
      }}
    </WhenLoaded>
  )
}
