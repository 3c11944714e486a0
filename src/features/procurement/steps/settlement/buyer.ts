import { ORDER_SLOTS } from '../../contract/slots.ts'
import { SaleTerms } from '../../rules/sale-terms.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const settlement: StepBuyer = {
  sections: [
    {
      before: 'schedule',
      key: 'sale',
      title: '付款与提货',
      paths: ['settings.sale'],
      isComplete: ({ settings }) => settings?.sale !== undefined,
      lines: 8,
      load: async () => (await import('./buyer-section.tsx')).SaleSection,
    },
  ],
  newSettings: () => ({ sale: SaleTerms.parse({}) }),
  terms: { key: 'sale', title: '付款与提货', slot: ORDER_SLOTS.sale },
}
