import { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { pathsOf } from '#features/procurement/methods/places.ts'
import { part, type WebFeature } from '#web/screen.ts'

const BUYER = ['purchaser', 'agency'] as const

export const auctionWeb: WebFeature = {
  parts: [
    part(ORDER_SLOTS.auction, 'auction', () => import('./order-part.tsx')),
    part(ORDER_SLOTS.reserve, 'auction', () => import('./reserve-part.tsx')),
  ],
  screens: [
    {
      path: pathsOf('auction.door', BUYER),
      title: '竞价大厅入口',
      layout: 'hall',
      hideClock: true,
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./door-screen.tsx'),
    },
    {
      path: pathsOf('auction.hall', BUYER),
      title: '竞价大厅',
      layout: 'hall',
      hideClock: true,
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./hall-screen.tsx'),
    },
    {
      path: pathsOf('auction.supplierHall', ['supplier']),
      title: '竞价大厅',
      layout: 'hall',
      hideClock: true,
      workbench: 'supplier',
      right: 'bidding',
      load: () => import('./hall-screen.tsx'),
    },
    {
      path: pathsOf('price-talk.edit', BUYER),
      title: '竞价后议价',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./talk/buyer-screen.tsx'),
    },
    {
      path: pathsOf('price-talk.answer', ['supplier']),
      title: '议价',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
      load: () => import('./talk/supplier-screen.tsx'),
    },
    {
      path: pathsOf('auction.supplierDoor', ['supplier']),
      title: '竞价大厅入口',
      layout: 'hall',
      hideClock: true,
      load: () => import('./invite-screen.tsx'),
    },
    {
      path: pathsOf('auction.supplierDoor', ['supplier']).map((door) => door.replace(/hall-door$/, 'hall/:token')),
      title: '竞价大厅',
      layout: 'hall',
      hideClock: true,
      load: () => import('./hall-screen.tsx'),
    },
  ],
}
