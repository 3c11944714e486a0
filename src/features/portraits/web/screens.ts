import type { WebFeature } from '#web/screen.ts'
import { PORTRAITS } from '../rules/terms.ts'

export const portraitsWeb: WebFeature = {
  screens: [
    {
      path: PORTRAITS,
      title: '企业画像',
      workbench: 'supplier',
      right: 'bidding',
      cached: true,
      load: () => import('./portraits-screen.tsx'),
    },
    {
      path: `${PORTRAITS}/:recordId`,
      title: '企业画像',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'portraits',
      load: () => import('./portrait-screen.tsx'),
    },
  ],
}
