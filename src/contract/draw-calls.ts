import * as z from 'zod'
import { DRAW_KINDS, type ClosedDraw, type FrozenDraw, type NamedRound, type SteppedSource } from './draw.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { Instant } from './time.ts'

/* Draws as pages see them, and how a person's browser takes part in one. */

const Hash = z.string().regex(/^[0-9a-f]{64}$/, '须为64位十六进制')
/** How far a draw is. */
export const DrawStage = z.enum(['prepared', 'revealing', 'waiting', 'drawn'])
export type DrawStage = z.output<typeof DrawStage>

/** What witnesses saw of the round of a draw. */
const Witnessed = z.object({
  /** So many of so many are enough. */
  threshold: z.number().int(),
  of: z.number().int(),
  /** Who cosigned a head of the log that holds what names the round, by their own clocks, the first one first. */
  seenBy: z.array(z.object({ title: z.string(), at: Instant })),
  /** Enough of them had before the round was out. */
  isInTime: z.boolean(),
})
export type Witnessed = z.output<typeof Witnessed>

/** A draw with all that checks it; what is not known yet is null. */
export const DrawView = z.object({
  drawId: Id,
  kind: z.enum(DRAW_KINDS),
  title: z.string(),
  stage: DrawStage,
  /** SHA-256 of the operator's part. */
  operatorHash: z.string(),
  preparedAt: Instant,
  parts: z.array(
    z.object({
      label: z.string(),
      options: z.array(z.object({ value: z.string(), label: z.string() })),
      picks: z.number().int(),
    }),
  ),
  frozen: z.custom<FrozenDraw>().nullable(),
  frozenHash: z.string().nullable(),
  closed: z.custom<ClosedDraw>().nullable(),
  closedHash: z.string().nullable(),
  /** Null: not yet, there is no beacon, or the closing names the round (draw/3). */
  named: z.custom<NamedRound>().nullable(),
  namedHash: z.string().nullable(),
  /** Null: no round is named yet, or no witness is in use. */
  witnessed: Witnessed.nullable(),
  participants: z.array(
    z.object({
      id: Id,
      role: z.string(),
      name: z.string(),
      commitment: z.string(),
      committedAt: Instant,
      value: z.string().nullable(),
      revealedAt: Instant.nullable(),
    }),
  ),
  /** When the beacon signs the round. */
  dueAt: Instant.nullable(),
  /** Where the round can be looked up. */
  roundLink: z.string().nullable(),
  /** Why the beacon's answer is not there yet. */
  trouble: z.string(),
  operatorSeed: z.string().nullable(),
  signature: z.string().nullable(),
  drawnAt: Instant.nullable(),
  result: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type DrawView = z.output<typeof DrawView>

/** What a draw that is made is computed from; null while it is not. */
export function sourceOf({
  frozen,
  closed,
  named,
  operatorSeed,
  signature,
}: Pick<DrawView, 'frozen' | 'closed' | 'named' | 'operatorSeed' | 'signature'>): SteppedSource | null {
  if (!frozen || !closed || operatorSeed === null) return null
  const isNamed = closed.round === undefined
  return { by: 'steps', frozen, closed, ...(isNamed && { named }), operatorSeed, signature }
}

const params = z.object({ drawId: Id })

export const ownDraws = endpoint({
  method: 'GET',
  path: '/draws/own',
  summary: 'Draws of an order or extraction in which the caller may take part, and what is wanted of its browser',
  query: z.object({ subject: Id }),
  returns: z.array(
    z.object({
      drawId: Id,
      title: z.string(),
      stage: DrawStage,
      /** The own commitment; null: none yet. */
      commitment: z.string().nullable(),
      hasRevealed: z.boolean(),
    }),
  ),
})

export const commitToDraw = endpoint({
  method: 'POST',
  path: '/draws/{drawId}/commitment',
  summary: 'Take part in a draw: the hash of a value that the own browser made, before anything is frozen',
  params,
  body: z.object({ commitment: Hash }),
  errors: ['wrongState', 'conflict'],
})

export const revealForDraw = endpoint({
  method: 'POST',
  path: '/draws/{drawId}/value',
  summary: 'Reveal the value committed to; who does not in time has forfeited',
  params,
  body: z.object({ value: Hash }),
  errors: ['wrongState', 'invalid'],
})
