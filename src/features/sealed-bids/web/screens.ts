import type { WebFeature } from '#web/screen.ts'

/** The bidder's own screens of a sealed bid. */
export const sealedBidsWeb: WebFeature = {
  screens: [
    {
      path: '/supplier/bid/orders/:orderId/bid',
      title: '投标文件',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
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
