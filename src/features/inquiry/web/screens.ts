import { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { part, type WebFeature } from '#web/screen.ts'

const ORDER = '/inquiry/orders/:orderId'
const OFFER = '/rounds/:roundId/trades/:tradeId/offers/:offerId'

export const inquiryWeb: WebFeature = {
  parts: [part(BID_SLOTS.opened, 'quote', () => import('./own-quote.tsx'))],
  screens: [
    {
      path: [`/purchaser${ORDER}/multiple-rounds`, `/agency${ORDER}/multiple-rounds`],
      title: '报价轮次',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./rounds-screen.tsx'),
    },
    {
      path: [`/purchaser${ORDER}${OFFER}`, `/agency${ORDER}${OFFER}`],
      title: '报价详情',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./offer-screen.tsx'),
    },
    {
      path: [`/purchaser${ORDER}/compare-all/rounds/:roundId`, `/agency${ORDER}/compare-all/rounds/:roundId`],
      title: '逐行比价',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./compare/compare-screen.tsx'),
    },
  ],
}
