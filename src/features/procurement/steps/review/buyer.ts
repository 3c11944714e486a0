import { markSums } from '../../web/buyer/order-form/marks.ts'
import { named } from '../../web/buyer/order-form/order-values.ts'
import { commonPlan } from '../../web/buyer/order-form/review-terms.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const review: StepBuyer = {
  sections: [
    {
      before: 'announcement',
      key: 'ways',
      title: '评审办法',
      paths: ['settings.ways'],
      isComplete({ settings, reviewMethod }) {
        const sums = markSums(settings?.ways ?? [], reviewMethod)
        return sums.ways.length > 0 && sums.totalOk && sums.ways.every(({ problem }) => problem === '')
      },
      lines: 32,
      load: async () => (await import('../../web/buyer/order-form/ways-section.tsx')).WaysSection,
    },
    {
      before: 'announcement',
      key: 'price',
      title: '价格评分',
      paths: ['settings.price'],
      lines: 14,
      load: async () => (await import('../../web/buyer/order-form/price-section.tsx')).PriceSection,
    },
  ],
  newSettings: () => ({ ways: commonPlan(1) }),
  tidy: ({ ways }) => ({
    ways: ways.map((way) => ({
      ...way,
      fullMark: way.fullMark || '0',
      items: named(way.items).map((item) => ({ ...item, fullMark: item.fullMark || '0' })),
    })),
  }),
}
