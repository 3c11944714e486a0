import type { WebFeature } from '#web/screen.ts'

const ORDER = '/bidding/orders/:orderId'
const TENDER = '/supplier/bid/orders/:orderId'

export const talksWeb: WebFeature = {
  screens: [
    {
      path: [`/purchaser${ORDER}/talk`, `/agency${ORDER}/talk`],
      title: '响应文件与协商',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./talk-screen.tsx'),
    },
    {
      path: `${TENDER}/response`,
      title: '响应文件',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
      load: () => import('./response-screen.tsx'),
    },
    {
      path: `${TENDER}/talk`,
      title: '协商情况',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
      load: () => import('./reply-screen.tsx'),
    },
  ],
}
