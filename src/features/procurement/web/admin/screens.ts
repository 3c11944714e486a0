import type { Screen } from '#web/screen.ts'

export const adminScreens: readonly Screen[] = [
  {
    path: '/admin/legal-calendar',
    title: '法定程序',
    workbench: 'admin',
    right: 'platform',
    menu: 'legal-calendar',
    load: () => import('./legal-policy-screen.tsx'),
  },
]
