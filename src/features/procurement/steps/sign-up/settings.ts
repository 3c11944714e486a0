import * as z from 'zod'

export const signUpSettings = {
  /** Documents demanded at sign-up. */
  qualifications: z
    .array(z.object({ name: z.string().trim().min(1).max(100), required: z.boolean().default(true) }))
    .max(30)
    .default([]),
}
