import type { Right } from '#web/platform.ts'
import { OFFICER_SLOTS } from '#features/joint-key/contract-slots.ts'
import { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'

const BUYER = ['/purchaser/bidding/orders/:orderId/kpb', '/agency/bidding/orders/:orderId/kpb']
const BOTH: Screen['workbench'] = ['purchaser', 'agency']
const RIGHTS: Right[] = ['tendering', 'agencyTendering']
const BIDDER = '/supplier/bid/orders/:orderId/kpb-project/:projectId/bidders/:bidderId'

export const openingHallWeb: WebFeature = {
  parts: [
    part(ORDER_SLOTS.opening, 'opening', () => import('./order-part.tsx')),
    part(OFFICER_SLOTS.opening, 'answer', () => import('./officer-part.tsx')),
    part(BID_SLOTS.unwrap, 'unwrap', () => import('./unwrap-part.tsx')),
  ],
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
    ...(['make', 'detail'] as const).map((mode) => ({
      path: BUYER.map((base) => `${base}/bid-file/${mode}`),
      title: mode === 'make' ? '电子招标文件制作' : '电子招标文件',
      workbench: BOTH,
      right: RIGHTS,
      props: { mode },
      load: () => import('./bid-file-screen.tsx'),
    })),
    {
      path: BUYER.map((base) => `${base}/digital-host`),
      title: '数字主持人',
      workbench: BOTH,
      right: RIGHTS,
      load: () => import('./digital-host-screen.tsx'),
    },
    {
      path: BUYER.map((base) => `${base}/bidding-file/:attachmentIds`),
      title: '招标文件预览',
      workbench: BOTH,
      right: RIGHTS,
      load: () => import('./bidding-file-screen.tsx'),
    },
    {
      path: BUYER.map((base) => `${base}/offer-compare`),
      title: '报价对比',
      workbench: BOTH,
      right: [...RIGHTS, 'openingManagement'],
      load: () => import('./compare-screen.tsx'),
    },
    {
      path: '/hall/qr/:ticket',
      title: '手机解密',
      layout: 'none',
      public: true,
      load: () => import('./qr-phone-screen.tsx'),
    },
    {
      path: '/portal/openings/:orderId',
      title: '开标旁观',
      layout: 'hall',
      public: true,
      load: () => import('./public-hall-screen.tsx'),
    },
  ],
}
