import { quantityText } from '#web/kit/line-inputs.tsx'
import { boundText } from './words.ts'

interface UsedLine {
  quantity: string | null
  ordered: string
  accepted: string
  unit: string
}

/** How much of a line may be ordered, was ordered (`title`, in the words of the side) and was accepted. */
export function usageColumns(title: string) {
  return [
    { key: 'most', title: '数量上限', width: 130, value: (row: UsedLine) => boundText(row.quantity, row.unit) },
    { key: 'ordered', title, width: 120, value: (row: UsedLine) => quantityText(row.ordered, row.unit) },
    { key: 'accepted', title: '已验收', width: 120, value: (row: UsedLine) => quantityText(row.accepted, row.unit) },
  ].map((column) => ({ ...column, align: 'right' as const }))
}
