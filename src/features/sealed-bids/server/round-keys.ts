import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { BidKey, PurchaseOrder } from '#server/database/tables.ts'
import { NULL } from '#server/database/records.ts'
import { logRecord } from '#server/public-log.ts'
import { isTimed } from '#features/procurement/rules/key-mode.ts'
import { fingerprint, generateKeyPair } from '#features/sealing/core/keys.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { MAX_ROUND } from '../rules.ts'
import { roundKeyRecord } from './key-records.ts'
import { type Any, sealPrivate, unsealPrivate } from './service-keys.ts'
import { keepTicking } from './tick.ts'

type Order = Selectable<PurchaseOrder>

/** What offers of a round are sealed to. Key in hex, uncompressed; fingerprint by its suite's hash. */
export interface RoundKey {
  keyId: string
  suite: SuiteName
  publicKey: string
  fingerprint: string
}

/**
 * The key of a round of an order, made when first asked for: to be called where the round begins, in its transaction. The
 * private half is kept sealed until `openRound` uses it. Heads are published from then on, whether offers come or not.
 */
export async function roundKey(ctx: Any, order: Pick<Order, 'id' | 'suite'>, round: number): Promise<RoundKey> {
  if (!Number.isSafeInteger(round) || round < 1 || round > MAX_ROUND) throw new RangeError(`round ${round}`)
  const isNew = !(await ctx.one('bid_key', { orderId: order.id, round })) && (await make(ctx, order, round))
  const { sealedPrivate: _, ...key } = await roundKeyRow(ctx, order.id, round)
  if (!isNew) return key
  ctx.audit({
    action: 'bid.round-key',
    entity: 'order',
    entityId: order.id,
    summary: `生成第 ${round} 轮定时开启密钥 ${key.fingerprint.slice(0, 16)}…`,
    data: { round, suite: key.suite, fingerprint: key.fingerprint },
  })
  const { suite, fingerprint: print } = key
  logRecord(ctx, roundKeyRecord(ctx, { orderId: order.id, round, suite, fingerprint: print }))
  await keepTicking(ctx)
  return key
}

/** The key that offers of a round are sealed to; null where bidders have keys of their own. */
export async function roundKeyFor(
  ctx: Any,
  order: Pick<Order, 'id' | 'settings'>,
  round: number,
): Promise<RoundKey | null> {
  if (!isTimed(order.settings)) return null
  const { sealedPrivate: _, ...key } = await roundKeyRow(ctx, order.id, round)
  return key
}

/** The private half in hex. For those who have seen the deadline pass. */
export async function roundPrivateKey(ctx: Any, orderId: string, round: number): Promise<string> {
  const { publicKey, sealedPrivate } = await roundKeyRow(ctx, orderId, round)
  const privateKey = privateOf(ctx, { orderId, round, publicKey, sealedPrivate })
  if (privateKey === null) throw new AppError('tampered', `第 ${round} 轮开启密钥的记录被改动，无法开启`)
  return privateKey
}

/** That the private half has been put to use, the first time. */
export async function noteOpened(ctx: Any, orderId: string, round: number): Promise<void> {
  await ctx.update('bid_key', { orderId, round, openedAt: NULL }, { openedAt: ctx.clock.now() })
}

/** Whether it has. */
export async function isRoundOpened(ctx: Any, orderId: string, round: number): Promise<boolean> {
  return (await ctx.expectOne('bid_key', { orderId, round }, { columns: ['openedAt'] })).openedAt !== null
}

/** Whether the private half of a round's key can be opened, which it can beside its own public half and in its place alone. */
export function isRoundKeyIntact(ctx: Any, key: StoredKey): boolean {
  return privateOf(ctx, key) !== null
}

type StoredKey = Pick<Selectable<BidKey>, 'orderId' | 'round' | 'publicKey' | 'sealedPrivate'>

function privateOf(ctx: Any, { orderId, round, publicKey, sealedPrivate }: StoredKey): string | null {
  try {
    return unsealPrivate(ctx, labelOf({ orderId, round, publicKey }), sealedPrivate!)
  } catch {
    return null
  }
}

async function roundKeyRow(ctx: Any, orderId: string, round: number) {
  const row = await ctx.one('bid_key', { orderId, round }, { columns: COLUMNS })
  if (!row) throw new AppError('wrongState', '本轮的开启密钥尚未生成')
  const { id: keyId, suite, ...key } = row
  return { keyId, suite: suite as SuiteName, ...key }
}

const COLUMNS = ['id', 'suite', 'publicKey', 'fingerprint', 'sealedPrivate'] as const

/** False where another transaction was first. */
async function make(ctx: Any, { id: orderId, suite }: Pick<Order, 'id' | 'suite'>, round: number): Promise<boolean> {
  const pair = generateKeyPair(suite as SuiteName)
  const { publicKey } = pair
  const made = await ctx.tx
    .insertInto('bid_key')
    .values({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      orderId,
      round,
      suite,
      publicKey,
      fingerprint: fingerprint(pair),
      sealedPrivate: sealPrivate(ctx, labelOf({ orderId, round, publicKey }), pair.privateKey),
      createdAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** Binds the sealed half to its place: moved to another round, it does not open. */
function labelOf({ orderId, round, publicKey }: Omit<StoredKey, 'sealedPrivate'>): string {
  return `round/${orderId}/${round}/${publicKey}`
}
