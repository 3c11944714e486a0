import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, formatDigits } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/call-off.ts'
import { CALL_OFF_LISTS, contractPlace } from '../rules/places.ts'
import type { CallOffAction, ContractSide } from '../rules/status.ts'
import { TEAM_RESULTS } from '../rules/team.ts'
import { AcceptDialog, DeliverDialog } from './delivery-dialogs.tsx'
import { quantityText } from '#web/kit/line-inputs.tsx'
import { TeamPart } from './team-part.tsx'
import { callOffTag, filePath } from './words.ts'

type CallOff = OutputOf<typeof c.callOffDetail>

/** A purchase order with its deliveries, for either side. */
export function Screen({ side }: { side: ContractSide }) {
  const { orderId: callOffId = '' } = useParams()
  const params = { callOffId }
  const query = useCall(c.callOffDetail, { params })
  const [open, setOpen] = useState<'deliver' | 'accept' | null>(null)
  const confirm = useAction(c.confirmCallOff, { success: '订单已确认' })
  const refuse = useAction(c.refuseCallOff, { success: '订单已拒绝' })
  const cancel = useAction(c.cancelCallOff, { success: '订单已取消' })
  const acts: Record<CallOffAction, () => void | Promise<unknown>> = {
    confirm: () => confirm.run({ params }),
    deliver: () => setOpen('deliver'),
    accept: () => setOpen('accept'),
    refuse: () =>
      askText({
        title: '拒绝订单',
        okText: '拒绝',
        danger: true,
        run: (reason) => refuse.run({ params, body: { reason } }),
      }),
    cancel: () =>
      askText({
        title: '取消订单',
        hint: '取消后数量可以重新下单。',
        okText: '取消订单',
        danger: true,
        run: (reason) => cancel.run({ params, body: { reason } }),
      }),
  }
  return (
    <>
      <DetailScreen
        query={query}
        back={{ label: side === 'supplier' ? '订单协同' : '采购订单', to: CALL_OFF_LISTS[side] }}
      >
        {(callOff) => ({
          title: `${callOff.title}采购订单`,
          status: <StatusTag {...callOffTag(callOff.state)} />,
          facts: [
            callOff.code,
            side === 'purchaser' ? callOff.supplierName : callOff.purchaserName,
            callOff.isLate && '交货逾期',
          ],
          actions: callOff.actions,
          onAction: (action) => acts[action as CallOffAction](),
          sections: [
            { key: 'order', title: '订单', content: <Order callOff={callOff} side={side} /> },
            { key: 'lines', title: '标的', content: <Lines callOff={callOff} /> },
            { key: 'deliveries', title: '到货与验收', content: <Deliveries callOff={callOff} /> },
          ],
        })}
      </DetailScreen>
      {open === 'deliver' && query.data && <DeliverDialog callOff={query.data} onClose={() => setOpen(null)} />}
      {open === 'accept' && query.data && <AcceptDialog callOff={query.data} onClose={() => setOpen(null)} />}
    </>
  )
}

function Order({ callOff, side }: { callOff: CallOff; side: ContractSide }) {
  return (
    <FieldList
      items={[
        { label: '合同', value: <Link to={contractPlace(side, callOff.contractId)}>{callOff.contractCode}</Link> },
        { label: '金额', value: <AmountText value={callOff.amount} capitals /> },
        { label: '交货期限', value: callOff.deliverBy },
        { label: '交货地点', value: callOff.place },
        { label: '下单', value: `${callOff.createdByName}，${formatTime(callOff.createdAt)}` },
        {
          label: '供应商答复',
          value: callOff.answeredAt ? `${callOff.answeredByName}，${formatTime(callOff.answeredAt)}` : '',
        },
        callOff.reason !== '' && { label: '原因', value: callOff.reason, wide: true },
        callOff.demandCode && { label: '需求订单', value: callOff.demandCode },
        callOff.note !== '' && { label: '说明', value: callOff.note, wide: true },
      ]}
    />
  )
}

function Lines({ callOff: { lines } }: { callOff: CallOff }) {
  const number = (key: 'quantity' | 'delivered' | 'accepted' | 'rejected', title: string) => ({
    key,
    title,
    width: 120,
    align: 'right' as const,
    value: (row: CallOff['lines'][number]) => quantityText(row[key], row.unit),
  })
  return (
    <DataTable
      label="订单标的"
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        {
          key: 'name',
          title: '名称',
          isHead: true,
          value: (row) => (row.spec ? `${row.name}（${row.spec}）` : row.name),
        },
        {
          key: 'price',
          title: '单价（元）',
          width: 130,
          align: 'right',
          value: (row) => formatDigits(row.unitPrice, 2),
        },
        number('quantity', '订货'),
        number('delivered', '已到货'),
        number('accepted', '合格'),
        number('rejected', '不合格'),
      ]}
    />
  )
}

function stateOf({ pending, isJudged, isExamined, team }: CallOff['deliveries'][number]): string {
  if (pending) return `${pending}审批中`
  if (isJudged) return '已验收'
  return isExamined && team?.state !== 'spoken' ? '验收中' : '待验收'
}

function Deliveries({ callOff }: { callOff: CallOff }) {
  const pathOf = filePath(callOff.contractId)
  const nameOf = (line: number) => callOff.lines.find((one) => one.line === line)!
  if (callOff.deliveries.length === 0) return <p className="kb-hint">还没有到货通知</p>
  return callOff.deliveries.map((delivery) => (
    <div key={delivery.deliveryId} className="kb-line kb-stack kb-gap-8">
      <div className="kb-row kb-gap-12 kb-tight kb-wrap">
        <b>第 {delivery.no} 批</b>
        <StatusTag label={stateOf(delivery)} tone={delivery.isJudged ? 'success' : 'active'} />
        <span className="kb-muted">
          {delivery.deliveredOn} 到货，{delivery.noticedByName} {formatTime(delivery.noticedAt)} 通知
        </span>
        {delivery.carrier && <span className="kb-muted">{delivery.carrier}</span>}
      </div>
      <p>
        {delivery.lines
          .map(({ line, quantity }) => `${nameOf(line).name} ${quantityText(quantity, nameOf(line).unit)}`)
          .join('，')}
      </p>
      {delivery.note && <p className="kb-note">{delivery.note}</p>}
      {delivery.files.length > 0 && <FileList files={delivery.files} pathOf={pathOf} />}
      <TeamPart delivery={delivery} />
      {delivery.acceptances.map((one) => (
        <div key={one.acceptanceId} className="kb-box">
          <b>
            {formatTime(one.acceptedAt)} 验收，合格部分 {formatAmount(one.amount)} 元
          </b>
          {one.lines.map(({ line, accepted, rejected, reason }) => (
            <p key={line}>
              {nameOf(line).name}：合格 {quantityText(accepted, nameOf(line).unit)}
              {Number(rejected) > 0 && (
                <span className="kb-bad">
                  ，不合格 {quantityText(rejected, nameOf(line).unit)}（{reason}）
                </span>
              )}
            </p>
          ))}
          {one.founded && (
            <p>
              验收小组意见：{TEAM_RESULTS[one.founded.result]}
              {one.founded.tally && `（${one.founded.tally}）`}
              {one.founded.overrideReason && (
                <span className="kb-bad">；未采纳的理由：{one.founded.overrideReason}</span>
              )}
            </p>
          )}
          <p className="kb-note">
            {one.people && `${one.founded ? '其他参加人员' : '验收人员'} ${one.people}，`}
            {one.acceptedByName}登记{one.note && `；${one.note}`}
          </p>
          {one.files.length > 0 && <FileList files={one.files} pathOf={pathOf} />}
        </div>
      ))}
    </div>
  ))
}
