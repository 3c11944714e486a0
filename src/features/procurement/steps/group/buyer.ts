import { formatTime } from '#contract/time.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'
import { GroupTerms } from '../../rules/group-terms.ts'

export const group: StepBuyer = {
  sections: [
    {
      before: 'schedule',
      key: 'group',
      title: '小组与评审',
      paths: ['settings.group'],
      isComplete: ({ settings }) => settings?.group !== undefined,
      lines: 8,
      load: async () => (await import('./buyer-section.tsx')).GroupSection,
    },
  ],
  newSettings: () => ({ group: GroupTerms.parse({}) }),
  terms: {
    key: 'group',
    title: '小组与评审',
    lines: 3,
    load: async () => (await import('./buyer-page.tsx')).GroupSection,
  },
  lead: { key: 'group', title: '小组评审', from: 'published', page: 'group.compose', label: '小组组成与评审' },
  effects: ({ schedule }) => [
    `${formatTime(schedule.bidEnd)} 响应开启后，由小组审查响应文件、分别与供应商商谈，最后报价一次密封提交。`,
  ],
}
