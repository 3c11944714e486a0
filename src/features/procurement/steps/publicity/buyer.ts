import { formatTime } from '#contract/time.ts'
import { named } from '../../web/buyer/order-form/order-values.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'
import { soleProblems, SoleTerms } from './terms.ts'

export const publicity: StepBuyer = {
  sections: [
    {
      before: 'schedule',
      key: 'sole',
      title: '单一来源理由',
      paths: ['settings.sole'],
      isComplete: ({ settings }) => settings?.sole !== undefined && soleProblems(settings.sole).length === 0,
      lines: 12,
      load: async () => (await import('./buyer-section.tsx')).SoleSection,
    },
  ],
  completes: { files: ({ attachments }) => (attachments ?? []).length > 0 },
  newSettings: () => ({ sole: SoleTerms.parse({}) }),
  tidy: ({ sole }) =>
    sole ? { sole: { ...sole, originalAmount: sole.originalAmount || null, experts: named(sole.experts) } } : {},
  terms: {
    key: 'sole',
    title: '单一来源理由',
    lines: 4,
    load: async () => (await import('./buyer-page.tsx')).SoleSection,
  },
  effects: ({ items, schedule }) => [
    `采购清单（${items.length} 行）和单一来源理由冻结，指纹写入公示。`,
    `到 ${formatTime(schedule.bidEnd)} 停止接收响应文件，此后方可查看响应文件并协商。`,
  ],
}
