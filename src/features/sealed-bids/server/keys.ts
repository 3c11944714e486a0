import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BidKey } from '#server/database/tables.ts'
import { logRecord } from '#server/public-log.ts'
import type * as z from 'zod'
import type { registerBidKey } from '../contract.ts'
import type { BidKeyWithUse } from '../contract-parts.ts'
import { fingerprint, publicKeyOf } from '#features/sealing/core/keys.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { refusal } from './bid.ts'
import { bidKeyRecord } from './key-records.ts'

type Ctx = Context<Employee>

export async function listKeys(ctx: Ctx) {
  const keys = await companyKeys(ctx)
  const uses = await usesOf(ctx, keys)
  return { rows: keys.map((key) => ({ ...keyView(key), orders: uses.get(key.id) ?? [] })) }
}

/** The orders each key sealed a bid for, newest first. `inForce`: the bid it sealed is the one that counts. */
async function usesOf(ctx: Ctx, keys: readonly { id: string }[]) {
  const uses = new Map<string, z.output<typeof BidKeyWithUse>['orders']>()
  if (keys.length === 0) return uses
  const rows = await ctx.tx
    .selectFrom('bid_submission as s')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 's.tenantId').onRef('o.id', '=', 's.orderId'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 's.tenantId').onRef('t.id', '=', 's.tradeId'))
    .select(['s.tradeId', 's.keyId', 's.kind', 's.at', 'o.id', 'o.code', 'o.title'])
    .where('s.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .orderBy('s.logIndex', 'desc')
    .execute()
  const latest = new Set<string>()
  for (const row of rows) {
    const isLatest = !latest.has(row.tradeId)
    latest.add(row.tradeId)
    if (row.kind !== 'submitted') continue
    const own = uses.get(row.keyId) ?? []
    uses.set(row.keyId, own)
    if (own.some((use) => use.orderId === row.id)) continue
    own.push({ orderId: row.id, code: row.code, title: row.title, lastAt: row.at.toISOString(), inForce: isLatest })
  }
  return uses
}

/** The own company's keys, newest first. */
export async function companyKeys(ctx: Ctx) {
  return ctx.tx
    .selectFrom('bid_key as k')
    .leftJoin('app_user as u', 'u.id', 'k.createdBy')
    .selectAll('k')
    .select('u.nickname as byName')
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.companyId', '=', ctx.actor.companyId)
    .orderBy('k.id', 'desc')
    .execute()
}

export async function registerKey(
  ctx: Ctx,
  { body }: { body: InputOf<typeof registerBidKey>['body'] & { label: string } },
) {
  const key = checked(body)
  const print = fingerprint(key)
  const values = {
    tenantId: ctx.tenantId,
    id: ctx.newId(),
    companyId: ctx.actor.companyId,
    suite: key.suite,
    publicKey: key.publicKey,
    fingerprint: print,
    label: body.label,
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
  }
  const stored = await ctx.tx
    .insertInto('bid_key')
    .values(values)
    .onConflict((c) => c.columns(['tenantId', 'fingerprint']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!stored) throw new AppError('conflict', '该公钥已登记过，请生成新的密钥')
  logRecord(ctx, bidKeyRecord(ctx, { id: stored.id, suite: key.suite, fingerprint: print }))
  ctx.audit({
    action: 'bid-key.register',
    entity: 'bid-key',
    entityId: stored.id,
    summary: `登记投标密钥 ${print.slice(0, 16)}…`,
    data: { suite: key.suite, fingerprint: print },
  })
  return keyView({ ...stored, byName: ctx.actor.name })
}

/** Revokes a key; refused while a bid in force is sealed to it and not yet opened. */
export async function revokeKey(ctx: Ctx, { params }: { params: { keyId: string } }): Promise<void> {
  const key = await ownKey(ctx, params.keyId, 'update')
  if (key.revokedAt) return
  const inUse = await ctx.tx
    .selectFrom('bid_submission as s')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 's.tenantId').onRef('o.id', '=', 's.orderId'))
    .select('o.title')
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.keyId', '=', key.id)
    .where('s.kind', '=', 'submitted')
    .where('o.state', 'in', ['publish.open', 'open.running'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bid_submission as later')
            .select('later.id')
            .whereRef('later.tenantId', '=', 's.tenantId')
            .whereRef('later.tradeId', '=', 's.tradeId')
            .whereRef('later.logIndex', '>', 's.logIndex'),
        ),
      ),
    )
    .executeTakeFirst()
  if (inUse) throw new AppError('wrongState', `“${inUse.title}”使用该密钥加密，开启前不能作废`)
  await ctx.update('bid_key', { id: key.id }, { revokedAt: ctx.clock.now() })
  ctx.audit({
    action: 'bid-key.revoke',
    entity: 'bid-key',
    entityId: key.id,
    summary: `作废投标密钥 ${key.fingerprint.slice(0, 16)}…`,
  })
}

/** A key of the own company, or `notFound`. */
export async function ownKey(ctx: Ctx, keyId: string, lock: 'share' | 'update'): Promise<Selectable<BidKey>> {
  const row = await findKey(ctx, keyId, lock)
  if (!row) throw new AppError('notFound')
  return row
}

function findKey(ctx: Ctx, keyId: string, lock: 'share' | 'update'): Promise<Selectable<BidKey> | undefined> {
  return ctx.tx
    .selectFrom('bid_key')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', keyId)
    .where('companyId', '=', ctx.actor.companyId)
    .$if(lock === 'share', (q) => q.forShare())
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
}

/** A key that a bid may be sealed to: the own company's, or one of a round of the order. `skip`: not there while somebody changes it. */
export function findSealingKey(
  ctx: Ctx,
  { keyId, orderId }: { keyId: string; orderId: string },
  lock: 'share' | 'skip',
): Promise<Selectable<BidKey> | undefined> {
  return ctx.tx
    .selectFrom('bid_key')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', keyId)
    .where((e) => e.or([e('companyId', '=', ctx.actor.companyId), e('orderId', '=', orderId)]))
    .forShare()
    .$if(lock === 'skip', (q) => q.skipLocked())
    .executeTakeFirst()
}

/** A key of the own company that can seal a bid of this suite now; `invalid` with the reason otherwise. */
export async function usableKey(ctx: Ctx, keyId: string, suite: string): Promise<Selectable<BidKey>> {
  return assertUsable(await findKey(ctx, keyId, 'share'), suite)
}

/** The same of a key that was found. */
export function assertUsable(key: Selectable<BidKey> | undefined, suite: string): Selectable<BidKey> {
  if (!key) throw new AppError('notFound')
  if (key.revokedAt) throw new AppError('invalid', '该密钥已作废')
  if (key.suite !== suite) throw new AppError('invalid', '密钥的密码算法与要求不一致')
  return key
}

export function keyView(row: Selectable<BidKey> & { byName: string | null }) {
  return {
    keyId: row.id,
    suite: row.suite as SuiteName,
    publicKey: row.publicKey,
    fingerprint: row.fingerprint,
    label: row.label,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.byName ?? '',
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}

function checked({ suite, publicKey }: { suite: SuiteName; publicKey: string }) {
  try {
    return publicKeyOf({ suite, publicKey })
  } catch (error) {
    if (refusal(error, '') instanceof AppError) throw new AppError('invalid', '公钥不是该算法曲线上的点')
    throw error
  }
}
