import { named } from '../../web/buyer/order-form/order-values.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'
import { partProblems, USUAL_PARTS } from '../../rules/score-parts.ts'

export const score: StepBuyer = {
  sections: [
    {
      before: 'announcement',
      key: 'ways',
      title: '评审标准',
      paths: ['settings.ways'],
      isComplete: ({ settings }) => partProblems(settings?.ways ?? []).length === 0,
      lines: 24,
      load: async () => (await import('./buyer-section.tsx')).ScoreSection,
    },
  ],
  newSettings: () => ({ ways: [...USUAL_PARTS] }),
  tidy: ({ ways }) => ({
    ways: ways.map((way) => ({
      ...way,
      fullMark: way.fullMark || '0',
      items: named(way.items).map((item) => ({ ...item, fullMark: item.fullMark || '0' })),
    })),
  }),
}
