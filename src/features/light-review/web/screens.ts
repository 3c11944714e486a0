import { ORDER_SLOTS, TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { slugOf } from '#features/procurement/methods/family.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { ANSWER_PATHS } from '../rules/places.ts'

export const lightReviewWeb: WebFeature = {
  parts: [
    part(ORDER_SLOTS.opinions, 'opinions', () => import('./order-part.tsx')),
    part(TENDER_SLOTS.asked, 'opinions', () => import('./asked-part.tsx')),
  ],
  screens: [
    {
      path: ['/purchaser/review/online/setting', '/agency/review/online/setting'],
      title: '线上评审设置',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering'],
      load: () => import('./setting-screen.tsx'),
    },
    {
      // Members need no right: whom the page is for, the server says.
      path: ['/purchaser/review/online/file', '/agency/review/online/file'],
      title: '线上评审',
      workbench: ['purchaser', 'agency'],
      load: () => import('./review-screen.tsx'),
    },
    ...ANSWER_PATHS.map(({ family, path }): Screen => ({
      path,
      title: '补充文件与说明',
      workbench: 'supplier',
      right: 'bidding',
      menu: `monitor-${slugOf(family)}`,
      load: () => import('./answer-screen.tsx'),
    })),
  ],
}
