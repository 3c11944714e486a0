import { isRoundSigned } from './beacon.ts'
import { type BeaconChain, isPublicChain, roundAt } from './beacon-chain.ts'
import {
  type ClosedDraw,
  commitmentOf,
  draw,
  DRAW_KINDS,
  DRAW_VERSION,
  type DrawPart,
  type Drawn,
  type DrawRecord,
  EARLIER_DRAW_VERSION,
  type FrozenDraw,
  hashOf,
  isSameResult,
  type NamedRound,
  type SteppedSource,
} from './draw.ts'

/*
 * How a seed comes about that nobody chose (draw/4). Four records, each fixed and logged before the next can be known:
 *
 *   frozen  what is drawn, among what, who takes part and the hash of what each of them holds, the operator's too
 *   closed  what the participants revealed; who did not, has forfeited
 *   named   the round of the beacon: the first one at least `lead` seconds after the first published head of the log that
 *           holds the closing, so that nobody has a choice of it, and witnesses see the closing before the round is out
 *   drawn   seed = hash(closed, operator's part, signature of that round)
 *
 * Whoever reveals, forfeits or closes does so before the round is signed, and so without knowing what comes of it. What
 * names the round is no part of the seed: named late, after the round is out, it could be tried until it suits.
 * In draw/3 the closing itself named the round, `lead` seconds after its own time.
 * Without a beacon the operator's part stands in its place: nobody but the operator knows it, and the operator committed
 * to it before anybody revealed. What remains then: the operator together with a participant can see two outcomes and
 * choose by letting that participant forfeit, which stays on record.
 */

/** The options of parts as they are frozen: by value, in an order that says nothing. */
export function frozenParts(parts: readonly DrawPart[]): FrozenDraw['parts'] {
  return parts.map(({ label, options, picks }) => ({
    label,
    options: options.map(({ value }) => value).toSorted(),
    picks,
  }))
}

/** What is logged when a draw is frozen; hex. */
export function frozenHash(frozen: FrozenDraw): string {
  const { beacon } = frozen
  return hashOf(
    JSON.stringify([
      frozen.version,
      'frozen',
      frozen.drawId,
      frozen.kind,
      frozen.subject,
      partLines(frozen.parts),
      frozen.operator,
      frozen.preparedAt,
      frozen.participants.map(({ id, role, commitment }) => [id, role, commitment]),
      beacon && [beacon.hash, beacon.name, beacon.scheme, beacon.publicKey, beacon.period, beacon.genesis],
      frozen.lead,
      frozen.frozenAt,
      frozen.revealUntil,
    ]),
  )
}

/** What is logged when the reveals are closed; hex. */
export function closedHash(closed: ClosedDraw): string {
  const { frozen, reveals, closedAt, round } = closed
  const values = reveals.map(({ id, value }) => [id, value])
  return hashOf(
    JSON.stringify([versionOf(closed), 'closed', frozen, values, closedAt, ...(round === undefined ? [] : [round])]),
  )
}

/** What is logged when the round is named; hex. */
export function namedHash({ closed, head, at, round }: NamedRound): string {
  return hashOf(JSON.stringify([DRAW_VERSION, 'named', closed, head, at, round]))
}

/** The seed; hex. */
export function seedOf({
  closed,
  operatorSeed,
  signature,
}: Pick<SteppedSource, 'closed' | 'operatorSeed' | 'signature'>): string {
  return hashOf(JSON.stringify([versionOf(closed), 'seed', closedHash(closed), operatorSeed, signature]))
}

/** The round that follows from an instant (ISO): of the head that holds the closing, in draw/3 of the closing. */
export function roundFor(beacon: Pick<BeaconChain, 'period' | 'genesis'>, lead: number, at: string): number {
  return roundAt(beacon, Date.parse(at) + lead * 1000)
}

/** The round of a draw; null: it is not named yet, or there is no beacon. */
export function roundOf({
  closed,
  named,
}: {
  closed: ClosedDraw | null
  named?: NamedRound | null | undefined
}): number | null {
  return named?.round ?? closed?.round ?? null
}

/** Participants who revealed nothing. */
export function forfeits({ frozen, closed }: Pick<SteppedSource, 'frozen' | 'closed'>): FrozenDraw['participants'] {
  return frozen.participants.filter(({ id }) => !closed.reveals.some((one) => one.id === id))
}

/** One thing that was looked at in the record of a draw. */
export interface DrawCheck {
  ok: boolean
  label: string
  detail: string
}

/**
 * Derives the seed again from the record alone and compares everything that follows. Pure: runs in the reader's browser,
 * in the replay of a review and in the offline verifier. Whether the steps were logged in time is the log's to prove.
 */
export function steppedChecks({
  parts,
  source,
  result,
}: {
  parts: readonly DrawPart[]
  source: SteppedSource
  result: readonly Drawn[]
}): DrawCheck[] {
  const { frozen, closed, operatorSeed, signature } = source
  const { beacon } = frozen
  const round = roundOf(source)
  const hash = frozenHash(frozen)
  const seed = seedOf(source)
  const missing = forfeits(source)
  const checks: DrawCheck[] = [
    {
      ok: isWellFormed(frozen) && isOfVersion(source) && textOf(frozen.parts) === textOf(frozenParts(parts)),
      label: '抽取事项和备选与冻结时一致',
      detail: `冻结承诺 ${hash}`,
    },
    {
      ok: isHash(operatorSeed) && commitmentOf(operatorSeed) === frozen.operator,
      label: '平台的随机数与事先登记的承诺一致',
      detail: `SHA-256(随机数) = ${frozen.operator}`,
    },
    {
      ok: closed.frozen === hash && revealsFit(frozen, closed),
      label: '各方揭示的随机数与各自承诺一致',
      detail: missing.length === 0 ? `${closed.reveals.length} 方揭示` : `${missing.length} 方未揭示，视为放弃`,
    },
    {
      ok: closesInTime(source),
      label: '揭示截止后方确定结果，未提前截止',
      detail: `截止 ${inBeijing(closed.closedAt)}`,
    },
  ]
  if (beacon)
    checks.push(
      {
        ok: isRoundDue(source, beacon),
        label: source.named
          ? '信标轮次由含截止记录的日志头唯一确定，且晚于该日志头'
          : '信标轮次由截止时间唯一确定，且晚于截止',
        detail: `第 ${round ?? 0} 轮，${beacon.name}`,
      },
      {
        ok: round !== null && signature !== null && isRoundSigned(beacon, round, signature),
        label: `信标签名有效（${isPublicChain(beacon) ? '公共信标' : '非公共信标'}）`,
        detail: signature ?? '无签名',
      },
    )
  else
    checks.push({
      ok: round === null && signature === null,
      label: '未使用公共信标，由各方承诺与揭示产生',
      detail: '冻结时公共信标不可达',
    })
  checks.push({
    ok: isSameResult(draw(seed, parts), result),
    label: '按种子重新抽取，结果一致',
    detail: `种子 ${seed}`,
  })
  return checks
}

/** What does not hold, in words; empty: everything does. */
export function steppedProblems(record: DrawRecord & { source: SteppedSource }): string[] {
  try {
    return steppedChecks(record).flatMap(({ ok, label }) => (ok ? [] : [`不成立：${label}`]))
  } catch {
    return ['抽取记录不完整或格式不正确']
  }
}

const HASH = /^[0-9a-f]{64}$/

function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value)
}

function isWellFormed(frozen: FrozenDraw): boolean {
  return (
    (frozen.version === DRAW_VERSION || frozen.version === EARLIER_DRAW_VERSION) &&
    DRAW_KINDS.includes(frozen.kind) &&
    isAscending(frozen.participants.map(({ id }) => id)) &&
    frozen.participants.every(({ commitment }) => isHash(commitment)) &&
    new Set(frozen.parts.map(({ label }) => label)).size === frozen.parts.length &&
    frozen.parts.every(
      ({ options, picks }) => isAscending(options) && Number.isInteger(picks) && picks >= 1 && picks <= options.length,
    ) &&
    frozen.lead >= 1 &&
    isTime(frozen.preparedAt) &&
    isTime(frozen.frozenAt) &&
    isTime(frozen.revealUntil) &&
    frozen.preparedAt <= frozen.frozenAt &&
    frozen.frozenAt <= frozen.revealUntil
  )
}

/** The version by which reveals were closed: draw/3 names the round with them. */
function versionOf({ round }: ClosedDraw): FrozenDraw['version'] {
  return round === undefined ? DRAW_VERSION : EARLIER_DRAW_VERSION
}

/** All steps are of the version that was frozen: draw/4 says of the round who named it, or that there is none. */
function isOfVersion({ frozen, closed, named }: SteppedSource): boolean {
  return versionOf(closed) === frozen.version && (named === undefined) === (frozen.version === EARLIER_DRAW_VERSION)
}

/** The round follows from the instant that counts, and from nothing else. */
function isRoundDue({ frozen: { lead }, closed, named }: SteppedSource, beacon: BeaconChain): boolean {
  if (!named) return closed.round != null && closed.round === roundFor(beacon, lead, closed.closedAt)
  const isBehind = named.closed === closedHash(closed) && isTime(named.at) && named.at >= closed.closedAt
  return isBehind && named.round === roundFor(beacon, lead, named.at)
}

function revealsFit(frozen: FrozenDraw, { reveals }: ClosedDraw): boolean {
  return (
    isAscending(reveals.map(({ id }) => id)) &&
    reveals.every(({ id, value }) => {
      const own = frozen.participants.find((one) => one.id === id)
      return own !== undefined && isHash(value) && commitmentOf(value) === own.commitment
    })
  )
}

/** Before the window is over only when everybody has revealed: nobody's part is cut off. */
function closesInTime({ frozen, closed }: Pick<SteppedSource, 'frozen' | 'closed'>): boolean {
  if (!isTime(closed.closedAt) || closed.closedAt < frozen.frozenAt) return false
  return forfeits({ frozen, closed }).length === 0 || closed.closedAt >= frozen.revealUntil
}

/** As pages show times; `contract/time.ts` does it with more than an offline verifier should load. What is no time stays. */
function inBeijing(value: string): string {
  if (!isTime(value)) return value
  return new Date(Date.parse(value) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** ISO times as this platform writes them: they compare as texts. */
function isTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && Number.isFinite(Date.parse(value))
}

function isAscending(values: readonly string[]): boolean {
  return values.every((value, i) => i === 0 || values[i - 1]! < value)
}

function partLines(parts: FrozenDraw['parts']) {
  return parts.map(({ label, options, picks }) => [label, options, picks])
}

function textOf(parts: FrozenDraw['parts']): string {
  return JSON.stringify(partLines(parts))
}
