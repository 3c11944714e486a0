import type { WebFeature } from '#web/screen.ts'

const BUYER = ['/purchaser/bidding/orders/:orderId/kpb', '/agency/bidding/orders/:orderId/kpb']
const BIDDER = '/supplier/bid/orders/:orderId/kpb-project/:projectId/bidders/:bidderId'

export const openingHallWeb: WebFeature = {
  screens: [
    {
      path: BUYER.map((base) => `${base}/open-hall-door`),
      title: '开标大厅入口',
      layout: 'hall',
      hideClock: true,
      workbench: ['purchaser', 'agency'],
      load: () => import('./door-screen.tsx'),
    },
    {
      path: BUYER.map((base) => `${base}/open-hall-home`),
      title: '开标大厅',
      layout: 'hall',
      hideClock: true,
      workbench: ['purchaser', 'agency'],
      load: () => import('./hall-screen.tsx'),
    },
    {
      path: `${BIDDER}/open-hall-door`,
      title: '开标大厅入口',
      layout: 'hall',
      hideClock: true,
      workbench: 'supplier',
      load: () => import('./door-screen.tsx'),
    },
    {
      path: `${BIDDER}/open-hall-home`,
      title: '开标大厅',
      layout: 'hall',
      hideClock: true,
      workbench: 'supplier',
      load: () => import('./hall-screen.tsx'),
    },
  ],
}
