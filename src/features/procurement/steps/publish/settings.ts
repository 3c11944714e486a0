import * as z from 'zod'

export const publishSettings = {
  /** Days within which the documents of an enterprise's purchase have objections answered; 3 where they say nothing. */
  objectionDays: z.number().int().min(1, '答复期限为 1 至 30 日').max(30, '答复期限为 1 至 30 日').optional(),
}
