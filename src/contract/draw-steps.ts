import { isRoundSigned } from './beacon.ts'
import { isPublicChain, roundAt } from './beacon-chain.ts'
import {
  type ClosedDraw,
  commitmentOf,
  draw,
  DRAW_KINDS,
  DRAW_VERSION,
  type DrawPart,
  type Drawn,
  type DrawRecord,
  type FrozenDraw,
  hashOf,
  isSameResult,
  type SteppedSource,
} from './draw.ts'

/*
 * How a seed comes about that nobody chose (draw/3). Three records, each fixed and logged before the next can be known:
 *
 *   frozen  what is drawn, among what, who takes part and the hash of what each of them holds, the operator's too
 *   closed  what the participants revealed; who did not, has forfeited. It names the round of the beacon: the first one
 *           at least `lead` seconds later, so that whoever closes has no choice of it
 *   drawn   seed = hash(closed, operator's part, signature of that round)
 *
 * Whoever reveals, forfeits or closes does so before the round is signed, and so without knowing what comes of it.
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
  return hashOf(
    JSON.stringify([DRAW_VERSION, 'closed', frozen, reveals.map(({ id, value }) => [id, value]), closedAt, round]),
  )
}

/** The seed; hex. */
export function seedOf({ closed, operatorSeed, signature }: Omit<SteppedSource, 'by' | 'frozen'>): string {
  return hashOf(JSON.stringify([DRAW_VERSION, 'seed', closedHash(closed), operatorSeed, signature]))
}

/** The round that a draw closed at an instant (ISO) takes; null without a beacon. */
export function roundFor({ beacon, lead }: Pick<FrozenDraw, 'beacon' | 'lead'>, closedAt: string): number | null {
  return beacon && roundAt(beacon, Date.parse(closedAt) + lead * 1000)
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
  const hash = frozenHash(frozen)
  const seed = seedOf(source)
  const missing = forfeits(source)
  const checks: DrawCheck[] = [
    {
      ok: isWellFormed(frozen) && textOf(frozen.parts) === textOf(frozenParts(parts)),
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
      detail: `截止 ${closed.closedAt}`,
    },
  ]
  if (beacon)
    checks.push(
      {
        ok: closed.round !== null && closed.round === roundFor(frozen, closed.closedAt),
        label: '信标轮次由截止时间唯一确定，且晚于截止',
        detail: `第 ${closed.round ?? 0} 轮，${beacon.name}`,
      },
      {
        ok: closed.round !== null && signature !== null && isRoundSigned(beacon, closed.round, signature),
        label: `信标签名有效（${isPublicChain(beacon) ? '公共信标' : '非公共信标'}）`,
        detail: signature ?? '无签名',
      },
    )
  else
    checks.push({
      ok: closed.round === null && signature === null,
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
    frozen.version === DRAW_VERSION &&
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
