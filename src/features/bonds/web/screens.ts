import { ORDER_SLOTS, TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { pathsOf } from '#features/procurement/methods/places.ts'
import { part, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

export const bondsWeb: WebFeature = {
  parts: [
    {
      ...part(SHELL.personal, 'bonds', () => import('./personal-part.tsx')),
      workbench: 'supplier',
    },
    part(TENDER_SLOTS.bond, 'bonds', () => import('./own-part.tsx')),
    part(ORDER_SLOTS.bonds, 'bonds', () => import('./order-part.tsx')),
  ],
  screens: [
    {
      path: pathsOf('bond.refund', ['purchaser']),
      title: '保证金退还',
      workbench: 'purchaser',
      right: 'tendering',
      load: () => import('./bond-screen.tsx'),
    },
    {
      path: pathsOf('bond.refund', ['agency']),
      title: '保证金退还',
      workbench: 'agency',
      right: 'agencyTendering',
      load: () => import('./bond-screen.tsx'),
    },
    {
      path: '/supplier/bonds/refunds/:refundId',
      title: '保证金退还明细',
      workbench: 'supplier',
      right: ['bidding', 'finance'],
      menu: 'monitor-bid',
      load: () => import('./refund-screen.tsx'),
    },
  ],
}
