import * as z from 'zod'

export const documentSettings = {
  /** How the documents are paid for; the amount is the order's. */
  documentFeeBy: z.enum(['offline', 'online']).default('offline'),
}
