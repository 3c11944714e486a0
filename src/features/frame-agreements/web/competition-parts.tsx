import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { callOffPlace } from '#features/contracts/rules/places.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { quantityText } from '#web/kit/line-inputs.tsx'
import type { CompetitionState } from '../rules/competition.ts'

interface Competition {
  state: CompetitionState
  until: string
  deliverBy: string
  place: string
  note: string
  closedAt: string | null
  callOffId: string | null
}

/** The server decides a moment after the deadline: pages look for it. */
export const LOOK_MS = 5_000

export const SEALED = '报价截止前，平台不向任何人显示报价，也不显示是否有人报价；到时由系统按总价从低到高排名。'

/** How much of a line is asked for. */
export const ASKED = {
  key: 'quantity',
  title: '数量',
  width: 130,
  align: 'right' as const,
  value: (row: { quantity: string; unit: string }) => quantityText(row.quantity, row.unit),
}

/** The terms of a mini-competition, the same for both sides. */
export function CompetitionTerms({ of, side }: { of: Competition; side: 'purchaser' | 'supplier' }) {
  return (
    <FieldList
      items={[
        { label: '报价截止', value: formatTime(of.until) },
        { label: '交货期限', value: of.deliverBy },
        { label: '交货地点', value: of.place },
        { label: '成交规则', value: '总价最低的成交；总价相同的，先提交者成交' },
        of.note !== '' && { label: '说明', value: of.note, wide: true },
        of.closedAt !== null && { label: '结束', value: formatTime(of.closedAt) },
        of.callOffId !== null && {
          label: '采购订单',
          value: <Link to={callOffPlace(side, of.callOffId)}>查看订单 ›</Link>,
        },
      ]}
    />
  )
}
