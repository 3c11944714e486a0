import { beaconKeyOf, signRound } from '#contract/beacon.ts'
import { BEACON_SCHEME, type BeaconChain, LOCAL_BEACON } from '#contract/beacon-chain.ts'
import {
  type ClosedDraw,
  commitmentOf,
  draw,
  DRAW_VERSION,
  EARLIER_DRAW_VERSION,
  type DrawKind,
  type DrawPart,
  type FrozenDraw,
  hashOf,
  type NamedRound,
  type SteppedSource,
} from '#contract/draw.ts'
import { closedHash, frozenHash, frozenParts, roundFor, roundOf, seedOf } from '#contract/draw-steps.ts'
import { type Bundle, BUNDLE_TYPE, type BundleContent, type Mark } from '../bundle.ts'
import { FORMULAS, marksHash, recompute, sealed } from '../replay.ts'
import type { BundleDraw } from '../replay-draws.ts'

/* A concluded review for tests of the replay, and a beacon of one's own for its draws. */

export const JUDGES = ['r1', 'r2', 'r3']
const BEACON_KEY = '1f'.repeat(32)
const CHAIN: BeaconChain = {
  hash: hashOf('chain of the test'),
  name: LOCAL_BEACON,
  scheme: BEACON_SCHEME,
  publicKey: beaconKeyOf(BEACON_KEY),
  period: 1,
  genesis: 1_767_225_600,
}
const at = (second: number) => new Date(Date.UTC(2026, 10, 25, 2, 0, second)).toISOString()
const signatures = new Map<number, string>()

/** The steps of a draw with one participant, and what they lead to. `version`: an earlier one named the round with the closing. */
export function stepped(
  kind: DrawKind,
  parts: readonly DrawPart[],
  { subject = 'o1', version = DRAW_VERSION }: { subject?: string; version?: FrozenDraw['version'] } = {},
): BundleDraw {
  const operatorSeed = hashOf(`operator of ${kind}`)
  const value = hashOf('member')
  const frozen: FrozenDraw = {
    version,
    drawId: `draw of ${kind}`,
    kind,
    subject,
    parts: frozenParts(parts),
    operator: commitmentOf(operatorSeed),
    preparedAt: at(0),
    participants: [{ id: 'p1', role: '评标委员会成员', commitment: commitmentOf(value) }],
    beacon: CHAIN,
    lead: 1,
    frozenAt: at(10),
    revealUntil: at(40),
  }
  const closed: ClosedDraw = {
    frozen: frozenHash(frozen),
    reveals: [{ id: 'p1', value }],
    closedAt: at(20),
    ...(version === EARLIER_DRAW_VERSION && { round: roundFor(CHAIN, frozen.lead, at(20)) }),
  }
  const named = version === DRAW_VERSION ? { named: namedFor(frozen, closed) } : {}
  return finished({ purpose: kind, parts, frozen, closed, ...named, operatorSeed })
}

/** The round that a log names which published the closing two seconds after it. */
function namedFor({ lead }: FrozenDraw, closed: ClosedDraw): NamedRound {
  const head = at(22)
  const round = roundFor(CHAIN, lead, head)
  return { closed: closedHash(closed), head: '日志头', at: head, proof: [], round }
}

/** The beacon's answer and the result to steps, as an honest platform would make them of these. */
export function finished({
  purpose,
  parts,
  frozen,
  closed,
  named,
  operatorSeed,
}: {
  purpose: string
  parts: readonly DrawPart[]
  frozen: FrozenDraw
  closed: ClosedDraw
  named?: NamedRound | null | undefined
  operatorSeed: string
}): BundleDraw {
  const round = roundOf({ closed, named })
  const signature = round === null ? null : roundSigned(round)
  const source: SteppedSource = {
    by: 'steps',
    frozen,
    closed,
    ...(named !== undefined && { named }),
    operatorSeed,
    signature,
  }
  return { purpose, parts, source, result: draw(seedOf(source), parts) }
}

function roundSigned(round: number): string {
  const known = signatures.get(round) ?? signRound(BEACON_KEY, round)
  signatures.set(round, known)
  return known
}

export const LOT_PARTS: DrawPart[] = [
  { label: '第1组并列投标', options: ['a', 'b'].map((value) => ({ value, label: value })), picks: 2 },
]

/** Two bids that the rules leave equal, a third that failed, marks by three members, a price, drawn lots. */
export function contentOf(): BundleContent {
  const marks = (reviewer: number, kind: 'pass' | 'score') =>
    ['a', 'b', ...(kind === 'pass' ? ['c'] : [])].flatMap((bid): Mark[] =>
      kind === 'pass'
        ? [[bid, 'i1', null, bid !== 'c', bid === 'c' ? '未提供' : '']]
        : [
            [bid, 'i2', ['30.00', '36.00', '33.50'][reviewer]!, null, '较好'],
            [bid, 'i3', '8.00', null, ''],
          ],
    )
  const judgements = (['pass', 'score'] as const).flatMap((kind) =>
    JUDGES.map((reviewerId, i) => {
      const own = marks(i, kind)
      return { wayId: kind, reviewerId, commitment: marksHash(own), marks: own }
    }),
  )
  const way = { aggregation: 3, isAutomatic: false, params: {} }
  return {
    type: BUNDLE_TYPE,
    formulas: FORMULAS,
    order: { id: 'o1', code: 'ZB1', title: '设备', method: 1, controlPrice: '1000.00', allRejected: false },
    committee: [...JUDGES],
    motions: [
      {
        id: 'm1',
        kind: 'go-on',
        bidId: null,
        carried: true,
        votes: JUDGES.map((reviewerId) => ({ reviewerId, agree: true })),
      },
    ],
    ways: [
      {
        ...way,
        judges: [...JUDGES],
        id: 'pass',
        type: 1,
        name: '资格评审',
        itemKind: 1,
        judged: ['a', 'b', 'c'],
        items: [{ id: 'i1', name: '执照', fullMark: '0', isObjective: true }],
      },
      {
        ...way,
        judges: [...JUDGES],
        id: 'score',
        type: 4,
        name: '技术评分',
        itemKind: 2,
        judged: ['a', 'b'],
        items: [
          { id: 'i2', name: '方案', fullMark: '40', isObjective: false },
          { id: 'i3', name: '业绩', fullMark: '10', isObjective: true },
        ],
      },
      {
        ...way,
        judges: [],
        id: 'price',
        type: 3,
        name: '价格评分',
        itemKind: 2,
        isAutomatic: true,
        params: { base: 3, scoring: 'ratio', fullMarks: '30', percentage: '96', floatingRate: '0' },
        judged: [],
        items: [],
      },
    ],
    bids: ['a', 'b', 'c'].map((id, i) => ({
      id,
      no: i + 1,
      name: `公司${id}`,
      opening: '950.00',
      changes: id === 'c' ? [] : [{ at: '2026-11-01T00:00:00.000Z', amount: '900.00' }],
      price: id === 'c' ? '950.00' : '900.00',
      disqualified: id === 'c' ? '资格评审不合格' : null,
      ground: id === 'c' ? { by: 'way', wayId: 'pass' } : null,
    })),
    judgements,
    draws: [
      stepped('lots', LOT_PARTS),
      {
        purpose: 'opening',
        parts: [{ label: '百分比 P', options: ['95', '96'].map((value) => ({ value, label: `${value}%` })), picks: 1 }],
        source: { by: 'hand', how: '投标人代表摇号' },
        result: [{ label: '百分比 P', value: '96' }],
      },
    ],
    results: { outcomes: [], ranking: [] },
  }
}

/** The same, sealed. */
export function bundle(): Bundle {
  return resealed(contentOf())
}

/** As somebody would who changes what they like and recomputes every result, digest and hash. */
export function resealed(content: BundleContent): Bundle {
  return sealed({ ...content, results: recompute(content) })
}
