import * as z from 'zod'
import { Amount } from '#contract/money.ts'
import { type Bundle, BUNDLE_TYPE } from './bundle.ts'
import type { Problem } from './replay-draws.ts'

/*
 * What a bundle may hold at all: nothing is missing, nothing is added, every value is of its kind. What says nothing to
 * the formulas would otherwise ride along unread. Earlier bundles are read as they were.
 */

const Text = z.string().max(10_000)
const Key = z.string().min(1).max(100)
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Hex = z
  .string()
  .regex(/^[0-9a-f]+$/)
  .max(400)
const Time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const Decimal = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/)
const Count = z.number().int().min(0)
const Drawn = z.strictObject({ label: Text, value: Text })
const Part = z.strictObject({
  label: Text,
  options: z.array(Drawn.pick({ label: true, value: true })),
  picks: z.number().int().min(1),
})

const Beacon = z.strictObject({
  hash: Hash,
  name: Text,
  scheme: Text,
  publicKey: Hex,
  period: z.number().int().min(1),
  genesis: z.number().int(),
})
const Frozen = z.strictObject({
  version: Text,
  drawId: Key,
  kind: Text,
  subject: Key,
  parts: z.array(z.strictObject({ label: Text, options: z.array(Text), picks: z.number().int() })),
  operator: Hash,
  preparedAt: Time,
  participants: z.array(z.strictObject({ id: Key, role: Text, commitment: Hash })),
  beacon: Beacon.nullable(),
  lead: z.number(),
  frozenAt: Time,
  revealUntil: Time,
})
const Closed = z.strictObject({
  frozen: Hash,
  reveals: z.array(z.strictObject({ id: Key, value: Hash })),
  closedAt: Time,
  round: z.number().int().nullable().optional(),
})
const Named = z.strictObject({
  closed: Hash,
  head: Text,
  at: Time,
  proof: z.array(Hash),
  round: z.number().int(),
})
const Source = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('steps'),
    frozen: Frozen,
    closed: Closed,
    named: Named.nullable().optional(),
    operatorSeed: Hash,
    signature: Hex.nullable(),
  }),
  z.strictObject({ by: z.literal('hand'), how: Text.min(1) }),
  z.strictObject({ by: z.literal('seed'), commitment: Text, seed: Text, entropy: Text }),
])

const Shape = z.strictObject({
  type: z.literal(BUNDLE_TYPE),
  formulas: z.strictObject({ price: Text, aggregation: Text, ranking: Text, draw: Text }),
  order: z.strictObject({
    id: Key,
    code: Text,
    title: Text,
    method: z.number().int(),
    controlPrice: Amount.nullable(),
    allRejected: z.boolean(),
  }),
  committee: z.array(Key).min(1),
  motions: z.array(
    z.strictObject({
      id: Key,
      kind: z.enum(['reject-bid', 'go-on']),
      bidId: Key.nullable(),
      carried: z.boolean(),
      votes: z.array(z.strictObject({ reviewerId: Key, agree: z.boolean() })),
    }),
  ),
  ways: z.array(
    z.strictObject({
      id: Key,
      type: z.number().int(),
      name: Text,
      itemKind: z.union([z.literal(1), z.literal(2)]),
      aggregation: z.number().int(),
      isAutomatic: z.boolean(),
      scoreDigits: z.number().int().min(0).max(6).nullable().optional(),
      params: z.looseObject({}),
      judges: z.array(Key),
      judged: z.array(Key),
      items: z.array(z.strictObject({ id: Key, name: Text, fullMark: Decimal, isObjective: z.boolean() })),
    }),
  ),
  bids: z.array(
    z.strictObject({
      id: Key,
      no: z.number().int().min(1),
      name: Text,
      opening: Amount.nullable(),
      changes: z.array(z.strictObject({ at: Time, amount: Amount })),
      price: Amount.nullable(),
      disqualified: Text.min(1).nullable(),
      ground: z
        .discriminatedUnion('by', [
          z.strictObject({ by: z.literal('way'), wayId: Key }),
          z.strictObject({ by: z.literal('motion'), motionId: Key }),
          z.strictObject({ by: z.literal('unopened') }),
        ])
        .nullable(),
    }),
  ),
  judgements: z.array(
    z.strictObject({
      wayId: Key,
      reviewerId: Key,
      commitment: Hash,
      marks: z.array(z.tuple([Key, Key, z.string().nullable(), z.boolean().nullable(), Text])),
    }),
  ),
  draws: z.array(z.strictObject({ purpose: Text, parts: z.array(Part), source: Source, result: z.array(Drawn) })),
  lowPrice: z.looseObject({ matters: z.array(z.looseObject({})) }).optional(),
  results: z.strictObject({
    outcomes: z.array(
      z.strictObject({
        wayId: Key,
        bidId: Key,
        score: z.string().nullable(),
        exact: z.string().nullable(),
        passed: z.boolean().nullable(),
      }),
    ),
    ranking: z.array(z.strictObject({ bidId: Key, rank: Count, total: z.string().nullable(), lot: Count.nullable() })),
  }),
  digests: z.record(z.string(), Hash),
  hash: Hash,
})

/** What is missing, added or of another kind, under the element in which it stands; empty for earlier bundles. */
export function shapeProblems(bundle: Bundle): Problem[] {
  if (bundle.type !== BUNDLE_TYPE) return []
  const { error } = Shape.safeParse(bundle)
  return (error?.issues ?? []).map(({ path, code }) => ({
    path: path.join('/') || 'bundle',
    message: code === 'unrecognized_keys' ? '含有规定之外的内容' : '缺失或格式不正确',
  }))
}
