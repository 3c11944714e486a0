import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { logRecord } from '#server/public-log.ts'
import { enqueue } from '#server/work/worker.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import type { WitnessPolicy } from '#features/sealing/core/log/cosignature.ts'

export type Any = Context<Actor | null>

/** The kind of work that asks one witness for what it has not cosigned. */
export const COSIGN = 'witnesses.cosign'
/** The kind of work that has a head at a deadline time-stamped. */
export const STAMP = 'witnesses.stamp'

/** What notices published at an instant name; null where nobody cosigned then. */
export async function policyAt(ctx: Any, at: Date): Promise<WitnessPolicy | null> {
  const row = await ctx.tx
    .selectFrom('witness_policy')
    .select(['threshold', 'witnesses'])
    .where('tenantId', '=', ctx.tenantId)
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && row.threshold > 0 ? { threshold: row.threshold, witnesses: row.witnesses as Named } : null
}

type Named = WitnessPolicy['witnesses']

/**
 * Names the witnesses in use with this threshold in notices from now on, and logs that. Whoever calls has the witnesses
 * locked (`lockWitnesses`).
 */
export async function setPolicy(ctx: Any, threshold: number): Promise<void> {
  const rows = await ctx.many(
    'witness',
    { retiredAt: NULL },
    { columns: ['title', 'key'], orderBy: ['createdAt', 'id'] },
  )
  const policy: WitnessPolicy = { threshold, witnesses: rows.map(({ title, key }) => ({ title, key })) }
  const id = ctx.newId()
  await ctx.insert('witness_policy', {
    id,
    at: ctx.clock.now(),
    threshold,
    witnesses: JSON.stringify(policy.witnesses),
  })
  logRecord(ctx, { type: 'witness-list', subject: id, text: canonicalJson({ ...policy }) })
}

/** One change of the witnesses after the other. */
export async function lockWitnesses(ctx: Any): Promise<void> {
  await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['id'], lock: 'update' })
}

/** A head was published: has every witness in use asked for it after the commit. Nothing waits for them. */
export async function askWitnesses(ctx: Any): Promise<void> {
  for (const id of await witnessesToAsk(ctx)) await enqueue(ctx, COSIGN, id)
}

/** A head at a deadline was fixed: has it time-stamped after the commit. `size`: its size. */
export async function stampHead(ctx: Any, size: number): Promise<void> {
  await enqueue(ctx, STAMP, stampSubject(size))
}

/** Work is about a record by its id; a head is known by its size. */
export function stampSubject(size: number): string {
  return `00000000-0000-4000-8000-${size.toString(16).padStart(12, '0')}`
}

export function sizeOfSubject(subject: string): number {
  return Number.parseInt(subject.slice(-12), 16)
}

/** In use, or named by the notice of an order that still takes bids. */
async function witnessesToAsk(ctx: Any): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('witness as w')
    .select('w.id')
    .where('w.tenantId', '=', ctx.tenantId)
    .where((e) =>
      e.or([
        e('w.retiredAt', 'is', null),
        e.exists(
          e
            .selectFrom('purchase_order as o')
            .select('o.id')
            .whereRef('o.tenantId', '=', 'w.tenantId')
            .where('o.state', '=', 'publish.open')
            .whereRef('o.publishedAt', '<', 'w.retiredAt'),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}
