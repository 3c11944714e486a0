import type { Screen, WebFeature } from '#web/screen.ts'
import { COCKPIT, PROFILE } from '../rules/places.ts'

const SUPPLIER: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: 'supplier',
  right: 'bidding',
  menu: 'cockpit',
}

export const cockpitWeb: WebFeature = {
  screens: [
    { ...SUPPLIER, path: COCKPIT, title: '商机与进展', cached: true, load: () => import('./cockpit-screen.tsx') },
    { ...SUPPLIER, path: PROFILE, title: '匹配设置', load: () => import('./profile-form.tsx') },
    { ...SUPPLIER, path: `${COCKPIT}/debrief/:orderId`, title: '落选复盘', load: () => import('./debrief-screen.tsx') },
  ],
  homePanels: [
    {
      key: 'cockpit',
      place: 'main',
      order: 15,
      workbench: 'supplier',
      right: 'bidding',
      load: () => import('./home-panel.tsx'),
    },
  ],
}
