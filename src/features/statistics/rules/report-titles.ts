import type { Workbench } from '#contract/workbench.ts'
import { SAVING_BASE } from '#features/procurement/rules/saving.ts'

export type ReportSide = 'buyer' | 'supplier'

/** What the figures of the data report are called: a buyer counts what it buys, a supplier what it takes part in. */
export const REPORT_TITLES = {
  buyer: {
    projects: '新建项目',
    published: '发布标段',
    awarded: '定标标段',
    abortive: '流标标段',
    estimated: SAVING_BASE,
    amount: '中标金额',
    saved: '节约金额',
    savedRate: `较${SAVING_BASE}节约率`,
  },
  supplier: {
    projects: '报名标段',
    published: '通过报名',
    awarded: '中标标段',
    abortive: '流标标段',
    estimated: `中标标段${SAVING_BASE}`,
    amount: '中标金额',
    saved: '让利金额',
    savedRate: `较${SAVING_BASE}让利率`,
  },
} as const satisfies Record<ReportSide, Record<string, string>>

export function sideOf(workbench: Workbench | null): ReportSide {
  return workbench === 'supplier' ? 'supplier' : 'buyer'
}
