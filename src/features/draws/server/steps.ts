import { timeOfRound } from '#contract/beacon-chain.ts'
import {
  type ClosedDraw,
  commitmentOf,
  draw,
  DRAW_VERSION,
  EARLIER_DRAW_VERSION,
  type DrawKind,
  type DrawPart,
  type FrozenDraw,
  type NamedRound,
} from '#contract/draw.ts'
import { closedHash, frozenHash, frozenParts, namedHash, roundFor, seedOf } from '#contract/draw-steps.ts'
import { AppError } from '#contract/errors.ts'
import { publishNow, recordProofs } from '#server/public-log.ts'
import { beaconOf } from '#server/beacon/beacon.ts'
import {
  type Any,
  closedOf,
  type DrawRow,
  drawRow,
  frozenOf,
  operatorSeedOf,
  partsOf,
  roundOfRow,
  sharesOf,
} from './rows.ts'
import { logDraw } from './logged.ts'

/** How long participants have to reveal. Their browsers do it by themselves while the page is open. */
const REVEAL_MS = 60_000
/** Ms until the log is asked again whether a head holds a step: soon at first, and no more often than this for one on hold. */
const HEAD_MS = { least: 1_000, most: 30_000 } as const

export interface NewDraw {
  id: string
  kind: DrawKind
  subject: string
  title: string
}

/** Commits the operator to its part of a later draw, on record and in the log. Returns the hash, hex. */
export async function prepareDraw(ctx: Any, { id, kind, subject, title }: NewDraw): Promise<string> {
  const operatorHash = commitmentOf(operatorSeedOf(ctx, { id }))
  await ctx.insert('draw', {
    id,
    kind,
    subject,
    title,
    operatorHash: Buffer.from(operatorHash, 'hex'),
    preparedAt: ctx.clock.now(),
  })
  logDraw(ctx, { subject, step: 'prepared', drawId: id, hash: operatorHash })
  return operatorHash
}

/**
 * Freezes what is drawn and who takes part. From here on nothing can be chosen: whether there is a beacon is decided now,
 * participants may only reveal or forfeit, and the round follows from when the log has that. `among`: the people whose parts
 * count, all where left out. The subject is locked by the caller. Throws `wrongState` for a draw that is frozen.
 */
export async function freezeDraw(
  ctx: Any,
  drawId: string,
  { parts, among }: { parts: readonly DrawPart[]; among?: readonly string[] },
): Promise<DrawRow> {
  const row = await demand(ctx, drawId)
  if (row.frozenAt) throw new AppError('wrongState', '抽取已开始，不能更改')
  const beacon = beaconOf(ctx)
  const chain = (await beacon?.chain()) ?? null
  const now = ctx.clock.now()
  const shares = (await sharesOf(ctx, drawId)).filter((one) => among === undefined || among.includes(one.userId))
  const frozen: FrozenDraw = {
    version: DRAW_VERSION,
    drawId,
    kind: row.kind as DrawKind,
    subject: row.subject,
    parts: frozenParts(parts),
    operator: row.operatorHash.toString('hex'),
    preparedAt: row.preparedAt.toISOString(),
    participants: shares
      .map(({ id, role, commitment }) => ({ id, role, commitment: commitment.toString('hex') }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    beacon: chain,
    lead: beacon?.lead ?? 1,
    frozenAt: now.toISOString(),
    revealUntil: new Date(now.getTime() + (shares.length > 0 ? REVEAL_MS : 0)).toISOString(),
  }
  const hash = frozenHash(frozen)
  await ctx.update(
    'draw',
    { id: drawId },
    {
      parts: JSON.stringify(parts),
      frozen: JSON.stringify(frozen),
      frozenHash: Buffer.from(hash, 'hex'),
      frozenAt: now,
    },
  )
  logDraw(ctx, { subject: row.subject, step: 'frozen', drawId, hash })
  if (shares.length === 0) await closeReveals(ctx, drawId)
  else await goOnAt(ctx, drawId, new Date(frozen.revealUntil))
  return demand(ctx, drawId)
}

/** Fixes what was revealed. Does nothing while somebody may still reveal. */
export async function closeReveals(ctx: Any, drawId: string): Promise<void> {
  const row = await demand(ctx, drawId)
  if (!row.frozenAt || row.closedAt) return
  const frozen = frozenOf(row)
  const now = ctx.clock.now()
  const shares = await sharesOf(ctx, drawId)
  const reveals = shares
    .filter((one) => one.value !== null && frozen.participants.some(({ id }) => id === one.id))
    .map(({ id, value }) => ({ id, value: value!.toString('hex') }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (reveals.length < frozen.participants.length && now < new Date(frozen.revealUntil)) return
  const closedAt = now.toISOString()
  const { beacon, lead } = frozen
  // One that was frozen before the log named rounds is closed as it was frozen.
  const round = beacon && roundFor(beacon, lead, closedAt)
  const isEarlier = frozen.version === EARLIER_DRAW_VERSION
  const closed: ClosedDraw = { frozen: frozenHash(frozen), reveals, closedAt, ...(isEarlier && { round }) }
  const dueAt = isEarlier && beacon ? new Date(timeOfRound(beacon, round!)) : null
  const hash = closedHash(closed)
  await ctx.update(
    'draw',
    { id: drawId },
    { closed: JSON.stringify(closed), closedHash: Buffer.from(hash, 'hex'), closedAt: now, dueAt },
  )
  logDraw(ctx, { subject: row.subject, step: 'closed', drawId, hash })
  publishNow(ctx)
  // Without a beacon there is nothing to wait for, but the steps commit one after the other.
  await goOnAt(ctx, drawId, dueAt ?? now)
}

/** Whether the draw waits for a head of the log that holds its closing, to name the round by. */
export function lacksRound(row: DrawRow): boolean {
  return row.closedAt !== null && frozenOf(row).beacon !== null && roundOfRow(row) === null
}

/**
 * Names the round of a draw that lacks one, by the first published head of the log that holds the closing; while there is none
 * the log is asked again. The row is locked. Whenever this comes, after a restart too, it comes to the same round: a later
 * head would be a choice. A log that is on hold keeps the draw waiting.
 */
export async function nameRound(ctx: Any, row: DrawRow): Promise<void> {
  const { id: drawId, subject } = row
  const { beacon, lead } = frozenOf(row)
  const closed = closedHash(closedOf(row))
  const now = ctx.clock.now()
  publishNow(ctx)
  const head = await headHolding(ctx, row, closed)
  if (!head) {
    const wait = (now.getTime() - row.closedAt!.getTime()) / 4
    return goOnAt(ctx, drawId, new Date(now.getTime() + Math.min(HEAD_MS.most, Math.max(HEAD_MS.least, wait))))
  }
  // Clocks of nodes differ by moments: the one that published may be behind the one that closed.
  const at = new Date(Math.max(head.at.getTime(), row.closedAt!.getTime())).toISOString()
  const { checkpoint, inclusionProof: proof } = head
  const named: NamedRound = { closed, head: checkpoint, at, proof, round: roundFor(beacon!, lead, at) }
  const hash = namedHash(named)
  const dueAt = new Date(timeOfRound(beacon!, named.round))
  await ctx.update(
    'draw',
    { id: drawId },
    { named: JSON.stringify(named), namedHash: Buffer.from(hash, 'hex'), namedAt: now, dueAt },
  )
  logDraw(ctx, { subject, step: 'named', drawId, hash })
  await goOnAt(ctx, drawId, soonest(dueAt, new Date(now.getTime() + HEAD_MS.least)))
}

/**
 * Before the round is out: sees to it that a head holds what names it, for witnesses to see in time. While an order takes bids
 * the log gives a record its leaf when a beat has ended, which would else be with the next tick.
 */
export async function awaitRound(ctx: Any, row: DrawRow): Promise<void> {
  const dueAt = row.dueAt!
  const isHeld = row.namedHash === null || (await headHolding(ctx, row, row.namedHash.toString('hex'))) !== null
  if (isHeld) return goOnAt(ctx, row.id, dueAt)
  publishNow(ctx)
  await goOnAt(ctx, row.id, soonest(dueAt, new Date(ctx.clock.now().getTime() + HEAD_MS.least)))
}

function headHolding(ctx: Any, { subject }: DrawRow, hash: string) {
  return recordProofs().firstHead(ctx, { type: 'draw', subject, hash })
}

function soonest(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** Has the draw looked at again (`draw.due`), after a restart as well. */
export async function goOnAt(ctx: Any, drawId: string, at: Date): Promise<void> {
  await ctx.schedule(`draw:${drawId}`, at, { kind: 'draw.due', payload: { drawId } })
}

/** Makes the draw from everything that was fixed. `signature`: of the round, checked; null without a beacon. */
export async function makeDraw(ctx: Any, drawId: string, signature: string | null): Promise<DrawRow | null> {
  const row = await demand(ctx, drawId)
  if (!row.closedAt || row.drawnAt || lacksRound(row)) return null
  const operatorSeed = operatorSeedOf(ctx, row)
  if (commitmentOf(operatorSeed) !== row.operatorHash.toString('hex'))
    throw new AppError('tampered', '平台的随机数与登记的承诺不一致')
  const closed = closedOf(row)
  const result = draw(seedOf({ closed, operatorSeed, signature }), partsOf(row))
  await ctx.update(
    'draw',
    { id: drawId },
    {
      operatorSeed: Buffer.from(operatorSeed, 'hex'),
      signature: signature === null ? null : Buffer.from(signature, 'hex'),
      result: JSON.stringify(result),
      drawnAt: ctx.clock.now(),
      trouble: '',
    },
  )
  return demand(ctx, drawId)
}

/** The draw, locked. */
async function demand(ctx: Any, drawId: string): Promise<DrawRow> {
  const row = await drawRow(ctx, drawId, 'update')
  if (!row) throw new AppError('notFound')
  return row
}
