import { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type WebFeature } from '#web/screen.ts'

const BUYER = ['/purchaser/compete/order/:orderId', '/agency/compete/order/:orderId']

const SUPPLIER = '/supplier/compete/orders/:orderId'

export const auctionWeb: WebFeature = {
  parts: [part(ORDER_SLOTS.auction, 'auction', () => import('./order-part.tsx'))],
  screens: [
    {
      path: BUYER.map((base) => `${base}/hall-door`),
      title: '竞价大厅入口',
      layout: 'hall',
      hideClock: true,
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./door-screen.tsx'),
    },
    {
      path: BUYER.map((base) => `${base}/hall/:token`),
      title: '竞价大厅',
      layout: 'hall',
      hideClock: true,
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./hall-screen.tsx'),
    },
    {
      path: `${SUPPLIER}/compete-hall/:token`,
      title: '竞价大厅',
      layout: 'hall',
      hideClock: true,
      workbench: 'supplier',
      right: 'bidding',
      load: () => import('./hall-screen.tsx'),
    },
    {
      path: BUYER.map((base) => `${base}/price-negotiation`),
      title: '竞价后议价',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./talk/buyer-screen.tsx'),
    },
    {
      path: `${SUPPLIER}/price-negotiation`,
      title: '议价',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
      load: () => import('./talk/supplier-screen.tsx'),
    },
    {
      path: '/invite/compete/:orderId/hall-door',
      title: '竞价大厅入口',
      layout: 'hall',
      hideClock: true,
      load: () => import('./invite-screen.tsx'),
    },
    {
      path: '/invite/compete/:orderId/hall/:token',
      title: '竞价大厅',
      layout: 'hall',
      hideClock: true,
      load: () => import('./hall-screen.tsx'),
    },
  ],
}
