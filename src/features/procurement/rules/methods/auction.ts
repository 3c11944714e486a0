import type { Method } from '../method.ts'

/** 竞价采购: bidders lower the price in turn, at a time set beforehand (GB/T 43711-2024). */
export const auctionMethod: Method = {
  code: 8,
  name: '竞价采购',
  slug: 'compete',
  calendar: 'auction',
  admission: 'open',
  offers: 'live',
  hasOpening: false,
  hasReview: false,
  minSuppliers: 3,
  steps: [
    { name: 'publish', label: '发布公告' },
    { name: 'sign-up', label: '报名' },
    { name: 'auction', label: '竞价' },
    { name: 'winner', label: '定标' },
    { name: 'archive', label: '归档' },
  ],
  words: { offer: '报价', order: '采购单', winner: '成交人', deadline: '竞价开始' },
  codePrefix: 'JJ',
}
