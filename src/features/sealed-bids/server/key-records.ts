import { sql } from 'kysely'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { NewRecord } from '#server/public-log.ts'

/* What the log says of keys: the same whether it is told as they are made or, of those from before, by a later start. */

type Any = Context<Actor | null>
type Tenant = Pick<Any, 'tenantId'>

/** A key that signs for the tenant; hex. */
export function serviceKeyRecord({ tenantId }: Tenant, key: { use: string; publicKey: string }): NewRecord {
  const { use, publicKey } = key
  const text = canonicalJson({ type: 'kaibiao.service-key/1', tenantId: String(tenantId), use, publicKey })
  return { type: 'key', subject: 'service', text }
}

/** A key that a bidder registered. */
export function bidKeyRecord({ tenantId }: Tenant, key: { id: string; suite: string; fingerprint: string }): NewRecord {
  const { id, suite, fingerprint } = key
  const text = canonicalJson({ type: 'kaibiao.key/1', tenantId: String(tenantId), use: 'bid', suite, fingerprint })
  return { type: 'key', subject: id, text }
}

/** The key of a round of an order. */
export function roundKeyRecord(
  { tenantId }: Tenant,
  key: { orderId: string; round: number; suite: string; fingerprint: string },
): NewRecord {
  const { orderId, round, suite, fingerprint } = key
  const about = { type: 'kaibiao.key/1', tenantId: String(tenantId), use: 'round' }
  return { type: 'key', subject: orderId, text: canonicalJson({ ...about, orderId, round, suite, fingerprint }) }
}

/** Records of keys that the log never took in, the oldest first. */
export async function unloggedKeys(ctx: Any, limit: number): Promise<NewRecord[]> {
  const { rows: signing } = await sql<{ use: string; publicKey: string }>`
    select use, public_key as "publicKey" from service_key k
    where tenant_id = ${ctx.tenantId} and not exists (
      select from log_record r where r.tenant_id = k.tenant_id and r.type = 'key' and r.subject = 'service'
        and position(k.public_key in r.text) > 0)
    order by created_at limit ${limit}`.execute(ctx.tx)
  const { rows: sealing } = await sql<SealingKey>`
    select id, order_id as "orderId", round, suite, fingerprint from bid_key k
    where tenant_id = ${ctx.tenantId} and not exists (
      select from log_record r where r.tenant_id = k.tenant_id and r.type = 'key'
        and r.subject = coalesce(k.order_id, k.id)::text and position(k.fingerprint in r.text) > 0)
    order by created_at limit ${limit}`.execute(ctx.tx)
  const records = [
    ...signing.map((key) => serviceKeyRecord(ctx, key)),
    ...sealing.map(({ orderId, round, ...key }) =>
      orderId === null || round === null ? bidKeyRecord(ctx, key) : roundKeyRecord(ctx, { ...key, orderId, round }),
    ),
  ]
  return records.slice(0, limit)
}

interface SealingKey {
  id: string
  orderId: string | null
  round: number | null
  suite: string
  fingerprint: string
}
