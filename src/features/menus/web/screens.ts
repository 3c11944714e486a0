import type { WebFeature } from '#web/screen.ts'

export const menusWeb: WebFeature = {
  screens: [
    {
      path: '/admin/menus',
      title: '菜单与灰度',
      workbench: 'admin',
      right: 'platform',
      menu: 'menus',
      cached: true,
      load: () => import('./menus-screen.tsx'),
    },
  ],
}
