import type { Feature } from '#server/feature.ts'
import { feeRoutes } from './fees.ts'
import { home } from './home.ts'
import { giveBackWhenEnded, noteRefund, refunding } from './give-back.ts'
import { notePaid } from './paid.ts'

/** The documents of an order, paid for through the cashier. */
export const documentFee: Feature = {
  name: 'document-fee',
  home,
  routes: feeRoutes,
  workers: [refunding],
  subscribers: [notePaid, noteRefund, giveBackWhenEnded],
}
