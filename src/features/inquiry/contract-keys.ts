import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { DAY, Instant } from '#contract/time.ts'
import { AnsweringOfficer } from '#features/joint-key/contract.ts'
import { JointPart } from '#features/sealed-bids/contract-parts.ts'

/** Rounds whose quotes their suppliers' own keys open, alone or together with officers: what is done behind the deadline. */

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/, '密钥数据格式不正确')

/** How far a round has come: suppliers release, officers answer, it is opened. */
const Phase = z.enum(['releasing', 'answering', 'opening', 'opened'])
export type Phase = z.output<typeof Phase>

const JointState = z.object({
  threshold: z.number().int(),
  fingerprint: z.string(),
  closedAt: Instant.nullable(),
  begunAt: Instant.nullable(),
  officers: z.array(AnsweringOfficer),
})
export type JointState = z.output<typeof JointState>

/** The release ends at most this long after it began, outages aside. */
export const MAX_RELEASE_MS = DAY

/** The end of a release was moved by hand. */
export const ReleaseExtension = z.object({
  oldEnd: Instant,
  newEnd: Instant,
  reason: z.string(),
  byName: z.string(),
  at: Instant,
})
export type ReleaseExtension = z.output<typeof ReleaseExtension>

/** What the buyer sees of it, once the round has ended: who is awaited, and never a figure. */
export const RoundRelease = z.object({
  phase: Phase,
  /** Until when suppliers release, outages given back. */
  end: Instant,
  extensions: z.array(ReleaseExtension),
  /** Whether its owner may extend it now: null; else why not. */
  mayExtend: z.string().nullable(),
  suppliers: z.array(z.object({ tradeId: Id, supplierName: z.string(), releasedAt: Instant.nullable() })),
  joint: JointState.nullable(),
})
export type RoundRelease = z.output<typeof RoundRelease>

const SUPPLIER = '/workbench/supplier/orders/{orderId}/rounds/{round}/keys'
const ofRound = z.object({ orderId: Id, round: z.coerce.number().int().min(1).max(10) })

export const ownRelease = endpoint({
  method: 'GET',
  path: SUPPLIER,
  summary: 'The own sealed quote with its envelopes, to unwrap its keys from; null where the supplier need not release',
  params: ofRound,
  returns: z.object({
    release: z
      .object({
        /** `waiting`: to be released now; `released`; `missed`: it was not, in time. */
        state: z.enum(['waiting', 'released', 'missed']),
        end: Instant,
        extensions: z.array(ReleaseExtension),
        releasedAt: Instant.nullable(),
        releasedName: z.string(),
        /** Opened together with officers. */
        isJoint: z.boolean(),
        isOpened: z.boolean(),
        keyFingerprint: z.string(),
        files: z.array(
          z.object({ position: z.number().int(), name: z.string(), header: z.record(z.string(), z.unknown()) }),
        ),
      })
      .nullable(),
  }),
})

export const releaseQuote = endpoint({
  method: 'POST',
  path: SUPPLIER,
  summary:
    'Release the keys of the own quote, unwrapped in the browser, once; when nobody is awaited the round is opened',
  params: ofRound,
  body: z.object({
    keys: z
      .array(z.object({ position: z.number().int(), contentKey: Hex32 }))
      .min(1)
      .max(50),
  }),
  errors: ['wrongState', 'tooEarly', 'tooLate', 'invalid', 'tampered'],
})

export const extendRelease = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/rounds/{roundId}/keys/extend',
  summary: 'Give suppliers of a round more time to release their keys, with a reason on record, while some are awaited',
  params: z.object({ orderId: Id, roundId: Id }),
  body: z.object({
    end: Instant.describe('until when they release now, as the caller saw it'),
    minutes: z.number().int().min(1, '延长时间须为 1 至 480 分钟').max(480, '延长时间须为 1 至 480 分钟'),
    reason: z.string().trim().min(2, '请填写延长原因').max(500),
  }),
  returns: z.object({ end: Instant }),
  errors: ['wrongState', 'conflict', 'invalid'],
})

const ofCeremony = z.object({ ceremonyId: Id })

export const officerRound = endpoint({
  method: 'GET',
  path: '/joint-keys/{ceremonyId}/round',
  summary: 'The round of quotes that an officer takes part in, the last that has ended; null while none has',
  params: ofCeremony,
  returns: JointState.extend({
    roundId: Id,
    round: z.number().int(),
    label: z.string(),
    phase: Phase,
    end: Instant,
    extensions: z.array(ReleaseExtension),
    released: z.number().int(),
    /** The quotes to answer for, in the order of the answer; empty until the release is closed. */
    bids: z.array(z.object({ bidderId: Id, part: JointPart })),
    /** How the key was made: the own device checks it before it answers. */
    record: z.record(z.string(), z.unknown()),
    /** What the log holds of the deadline (`ClosingEvidence`), checked by the device as well. */
    evidence: z.record(z.string(), z.unknown()),
    /** Why the officer cannot answer now; null when it can. */
    blocked: z.string().nullable(),
  }).nullable(),
})

export const answerRound = endpoint({
  method: 'POST',
  path: '/joint-keys/{ceremonyId}/rounds/{roundId}/answers',
  summary: 'Answer for all quotes of the round with one proof; with the last answer needed all are opened',
  params: ofCeremony.extend({ roundId: Id }),
  body: z.object({
    by: z.number().int(),
    points: z.array(Hex32).min(1).max(5000),
    proof: z.object({ challenge: Hex32, response: Hex32 }),
  }),
  returns: z.object({ missing: z.number().int() }),
  errors: ['wrongState', 'tampered', 'tooMany'],
})
