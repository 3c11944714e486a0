import type { Screen } from '#web/screen.ts'

/** Read by everybody, without log-in; the tenant is that of the address. */
export const portalScreens: Screen[] = [
  {
    path: ['/portal', '/portal/:alias'],
    title: '招标公告',
    layout: 'none',
    public: true,
    cached: true,
    load: () => import('./portal-home.tsx'),
  },
  {
    path: '/portal/help/check',
    title: '如何核验',
    layout: 'none',
    public: true,
    load: () => import('./check-screen.tsx'),
  },
  {
    path: '/portal/notices/:noticeId',
    title: '公告',
    layout: 'none',
    public: true,
    load: () => import('./notice-page.tsx'),
  },
]
