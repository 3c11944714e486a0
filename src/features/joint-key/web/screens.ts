import { pathsOf } from '#features/procurement/methods/places.ts'
import type { Screen, WebFeature } from '#web/screen.ts'

const owner = (side: 'purchaser' | 'agency'): Screen => ({
  path: [...pathsOf('open.jointKey', [side]), ...pathsOf('quote.jointKey', [side])],
  title: '联合密钥',
  workbench: side,
  right: side === 'purchaser' ? 'tendering' : 'agencyTendering',
  load: () => import('./owner-screen.tsx'),
})

/** The owner's page of an order's joint key, and the officers' own: as persons, in whatever workbench they are. */
export const jointKeyWeb: WebFeature = {
  screens: [
    owner('purchaser'),
    owner('agency'),
    { path: '/joint-keys', title: '我保管的联合密钥', load: () => import('./list-screen.tsx') },
    {
      path: '/joint-keys/:ceremonyId',
      title: '联合密钥',
      menu: 'joint-keys',
      load: () => import('./officer-screen.tsx'),
    },
  ],
}
