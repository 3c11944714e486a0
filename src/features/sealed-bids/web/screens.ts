import { ORDER_SLOTS, PORTAL_SLOTS } from '#features/procurement/contract/slots.ts'
import { slugOf } from '#features/procurement/methods/family.ts'
import { patternsOf } from '#features/procurement/methods/places.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'

/** Where quotes are made, each address once, with the list that it belongs to. */
const SHEETS = new Map(patternsOf('quote.sheet', ['supplier']).map(({ path, method }) => [path, slugOf(method.family)]))

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
    ...[...SHEETS].map(([path, slug]): Screen => ({
      path,
      title: '报价',
      workbench: 'supplier',
      right: 'bidding',
      menu: `monitor-${slug}`,
      load: () => import('./bid-screen.tsx'),
    })),
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
