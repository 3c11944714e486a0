import * as z from 'zod'
import type { AllowedAction } from './transition.ts'

/** What may be done with a record, as its status table says: buttons are drawn from it. */
export const Action = z.object({
  action: z.string(),
  label: z.string(),
  reason: z.string().optional(),
  confirm: z.string().optional(),
  danger: z.boolean().optional(),
  primary: z.boolean().optional(),
}) satisfies z.ZodType<AllowedAction>
