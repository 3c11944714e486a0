import type { Series } from '#web/kit/chart-option.ts'
import { tenThousands } from './words.ts'

export const MONTH_UNITS = ['标段', '万元'] as const

interface Month {
  published: number
  awarded: number
  /** Yuan, a decimal string. */
  amount: string
}

/** What was published and awarded month by month, and for how much: bars in orders, a line in ten thousand yuan. */
export function monthSeries(months: readonly Month[]): Series[] {
  return [
    { name: '发布标段', kind: 'bar', colour: 'accent', values: months.map((one) => one.published) },
    { name: '定标标段', kind: 'bar', colour: 'success', values: months.map((one) => one.awarded) },
    {
      name: '中标金额（万元）',
      kind: 'line',
      colour: 'warning',
      right: true,
      values: months.map((one) => tenThousands(one.amount)),
    },
  ]
}
