import { ORDER_SLOTS, TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type WebFeature } from '#web/screen.ts'

export const salesWeb: WebFeature = {
  parts: [
    part(ORDER_SLOTS.varieties, 'sales', () => import('./variety-choice.tsx')),
    part(ORDER_SLOTS.sale, 'sales', () => import('./order-part.tsx')),
    part(TENDER_SLOTS.sale, 'sales', () => import('./own-part.tsx')),
  ],
  screens: [
    {
      path: ['/purchaser/compete-sale/sale-variety/list', '/agency/compete-sale/sale-variety/list'],
      title: '销售品种',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering'],
      cached: true,
      load: () => import('./variety-list.tsx'),
    },
  ],
}
