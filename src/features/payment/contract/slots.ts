import { slot } from '#contract/slot.ts'
import type { Category } from '../rules/catalogue.ts'

/** What other features bring to the page of an order, among its buttons. */
export const PAYMENT_SLOTS = {
  order: slot<{ orderId: string; invoiceStatus: number; isInvoiceable: boolean }>('payment.order'),
}

/** What other features bring to the pages of services. */
export const SERVICE_SLOTS = {
  /** What the company has bought, and what is left of it. */
  owned: slot('services.owned', 3),
  /** Of one category on a page of its own: what is left of it, and what was bought. */
  category: slot<{ category: Category }>('services.category', 2),
  /** On what terms services are given back, as their buyers read it. */
  terms: slot('services.terms', 1),
  /** The same, as the platform sets it. */
  policy: slot('services.policy', 1),
}
