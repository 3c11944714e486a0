import { timeOfRound } from '#contract/beacon-chain.ts'
import {
  type ClosedDraw,
  commitmentOf,
  draw,
  DRAW_VERSION,
  type DrawKind,
  type DrawPart,
  type FrozenDraw,
} from '#contract/draw.ts'
import { closedHash, frozenHash, frozenParts, roundFor, seedOf } from '#contract/draw-steps.ts'
import { AppError } from '#contract/errors.ts'
import { TICK_TIMER } from '#server/public-log.ts'
import { beaconOf } from '#server/beacon/beacon.ts'
import { type Any, closedOf, type DrawRow, drawRow, frozenOf, operatorSeedOf, partsOf, sharesOf } from './rows.ts'
import { logDraw } from './logged.ts'

/** How long participants have to reveal. Their browsers do it by themselves while the page is open. */
const REVEAL_MS = 60_000

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
 * participants may only reveal or forfeit, and the round follows from when they have. `among`: the people whose parts
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
  else await ctx.schedule(timerOf(drawId), new Date(frozen.revealUntil), { kind: 'draw.due', payload: { drawId } })
  return demand(ctx, drawId)
}

/** Fixes what was revealed, and with it the round. Does nothing while somebody may still reveal. */
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
  const closed: ClosedDraw = { frozen: frozenHash(frozen), reveals, closedAt, round: roundFor(frozen, closedAt) }
  const dueAt = frozen.beacon && new Date(timeOfRound(frozen.beacon, closed.round!))
  const hash = closedHash(closed)
  await ctx.update(
    'draw',
    { id: drawId },
    { closed: JSON.stringify(closed), closedHash: Buffer.from(hash, 'hex'), closedAt: now, dueAt },
  )
  logDraw(ctx, { subject: row.subject, step: 'closed', drawId, hash })
  // The log publishes a head now, so that what was closed can be witnessed before the round is known.
  ctx.scheduleWithCommit(TICK_TIMER.key, now, { kind: TICK_TIMER.kind, payload: {} })
  // Without a beacon there is nothing to wait for, but the steps commit one after the other.
  await ctx.schedule(timerOf(drawId), dueAt ?? now, { kind: 'draw.due', payload: { drawId } })
}

/** Makes the draw from everything that was fixed. `signature`: of the round, checked; null without a beacon. */
export async function makeDraw(ctx: Any, drawId: string, signature: string | null): Promise<DrawRow | null> {
  const row = await demand(ctx, drawId)
  if (!row.closedAt || row.drawnAt) return null
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

export function timerOf(drawId: string): string {
  return `draw:${drawId}`
}

/** The draw, locked. */
async function demand(ctx: Any, drawId: string): Promise<DrawRow> {
  const row = await drawRow(ctx, drawId, 'update')
  if (!row) throw new AppError('notFound')
  return row
}
