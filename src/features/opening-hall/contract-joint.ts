import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { AnsweringOfficer } from '#features/joint-key/contract.ts'
import { JointPart } from '#features/sealed-bids/contract-parts.ts'

/** Calls of an opening in joint-key mode, beside those of every opening. */
const ofCeremony = z.object({ ceremonyId: Id })
const Hex32 = z.string().regex(/^[0-9a-f]{64}$/, '数据格式不正确')

/** What everybody in the hall sees of it. */
export const JointView = z.object({
  status: z.number().int(),
  statusLabel: z.string(),
  threshold: z.number().int(),
  fingerprint: z.string(),
  closedAt: Instant.nullable(),
  begunAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  officers: z.array(AnsweringOfficer),
  /** Bids released in time, and how many of them have been opened or refused. */
  released: z.number().int(),
  processed: z.number().int(),
})
export type JointView = z.output<typeof JointView>

/** How many officers have shown lately that their devices work: what the host should know before the start. */
export const JointReadiness = z.object({
  threshold: z.number().int(),
  officers: z.number().int(),
  checked: z.number().int(),
  missing: z.array(z.object({ name: z.string(), companyName: z.string() })),
})
export type JointReadiness = z.output<typeof JointReadiness>

export const closeRelease = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/kpb/projects/{projectId}/joint/close-release',
  summary: 'End the release of a joint-key opening: the list of bids is fixed, whoever has not released has revoked',
  params: z.object({ projectId: Id }),
  errors: ['wrongState', 'tooEarly'],
})

export const officerOpening = endpoint({
  method: 'GET',
  path: '/joint-keys/{ceremonyId}/opening',
  summary: 'The opening that an officer takes part in; null while it has not begun',
  params: ofCeremony,
  returns: z
    .object({
      ...JointView.shape,
      round: z.number().int(),
      /** The bids to answer for, in the order of the answer; empty until the release is closed. */
      bids: z.array(z.object({ bidderId: Id, part: JointPart })),
      /** How the key was made: the own device checks it before it answers. */
      record: z.record(z.string(), z.unknown()),
      /** core/joint/verify-closing.ts ClosingEvidence: what the log holds of the deadline, checked by the device as well. */
      evidence: z.record(z.string(), z.unknown()),
      actions: z.array(Action),
    })
    .nullable(),
})

export const giveAnswer = endpoint({
  method: 'POST',
  path: '/joint-keys/{ceremonyId}/answers',
  summary: 'Answer for all bids of the list with one proof; with the last answer needed all bids are opened',
  params: ofCeremony,
  body: z.object({
    by: z.number().int(),
    points: z.array(Hex32).min(1).max(5000),
    proof: z.object({ challenge: Hex32, response: Hex32 }),
  }),
  returns: z.object({ begun: z.boolean(), missing: z.number().int() }),
  errors: ['wrongState', 'tampered', 'tooMany'],
})
