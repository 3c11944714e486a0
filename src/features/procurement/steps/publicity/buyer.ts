import { Amount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { named } from '../../web/buyer/order-form/order-values.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'
import { groundOf, soleProblems, SoleTerms } from './terms.ts'

export const publicity: StepBuyer = {
  sections: [
    {
      before: 'schedule',
      key: 'sole',
      title: '采购理由',
      paths: ['settings.sole'],
      // Fields that are not shown are missing from the values, and amounts may be half typed.
      isComplete: ({ settings, estimatedPrice: typed }, _, { grounds = {} }) => {
        const sole = SoleTerms.safeParse(settings?.sole).data
        const estimatedPrice = Amount.safeParse(typed).data
        return sole !== undefined && soleProblems(sole, grounds, { estimatedPrice }).length === 0
      },
      lines: 12,
      load: async () => (await import('./buyer-section.tsx')).SoleSection,
    },
  ],
  completes: {
    files: ({ attachments, settings }, { grounds = {} }) =>
      (attachments ?? []).length > 0 || !(settings?.sole && groundOf(settings.sole, grounds)?.evidence),
  },
  newSettings({ grounds }, failedOrder) {
    const reason = failedOrder !== null && grounds?.afterFailed ? 'afterFailed' : 'unique'
    return { sole: SoleTerms.parse({ reason, days: grounds?.[reason]?.days, failedOrder: failedOrder ?? '' }) }
  },
  tidy: ({ sole }) =>
    sole
      ? {
          sole: {
            ...sole,
            originalAmount: sole.originalAmount || null,
            ceiling: sole.ceiling || null,
            experts: named(sole.experts),
          },
        }
      : {},
  terms: {
    key: 'sole',
    title: '采购理由',
    lines: 4,
    load: async () => (await import('./buyer-page.tsx')).SoleSection,
  },
  effects: ({ items, schedule }) => [
    `采购清单（${items.length} 行）和采购理由冻结，指纹写入公告。`,
    `到 ${formatTime(schedule.bidEnd)} 停止接收响应文件，此后方可查看响应文件并协商。`,
  ],
}
