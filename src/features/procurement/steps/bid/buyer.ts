import { formatTime } from '#contract/time.ts'
import { OrderSettings } from '../../rules/settings.ts'
import { named } from '../../web/buyer/order-form/order-values.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const bid: StepBuyer = {
  sections: [
    {
      before: 'announcement',
      key: 'bid-files',
      title: '投标文件要求',
      paths: ['settings.bidFiles', 'settings.marks'],
      isComplete: ({ settings }) => named(settings?.bidFiles).length > 0,
      lines: 12,
      load: async () => (await import('../../web/buyer/order-form/demand-sections.tsx')).BidFilesSection,
    },
  ],
  newSettings() {
    const { bidFiles, marks } = OrderSettings.parse({})
    return { bidFiles, marks }
  },
  tidy: ({ bidFiles, marks }) => ({ bidFiles: named(bidFiles), marks: named(marks) }),
  terms: {
    key: 'requirements',
    title: '投标与评审要求',
    lines: 12,
    load: async () => (await import('../../web/buyer/order/order-requirements.tsx')).RequirementsSection,
  },
  effects: ({ items, schedule }) => [
    `采购清单（${items.length} 行）和评审办法冻结，指纹写入公告。`,
    `到 ${formatTime(schedule.bidEnd)} 系统停止接收投标；此前任何人都看不到投标人和投标内容。`,
  ],
}
