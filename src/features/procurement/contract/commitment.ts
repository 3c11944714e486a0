import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { RichText } from './shared.ts'

/** A commitment as it is shown to whoever has to accept it: filled with the order and the accepting party. */
export const Commitment = z.object({
  versionId: Id,
  versionNo: z.number().int(),
  versionHash: z.string(),
  title: z.string(),
  body: RichText,
  /** SHA-256 over the canonical JSON of title and body as shown; sent back with the acceptance. */
  textHash: z.string(),
})
export type Commitment = z.output<typeof Commitment>

/** An acceptance on record. */
export const Acceptance = z.object({
  versionId: Id,
  versionNo: z.number().int(),
  versionHash: z.string(),
  title: z.string(),
  body: RichText,
  textHash: z.string(),
  acceptedBy: z.string(),
  acceptedAt: Instant,
})
export type Acceptance = z.output<typeof Acceptance>
