import { ORDER_SLOTS, PORTAL_SLOTS } from '#features/procurement/contract/slots.ts'
import { pathsOf } from '#features/procurement/methods/places.ts'
import { part, type WebFeature } from '#web/screen.ts'

/** The bidder's own screens of a sealed bid, and the public page that a receipt's QR code leads to. */
export const sealedBidsWeb: WebFeature = {
  parts: [
    part(ORDER_SLOTS.log, 'log', () => import('./order-part.tsx')),
    part(PORTAL_SLOTS.log, 'log', () => import('./log-part.tsx')),
    part(PORTAL_SLOTS.check, 'check', () => import('./check-part.tsx')),
    part(PORTAL_SLOTS.proof, 'proof', () => import('./proof-part.tsx')),
  ],
  screens: [
    {
      path: '/receipts/:submissionId',
      title: '投标回执核验',
      layout: 'none',
      public: true,
      load: () => import('./receipt/lookup-screen.tsx'),
    },
    {
      path: '/supplier/bid/orders/:orderId/bid',
      title: '投标文件',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
      load: () => import('./bid-screen.tsx'),
    },
    {
      path: pathsOf('quote.sheet', ['supplier']),
      title: '报价',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-inquiry',
      load: () => import('./bid-screen.tsx'),
    },
    {
      path: '/supplier/bid-keys',
      title: '投标密钥',
      workbench: 'supplier',
      right: ['caCentre', 'bidding'],
      menu: 'bid-keys',
      load: () => import('./keys/keys-screen.tsx'),
    },
  ],
}
