import { expect, test } from 'vitest'
import { beaconKeyOf, isRoundSigned, signRound } from './beacon.ts'
import { BEACON_SCHEME, type BeaconChain, isPublicChain, QUICKNET, roundAt, timeOfRound } from './beacon-chain.ts'
import {
  type ClosedDraw,
  commitmentOf,
  draw,
  drawBySeed,
  DRAW_KINDS,
  DRAW_VERSION,
  type DrawKind,
  type DrawPart,
  EARLIER_DRAW_VERSION,
  type FrozenDraw,
  hashOf,
  type NamedRound,
  type SteppedSource,
} from './draw.ts'
import {
  closedHash,
  frozenHash,
  frozenParts,
  namedHash,
  roundFor,
  roundOf,
  seedOf,
  steppedChecks,
  steppedProblems,
} from './draw-steps.ts'

/* Rounds of quicknet as published: https://api.drand.sh/52db…/public/<round>. */
const PUBLISHED = [
  [123, 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92'],
  [1000, 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'],
  [657_413, 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b'],
] as const

const SECRET = '1f'.repeat(32)
const LOCAL: BeaconChain = {
  hash: hashOf('own chain'),
  name: '本地信标（演示）',
  scheme: BEACON_SCHEME,
  publicKey: beaconKeyOf(SECRET),
  period: 1,
  genesis: 1_767_225_600,
}
const START = Date.parse('2026-11-25T02:00:00.000Z')
const at = (ms: number) => new Date(START + ms).toISOString()
const OPERATOR = hashOf('operator')
const PARTS: DrawPart[] = [
  { label: '次序', options: ['甲', '乙', '丙'].map((value) => ({ value, label: value })), picks: 3 },
]
const VALUES = ['one', 'two'].map(hashOf)

/** Beginnings of what a draw of draw/3 froze, closed and was drawn by. */
const EARLIER = ['82fd01e4e57231f3', 'ef8fdccaad8932cf', '5f8f463cf65aae2b']

/** A draw of two participants; `reveals`: who reveals, and when it closes. The log publishes that two seconds later. */
function made(
  change: Partial<FrozenDraw> = {},
  { reveals = [0, 1], closedAt = at(5000) }: { reveals?: number[]; closedAt?: string } = {},
) {
  const frozen: FrozenDraw = {
    version: DRAW_VERSION,
    drawId: 'draw',
    kind: 'lots',
    subject: 'order',
    parts: frozenParts(PARTS),
    operator: commitmentOf(OPERATOR),
    preparedAt: at(-60_000),
    participants: VALUES.map((value, i) => ({ id: `p${i}`, role: '评委', commitment: commitmentOf(value) })),
    beacon: LOCAL,
    lead: 1,
    frozenAt: at(0),
    revealUntil: at(60_000),
    ...change,
  }
  const closed: ClosedDraw = {
    frozen: frozenHash(frozen),
    reveals: reveals.map((i) => ({ id: `p${i}`, value: VALUES[i]! })),
    closedAt,
    ...(frozen.version === EARLIER_DRAW_VERSION && {
      round: frozen.beacon && roundFor(frozen.beacon, frozen.lead, closedAt),
    }),
  }
  return finished(frozen, closed)
}

/** By a head that was published two seconds after the closing; null without a beacon. */
function namedFor({ beacon, lead }: FrozenDraw, closed: ClosedDraw): NamedRound | null {
  const head = new Date(Date.parse(closed.closedAt) + 2000).toISOString()
  const named = { closed: closedHash(closed), head: 'head', at: head, proof: [] }
  return beacon && { ...named, round: roundFor(beacon, lead, head) }
}

function finished(
  frozen: FrozenDraw,
  closed: ClosedDraw,
  named: NamedRound | null | undefined = frozen.version === EARLIER_DRAW_VERSION ? undefined : namedFor(frozen, closed),
) {
  const round = roundOf({ closed, named })
  const signature = round === null ? null : signRound(SECRET, round)
  const source: SteppedSource = {
    by: 'steps',
    frozen,
    closed,
    ...(named !== undefined && { named }),
    operatorSeed: OPERATOR,
    signature,
  }
  return { parts: PARTS, source, result: draw(seedOf(source), PARTS) }
}

test('published rounds of quicknet verify under its key, and no altered one does', () => {
  for (const [round, signature] of PUBLISHED) {
    expect(isRoundSigned(QUICKNET, round, signature)).toBe(true)
    expect(isRoundSigned(QUICKNET, round + 1, signature)).toBe(false)
    expect(isRoundSigned(LOCAL, round, signature)).toBe(false)
  }
  const [, [round, signature]] = PUBLISHED
  for (const other of ['', 'zz', signature.slice(2), `00${signature.slice(2)}`, PUBLISHED[0][1]])
    expect(isRoundSigned(QUICKNET, round, other)).toBe(false)
  expect(isRoundSigned(QUICKNET, 1.5, signature)).toBe(false)
  expect(isPublicChain(QUICKNET)).toBe(true)
  expect(isPublicChain({ ...LOCAL, hash: QUICKNET.hash })).toBe(false)
})

test('the round is the first one at or after an instant', () => {
  expect(timeOfRound(QUICKNET, 1)).toBe(QUICKNET.genesis * 1000)
  for (const ms of [0, 1, 2999, 3000, 3001, 1_234_567]) {
    const round = roundAt(QUICKNET, QUICKNET.genesis * 1000 + ms)
    expect(timeOfRound(QUICKNET, round)).toBeGreaterThanOrEqual(QUICKNET.genesis * 1000 + ms)
    expect(timeOfRound(QUICKNET, round - 1)).toBeLessThan(QUICKNET.genesis * 1000 + ms)
  }
  expect(roundAt(QUICKNET, 0)).toBe(1)
})

test('a draw holds as it was made: all reveal, one forfeits, nobody takes part, no beacon', () => {
  expect(steppedProblems(made())).toEqual([])
  expect(steppedProblems(made({}, { reveals: [1], closedAt: at(60_000) }))).toEqual([])
  expect(steppedProblems(made({ participants: [] }, { reveals: [] }))).toEqual([])
  const without = made({ beacon: null })
  expect(without.source.signature).toBeNull()
  expect(steppedProblems(without)).toEqual([])
  expect(steppedChecks(without).map(({ label }) => label)).toContain('未使用公共信标，由各方承诺与揭示产生')
})

test('a record of draw/3 holds as it was made, its round by the closing', () => {
  const whole = made({ version: EARLIER_DRAW_VERSION })
  const { frozen, closed } = whole.source
  expect(closed.round).toBe(roundFor(LOCAL, 1, closed.closedAt))
  // Computed once, before there was another version: records of then say the same for good.
  expect([frozenHash(frozen), closedHash(closed), seedOf(whole.source)].map((hash) => hash.slice(0, 16))).toEqual(
    EARLIER,
  )
  expect(steppedProblems(whole)).toEqual([])
  expect(steppedProblems(made({ version: EARLIER_DRAW_VERSION, beacon: null }))).toEqual([])
  const later = finished(frozen, { ...closed, round: closed.round! + 1 })
  expect(steppedProblems(later).join('；')).toContain('信标轮次由截止时间唯一确定')
  // Neither may take what is of the other.
  expect(steppedProblems(finished(frozen, closed, namedFor(frozen, closed))).join('；')).toContain('与冻结时一致')
  const { round: _, ...open } = closed
  expect(steppedProblems(finished(frozen, open, namedFor(frozen, open))).join('；')).toContain('与冻结时一致')
  const { source } = made()
  expect(steppedProblems(finished(source.frozen, { ...source.closed, round: 1 })).join('；')).toContain('与冻结时一致')
})

test('whatever somebody who recomputes every hash alters is named', () => {
  const whole = made()
  const { frozen, closed } = whole.source
  const { named: naming } = whole.source as { named: NamedRound }
  const named = (record: ReturnType<typeof made>) => steppedProblems(record).join('；')
  // The round is not the operator's choice: a later one, however it is signed.
  const due = '信标轮次由含截止记录的日志头唯一确定'
  expect(named(finished(frozen, closed, { ...naming, round: naming.round + 1 }))).toContain(due)
  const before = { ...naming, at: at(4000), round: roundFor(LOCAL, 1, at(4000)) }
  expect(named(finished(frozen, closed, before))).toContain(due)
  expect(named(finished(frozen, closed, { ...naming, closed: hashOf('another') }))).toContain(due)
  expect(named(finished(frozen, closed, { ...naming, at: 'x' }))).toContain(due)
  expect(named(finished(frozen, closed, null))).toContain('信标轮次')
  // A signature of another chain, or none.
  const forged = { ...whole.source, signature: signRound('1e'.repeat(32), naming.round) }
  expect(named({ ...whole, source: forged, result: draw(seedOf(forged), PARTS) })).toContain('信标签名有效')
  const none = { ...whole.source, signature: null }
  expect(named({ ...whole, source: none, result: draw(seedOf(none), PARTS) })).toContain('信标签名有效')
  // Another part of the operator, or of a participant, than was committed to.
  const seed = { ...whole.source, operatorSeed: hashOf('another') }
  expect(named({ ...whole, source: seed, result: draw(seedOf(seed), PARTS) })).toContain('平台的随机数')
  const other = closed.reveals.map((one, i) => (i === 0 ? { ...one, value: hashOf('another') } : one))
  expect(named(finished(frozen, { ...closed, reveals: other }))).toContain('各方揭示的随机数')
  const strange = [...closed.reveals, { id: 'p9', value: hashOf('x') }]
  expect(named(finished(frozen, { ...closed, reveals: strange }))).toContain('各方揭示的随机数')
  // A participant cut off before the window was over.
  expect(named(made({}, { reveals: [0] }))).toContain('未提前截止')
  expect(named(made({}, { closedAt: at(-1) }))).toContain('未提前截止')
  // Other options than were frozen; a pool frozen twice under one record.
  expect(named(made({ parts: [{ label: '次序', options: ['甲', '乙'], picks: 2 }] }))).toContain('与冻结时一致')
  expect(named(finished({ ...frozen, subject: 'other' }, closed))).toContain('各方揭示的随机数')
  expect(named({ ...whole, result: whole.result.toReversed() })).toContain('按种子重新抽取')
  // The beacon left out afterwards, for a seed that can be ground.
  expect(named(finished({ ...frozen, beacon: null }, closed))).toContain('各方揭示的随机数')
  expect(named({ ...whole, source: { ...whole.source, frozen: null as unknown as FrozenDraw } })).toContain('不完整')
  expect(new Set([frozenHash(frozen), closedHash(closed), namedHash(naming)]).size).toBe(3)
  // Nobody who names the round late, when it is out, has a seed to try: what names it is no part of the seed.
  const late = finished(frozen, closed, {
    ...naming,
    head: 'another',
    at: new Date(Date.parse(naming.at) + 1).toISOString(),
  })
  expect([seedOf(late.source), namedHash(late.source.named!)]).toEqual([seedOf(whole.source), expect.any(String)])
  expect(namedHash(late.source.named!)).not.toBe(namedHash(naming))
})

/*
 * The bar: with the root secret and the last move in hand, somebody who tries as much as they like hits a target of one
 * in twenty as often as chance does. Two thousand attempts at each kind, twenty at each of a hundred draws: values of the
 * last participant, with everything known but the round to come, of which the one is taken that looks best.
 */
const TRIES = 20
const DRAWS = 100
const ROUNDS = 10
const OF: Record<DrawKind, { label: string; options: number; picks: number }> = {
  experts: { label: '1', options: 20, picks: 20 },
  opening: { label: '百分比 P', options: 20, picks: 1 },
  'price-params': { label: '基准价系数（%）', options: 20, picks: 1 },
  lots: { label: '第1组并列投标', options: 20, picks: 20 },
  award: { label: '中标人', options: 20, picks: 1 },
  turns: { label: '次序', options: 20, picks: 20 },
  suppliers: { label: '1', options: 20, picks: 20 },
}

const signatures = new Map<number, string>()
function roundSigned(round: number): string {
  // Signing takes a hundredth of a second: some rounds serve many draws, whose commitments differ.
  const known = signatures.get(round) ?? signRound(SECRET, round)
  signatures.set(round, known)
  return known
}

function partOf(kind: DrawKind): DrawPart {
  const { label, options, picks } = OF[kind]
  return { label, picks, options: Array.from({ length: options }, (_, i) => ({ value: `${i}`, label: `${i}` })) }
}

/** A draw in which the last value is the attacker's; `guess`: a signature taken for that of the round to come. */
function attacked(kind: DrawKind, n: number, value: string, guess: string | null) {
  const parts = [partOf(kind)]
  const operatorSeed = hashOf(`root/${kind}/${n}`)
  const frozenAt = at((n % ROUNDS) * 1000)
  const frozen: FrozenDraw = {
    version: DRAW_VERSION,
    drawId: `${kind}/${n}`,
    kind,
    subject: 'order',
    parts: frozenParts(parts),
    operator: commitmentOf(operatorSeed),
    preparedAt: at(-1000),
    participants: [{ id: 'attacker', role: '经办人', commitment: commitmentOf(value) }],
    beacon: LOCAL,
    lead: 1,
    frozenAt,
    revealUntil: frozenAt,
  }
  const closed: ClosedDraw = {
    frozen: frozenHash(frozen),
    reveals: [{ id: 'attacker', value }],
    closedAt: frozenAt,
  }
  const signature = guess ?? roundSigned(roundFor(LOCAL, frozen.lead, frozenAt))
  return {
    record: { parts, closed, frozen },
    first: draw(seedOf({ closed, operatorSeed, signature }), parts)[0]!.value,
  }
}

let hitsOfAll = 0
test.each(DRAW_KINDS)('%s: who holds the root secret and the last move hits one in twenty by chance alone', (kind) => {
  let hits = 0
  let before = 0
  for (let n = 0; n < DRAWS; n++) {
    const values = Array.from({ length: TRIES }, (_, i) => hashOf(`${kind}/${n}/${i}`))
    // The newest round that is out: the best guess there is.
    const guess = roundSigned(roundAt(LOCAL, START + (n % ROUNDS) * 1000))
    const best = values.find((value) => attacked(kind, n, value, guess).first === '7') ?? values[0]!
    if (attacked(kind, n, best, null).first === '7') hits++
    // The same attacker against draw/2, who knew the seed and gave the nonce last.
    const seed = hashOf(`root/${kind}/${n}`)
    if (values.some((entropy) => drawBySeed({ seed, entropy }, [partOf(kind)])[0]!.value === '7')) before++
  }
  // Expected 5 of 100, standard deviation 2.2; four of them above. All inputs are fixed, so is the count.
  expect(hits).toBeLessThan(15)
  hitsOfAll += hits
  // Twenty tries hit one in twenty in 64 of a hundred: the attack is a real one, and was possible.
  expect(before).toBeGreaterThan(45)
})

test('over all kinds it is neither more nor less than chance', () => {
  // Of n tries one in twenty hits, give or take the root of n × 0.05 × 0.95; three of those either way.
  const n = DRAW_KINDS.length * DRAWS
  const spread = 3 * Math.sqrt(n * 0.05 * 0.95)
  expect(hitsOfAll).toBeGreaterThan(n / 20 - spread)
  expect(hitsOfAll).toBeLessThan(n / 20 + spread)
})
