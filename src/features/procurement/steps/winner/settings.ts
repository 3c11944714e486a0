import * as z from 'zod'

/** What the contract will hold. */
export const winnerSettings = {
  paymentTerms: z.string().max(2000).default(''),
  delivery: z.string().max(2000).default(''),
}
