import { LIST_SLOTS, TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type WebFeature } from '#web/screen.ts'
import { FOLLOWS } from '../rules/places.ts'

export const followsWeb: WebFeature = {
  screens: [
    {
      path: FOLLOWS,
      title: '我的关注',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'follows',
      cached: true,
      load: () => import('./follows-screen.tsx'),
    },
  ],
  parts: [
    part(TENDER_SLOTS.follow, 'follows', () => import('./tender-part.tsx')),
    part(LIST_SLOTS.publicTender, 'follows', () => import('./row-part.tsx')),
  ],
}
