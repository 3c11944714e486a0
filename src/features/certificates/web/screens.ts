import type { Screen, WebFeature } from '#web/screen.ts'

const holder: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: ['caCentre', 'businessManagement'],
  menu: 'certificates',
}
const platform: Pick<Screen, 'workbench' | 'right'> = { workbench: 'admin', right: 'platform' }

export const certificatesWeb: WebFeature = {
  screens: [
    {
      ...holder,
      path: '/services/ca/paid/list',
      title: '数字证书',
      cached: true,
      load: () => import('./paid-list.tsx'),
    },
    {
      ...holder,
      path: ['/services/ca/apply/form/:id?', '/services/ca/apply/change/:id'],
      title: '申请数字证书',
      load: () => import('./apply-form.tsx'),
    },
    {
      ...holder,
      path: '/services/ca/apply/:id/detail',
      title: '证书申请',
      load: () => import('./apply-detail.tsx'),
    },
    {
      ...platform,
      path: '/admin/ca/applications',
      title: '证书审核',
      menu: 'ca-applications',
      cached: true,
      load: () => import('./admin/review-list.tsx'),
    },
    {
      ...platform,
      path: '/admin/ca/applications/:id',
      title: '证书审核',
      menu: 'ca-applications',
      load: () => import('./admin/review-detail.tsx'),
    },
    {
      ...platform,
      path: '/admin/ca/anchors',
      title: '受信任的签发机构',
      menu: 'trust-anchors',
      load: () => import('./admin/anchors.tsx'),
    },
  ],
}
