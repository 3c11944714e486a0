import type { Screen, WebFeature } from '#web/screen.ts'

const COMPANY = ['purchaser', 'agency', 'supplier'] as const
const payer: Pick<Screen, 'workbench' | 'right'> = {
  workbench: [...COMPANY],
  right: ['finance', 'bidding', 'caCentre'],
}

export const eSignWeb: WebFeature = {
  screens: [
    {
      path: '/services/e-signature/open',
      title: '电子签章',
      workbench: [...COMPANY],
      load: () => import('./open-screen.tsx'),
    },
    { ...payer, path: '/services/e-signature/buy', title: '购买签署份数', load: () => import('./buy-screen.tsx') },
    {
      path: '/admin/e-signature/audits',
      title: '电子签章审核',
      workbench: 'admin',
      right: 'platform',
      cached: true,
      load: () => import('./review-list.tsx'),
    },
  ],
}
