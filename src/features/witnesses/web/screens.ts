import type { WebFeature } from '#web/screen.ts'

export const witnessesWeb: WebFeature = {
  screens: [
    {
      path: '/admin/witnesses',
      title: '日志见证',
      workbench: 'admin',
      right: 'platform',
      menu: 'witnesses',
      load: () => import('./witnesses-screen.tsx'),
    },
  ],
}
