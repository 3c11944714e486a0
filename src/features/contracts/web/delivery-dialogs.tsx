import type { OutputOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { type ApprovalInput, toldOf } from '#web/kit/confirm-step.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { acceptDelivery, type callOffDetail, noticeDelivery } from '../contract/call-off.ts'
import { ApprovalField } from './approval-field.tsx'
import { LineInputs, type LineValues, quantityText, wanted } from '#web/kit/line-inputs.tsx'
import { OpinionTable } from './team-members.tsx'
import { given } from './words.ts'

type CallOff = OutputOf<typeof callOffDetail>

interface DialogProps {
  callOff: CallOff
  onClose: () => void
}

interface Deliver {
  deliveredOn: string
  carrier?: string
  note?: string
  lines: LineValues
  files?: FileRef[]
}

/** The supplier tells what it has delivered, all of the order or a part. */
export function DeliverDialog({ callOff, onClose }: DialogProps) {
  const open = callOff.lines.filter((one) => Number(one.open) > 0)
  return (
    <ActionDialog
      title="发货通知"
      width={760}
      endpoint={noticeDelivery}
      hint="付款期限自到货之日起算，请如实填写。"
      initial={{ lines: Object.fromEntries(open.map(({ line, open: left }) => [line, { quantity: left }])) }}
      fields={[
        { kind: 'day', name: 'deliveredOn', label: '到货日期', required: true },
        {
          kind: 'custom',
          name: 'lines',
          label: '本次交货',
          required: true,
          control: (
            <LineInputs
              label="本次交货"
              lines={open}
              facts={[{ title: '未交', of: (row) => quantityText(row.open, row.unit) }]}
              fields={[{ name: 'quantity', title: '交货数量' }]}
            />
          ),
        },
        { kind: 'text', name: 'carrier', label: '承运单位与单号', maxLength: 200 },
        { kind: 'area', name: 'note', label: '说明', maxLength: 1000, rows: 2 },
        { kind: 'files', name: 'files', label: '送货单等附件', use: 'contract', most: 20 },
      ]}
      input={({ lines, files, ...rest }: Deliver) => ({
        params: { callOffId: callOff.callOffId },
        body: { ...rest, lines: wanted(lines), files: given(files) },
      })}
      success="发货通知已发出"
      onClose={onClose}
    />
  )
}

interface Accept {
  people?: string
  overrideReason?: string
  note?: string
  lines: LineValues
  files?: FileRef[]
  approval?: ApprovalInput
}

/** The purchaser judges the oldest delivery that waits and that no team still looks at. */
export function AcceptDialog({ callOff, onClose }: DialogProps) {
  const delivery = callOff.deliveries
    .filter(({ isJudged, pending, team: asked }) => !isJudged && pending === null && asked?.state !== 'convened')
    .at(-1)
  if (!delivery) return null
  const { team } = delivery
  const lines = delivery.lines.flatMap(({ line, quantity, accepted, rejected }) => {
    const left = new Exact(quantity).minus(accepted).minus(rejected)
    const of = callOff.lines.find((one) => one.line === line)!
    return left.gt(0) ? [{ line, name: of.name, spec: of.spec, unit: of.unit, left: left.toFixed() }] : []
  })
  return (
    <ActionDialog
      title={`验收第 ${delivery.no} 批到货`}
      width={860}
      endpoint={acceptDelivery}
      hint="合格部分即形成应付款；不合格部分须说明原因，供应商可以补交。验收后不能修改。"
      okText="提交验收"
      initial={{ lines: Object.fromEntries(lines.map(({ line, left }) => [line, { accepted: left, rejected: '0' }])) }}
      fields={[
        ...(team
          ? [
              {
                kind: 'custom' as const,
                name: 'opinions',
                label: '验收小组意见',
                control: <OpinionTable teamId={team.teamId} members={team.members} />,
              },
            ]
          : []),
        {
          kind: 'custom',
          name: 'lines',
          label: '验收结果',
          required: true,
          control: (
            <LineInputs
              label="验收结果"
              lines={lines}
              facts={[{ title: '待验收', of: (row) => quantityText(row.left, row.unit) }]}
              fields={[
                { name: 'accepted', title: '合格数量' },
                { name: 'rejected', title: '不合格数量' },
                { name: 'reason', title: '不合格原因', isText: true },
              ]}
            />
          ),
        },
        {
          kind: 'area',
          name: 'overrideReason',
          label: '未采纳小组意见的理由',
          required: true,
          maxLength: 1000,
          rows: 2,
          help: '验收小组多数意见为不通过，仍予验收的须说明理由',
          when: ({ lines: entered }) =>
            team?.result === 'fails' &&
            Object.values((entered ?? {}) as LineValues).some(({ accepted }) => Number(accepted ?? 0) > 0),
        },
        team
          ? { kind: 'text', name: 'people', label: '其他参加人员', maxLength: 200, help: '专家库以外的专家等' }
          : { kind: 'text', name: 'people', label: '验收人员', required: true, maxLength: 200 },
        { kind: 'area', name: 'note', label: '说明', maxLength: 1000, rows: 2 },
        { kind: 'files', name: 'files', label: '验收记录等附件', use: 'contract', most: 20 },
        { kind: 'custom', name: 'approval', label: '审批', control: <ApprovalField node="acceptance" /> },
      ]}
      input={({ lines: entered, files, approval, people = '', overrideReason = '', note }: Accept) => ({
        params: { deliveryId: delivery.deliveryId },
        body: {
          people,
          overrideReason,
          ...(note !== undefined && { note }),
          lines: Object.entries(entered).map(([line, { accepted, rejected, reason }]) => ({
            line: Number(line),
            accepted: accepted ?? '0',
            rejected: rejected ?? '0',
            reason: reason ?? '',
          })),
          files: given(files),
          ...(approval && { approval }),
        },
      })}
      success={toldOf('验收已登记')}
      onClose={onClose}
    />
  )
}
