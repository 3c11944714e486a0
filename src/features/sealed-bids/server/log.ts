import { randomInt } from 'node:crypto'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { CompiledQuery } from 'kysely'
import { isOnHold, refuseOnHold } from '#server/marks/check.ts'
import { askWitnesses, stampHead } from '#features/witnesses/server/public.ts'
import { fromHex, toHex, utf8 } from '#features/sealing/core/bytes.ts'
import { signNote } from '#features/sealing/core/log/checkpoint.ts'
import { type BlindedLeaf, blindLeaf } from '#features/sealing/core/log/leaf.ts'
import { emptyRoot } from '#features/sealing/core/log/merkle.ts'
import { appendEntries, TileTree } from '#features/sealing/core/log/tiles.ts'
import { BEAT, type Fill, fillForEvent, fillSilence, firstBeat, leavesAhead } from './beat.ts'
import { RecordQueue, type StoredRecord, waitingRecords } from './log-records.ts'
import { type KnownTiles, lastTiles, tileStore } from './log-store.ts'
import { nativeSigner } from './native-signer.ts'
import { type Any, type ServiceKey, serviceKeys } from './service-keys.ts'

/** Where a leaf came to lie, and a tree head that covers it. Hashes in hex. */
export interface Placed {
  index: number
  checkpoint: string
  proof: string[]
}

export interface Head {
  size: number
  note: string
}

/** The head that closes a round of an order; its deadline is null where it is the order's. */
export interface ClosingHead extends Head {
  round: number
  deadline: Date | null
}

/** The log as it was found behind its lock, with the tiles that appending reads and the records that wait. */
interface OpenLog {
  row: LogRow | undefined
  tiles: KnownTiles
  records: readonly StoredRecord[]
}

/** Takes the log's row lock, which all submissions of the tenant wait for; refused while the log is on hold. */
export async function openLog(ctx: Any): Promise<OpenLog> {
  const [row, last, waiting] = await Promise.all([lockRow(ctx), lastTiles(ctx), waitingRecords(ctx), refuseOnHold(ctx)])
  // One round trip for all. What belongs to another size was read before the lock was ours: it is read again behind it.
  if (last.size === (row?.size ?? null)) return { row, tiles: last.tiles, records: waiting }
  const [{ tiles }, records] = await Promise.all([lastTiles(ctx), waitingRecords(ctx)])
  return { row, tiles, records }
}

/**
 * Appends events in their order, under one tree head; stored with the commit. The log is locked by then: it comes last in a
 * transaction, and what is left to do is to sign and to commit.
 */
export async function appendToLog(
  ctx: Any,
  { log: { row, tiles, records }, key }: { log: OpenLog; key: ServiceKey },
  leaves: readonly BlindedLeaf[],
): Promise<Placed[]> {
  const log = row ? opened(row, key) : await lockLog(ctx, key)
  const now = ctx.clock.now().getTime()
  const events: Event[] = []
  let { filledTo } = log
  for (const { entry } of leaves) {
    const fill = fillForEvent(filledTo, now, randomInt(1000) / 1000)
    events.push({ decoys: fill.decoys, entry })
    ;({ filledTo } = fill)
  }
  const { tree, indices, queries } = await extend(ctx, log, { events, filledTo, tiles, records })
  for (const { sql, parameters } of queries) ctx.withCommit({ text: sql, values: parameters })
  const checkpoint = signNote({ origin: log.origin, size: tree.size, root: await tree.root() }, nativeSigner(key))
  return Promise.all(
    indices.map(async (index) => ({ index, checkpoint, proof: (await tree.inclusionProof(index)).map(toHex) })),
  )
}

/**
 * Publishes the head as it stands by the clock: leaves of beats that have not ended are not part of it. Nothing while
 * the log is on hold: a head of an older database would contradict one that is published. `isSecret`: an order takes bids,
 * and records that wait get no more leaves than beats have ended; otherwise all get theirs at once.
 */
export async function publishHead(ctx: Any, isSecret: boolean): Promise<void> {
  if (await isOnHold(ctx)) return
  const log = await lockLog(ctx, (await serviceKeys(ctx)).log)
  const now = ctx.clock.now().getTime()
  const records = await waitingRecords(ctx)
  const silence = fillSilence(log.filledTo, now)
  const fill = isSecret ? silence : { ...silence, decoys: Math.max(silence.decoys, records.length) }
  const { tree, queries } = await extend(ctx, log, { ...silent(fill), records })
  await Promise.all(queries.map((query) => ctx.tx.executeQuery(query)))
  const size = tree.size - leavesAhead(fill.filledTo, now)
  const before = await newestHead(ctx)
  if (size <= (before?.size ?? -1)) return
  await storeHead(ctx, { log, tree, size })
}

/**
 * Fixes the head at the deadline of a round of an order: it covers every leaf there is. Where that is more than the clock has
 * beats, some decoys of a random number blur by how many.
 */
export async function fixHead(ctx: Any, closing: { orderId: string; round: number; deadline: Date }): Promise<Head> {
  await refuseOnHold(ctx)
  const log = await lockLog(ctx, (await serviceKeys(ctx)).log)
  const now = ctx.clock.now().getTime()
  const silence = fillSilence(log.filledTo, now)
  const blur = leavesAhead(silence.filledTo, now) > 1 ? randomInt(16) : 0
  const fill = { decoys: silence.decoys + blur, filledTo: silence.filledTo + blur * BEAT }
  const { tree, queries } = await extend(ctx, log, { ...silent(fill), records: await waitingRecords(ctx) })
  await Promise.all(queries.map((query) => ctx.tx.executeQuery(query)))
  return storeHead(ctx, { log, tree, size: tree.size, closing })
}

/** The newest head the public may see. */
export async function newestHead(ctx: Any): Promise<(Head & { at: Date }) | undefined> {
  return ctx.tx
    .selectFrom('bid_checkpoint')
    .select(['size', 'note', 'at'])
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('size', 'desc')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The head at the deadline of a round of an order; undefined while it is not fixed. */
export async function headAtDeadline(ctx: Any, orderId: string, round: number): Promise<ClosingHead | undefined> {
  return ctx.one('bid_checkpoint', { orderId, round }, { columns: CLOSING })
}

/** The heads of all rounds of an order that are closed, in their order. */
export async function headsAtDeadlines(ctx: Any, orderId: string): Promise<ClosingHead[]> {
  return ctx.many('bid_checkpoint', { orderId }, { columns: CLOSING, orderBy: ['round'] })
}

/** The log's name in tree heads: fixed when the log begins. */
export async function logOrigin(ctx: Any): Promise<string> {
  const row = await ctx.tx
    .selectFrom('bid_log')
    .select('origin')
    .where('tenantId', '=', ctx.tenantId)
    .executeTakeFirst()
  return row?.origin ?? originOf(ctx, (await serviceKeys(ctx)).log)
}

/**
 * The decoys of a log, by index. Their blinding follows from the log's private key, so that it need not be stored and an
 * auditor can be shown that they stand for nothing; without the key they look like any other leaf.
 */
export function decoysOf(tenantId: number, key: Pick<ServiceKey, 'privateKey'>): (index: number) => BlindedLeaf {
  // A log has tens of thousands: the key is unsealed and taken in once.
  const keyed = hmac.create(sha256, fromHex(key.privateKey))
  return (index) => {
    const blinding = keyed.clone().update(utf8(`kaibiao/decoy/1/${tenantId}/${index}`))
    return blindLeaf({ type: 'decoy', tenantId: String(tenantId) }, toHex(blinding.digest()))
  }
}

const CLOSING = ['size', 'note', 'round', 'deadline'] as const

interface Log {
  origin: string
  size: number
  filledTo: number
  key: ServiceKey
}

function originOf(ctx: Any, key: Pick<ServiceKey, 'publicKey'>): string {
  return `kaibiao.log/${ctx.tenantId}/${key.publicKey.slice(0, 8)}`
}

type LogRow = NonNullable<Awaited<ReturnType<typeof lockRow>>>

function lockRow(ctx: Any) {
  return ctx.tx.selectFrom('bid_log').selectAll().where('tenantId', '=', ctx.tenantId).forUpdate().executeTakeFirst()
}

function opened({ origin, size, filledTo }: LogRow, key: ServiceKey): Log {
  return { origin, size, filledTo: filledTo.getTime(), key }
}

/** The log, locked; it begins when it is first asked for. */
async function lockLog(ctx: Any, key: ServiceKey): Promise<Log> {
  const row = await lockRow(ctx)
  if (row) return opened(row, key)
  await ctx.tx
    .insertInto('bid_log')
    .values({
      tenantId: ctx.tenantId,
      origin: originOf(ctx, key),
      size: 0,
      root: Buffer.from(emptyRoot()),
      filledTo: new Date(firstBeat(ctx.clock.now().getTime())),
    })
    .onConflict((c) => c.doNothing())
    .execute()
  return opened((await lockRow(ctx))!, key)
}

/** What comes to the log at one place: so many decoys, and the entry of an event behind them. */
interface Event {
  decoys: number
  entry: Uint8Array | null
}

/** What a log grows by where nothing happened. */
function silent({ decoys, filledTo }: Fill) {
  return { events: [{ decoys, entry: null }], filledTo }
}

interface Growth {
  events: readonly Event[]
  filledTo: number
  tiles?: KnownTiles
  records: readonly StoredRecord[]
}

/**
 * The log with what comes to it; `queries` store that. `indices`: where the entries came to lie. Records that wait take the
 * places of decoys, so that the log grows with them as it would without.
 */
async function extend(
  ctx: Any,
  log: Log,
  { events, filledTo, tiles, records }: Growth,
): Promise<{ tree: TileTree; indices: number[]; queries: CompiledQuery[] }> {
  const entries: Uint8Array[] = []
  const indices: number[] = []
  const queue = new RecordQueue(ctx, records)
  const decoyAt = decoysOf(ctx.tenantId, log.key)
  for (const { decoys, entry } of events) {
    for (let i = 0; i < decoys; i++) {
      const index = log.size + entries.length
      entries.push(queue.take(index) ?? decoyAt(index).entry)
    }
    if (!entry) continue
    indices.push(log.size + entries.length)
    entries.push(entry)
  }
  const store = tileStore(ctx, tiles)
  const size = await appendEntries(store, log.size, entries)
  const tree = new TileTree(store, size)
  const head = ctx.tx
    .updateTable('bid_log')
    .set({ size, root: Buffer.from(await tree.root()), filledTo: new Date(filledTo) })
    .where('tenantId', '=', ctx.tenantId)
    .compile()
  return { tree, indices, queries: [store.writing(), head, ...queue.writing()] }
}

async function storeHead(
  ctx: Any,
  {
    log,
    tree,
    size,
    closing,
  }: { log: Log; tree: TileTree; size: number; closing?: { orderId: string; round: number; deadline: Date } },
): Promise<Head> {
  const note = signNote({ origin: log.origin, size, root: await tree.root(size) }, nativeSigner(log.key))
  await ctx.insert('bid_checkpoint', { id: ctx.newId(), size, note, at: ctx.clock.now(), ...closing })
  await askWitnesses(ctx)
  if (closing) await stampHead(ctx, size)
  return { size, note }
}
