import * as z from 'zod'

export const candidateSettings = {
  publicityDays: z.number().int().min(3).max(30).default(3),
}
