import {
  type Cosigned,
  cosignaturesOf,
  parseWitnessKey,
  type WitnessPolicy,
  withSignatures,
} from '#features/sealing/core/log/cosignature.ts'
import { witnessedLog } from './log-port.ts'
import { type Any, policyAt } from './policy.ts'

/** A published head with the lines of the witnesses under it. */
export async function withCosignatures(ctx: Any, { size, note }: { size: number; note: string }): Promise<string> {
  const rows = await ctx.many('cosignature', { size }, { columns: ['line'], orderBy: ['at', 'witnessId'] })
  return withSignatures(
    note,
    rows.map(({ line }) => line),
  )
}

export interface CosignedHead {
  size: number
  note: string
}

/**
 * The newest head that enough witnesses had cosigned by an instant, and the oldest that they cosigned after it; enough is
 * what notices of that time name, at least one.
 */
export async function headsAround(
  ctx: Any,
  at: Date,
): Promise<{ before: CosignedHead | null; after: CosignedHead | null }> {
  const enough = (await policyAt(ctx, at))?.threshold ?? 1
  const sizes = (order: 'asc' | 'desc') =>
    ctx.tx
      .selectFrom('cosignature')
      .select('size')
      .where('tenantId', '=', ctx.tenantId)
      .where('at', order === 'desc' ? '<=' : '>', at)
      .groupBy('size')
      .having((e) => e.fn.countAll<number>(), '>=', enough)
      .orderBy('size', order)
      .limit(1)
      .executeTakeFirst()
  const [before, after] = [await sizes('desc'), await sizes('asc')]
  return { before: await headOf(ctx, before?.size), after: await headOf(ctx, after?.size) }
}

/** The oldest head that holds this leaf and that enough witnesses cosigned; enough as notices of that time name it. */
export async function headCovering(ctx: Any, { index, at }: { index: number; at: Date }): Promise<CosignedHead | null> {
  const enough = (await policyAt(ctx, at))?.threshold ?? 1
  const found = await ctx.tx
    .selectFrom('cosignature')
    .select('size')
    .where('tenantId', '=', ctx.tenantId)
    .where('size', '>', index)
    .groupBy('size')
    .having((e) => e.fn.countAll<number>(), '>=', enough)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst()
  return headOf(ctx, found?.size)
}

/** Who of a policy cosigned a head of this size or larger, and when first by its own clock; the first one first. */
export async function seenBy(
  ctx: Any,
  { witnesses }: WitnessPolicy,
  size: number,
): Promise<{ title: string; at: Date }[]> {
  const rows = await ctx.tx
    .selectFrom('cosignature as c')
    .innerJoin('witness as w', (j) => j.onRef('w.tenantId', '=', 'c.tenantId').onRef('w.id', '=', 'c.witnessId'))
    .select((e) => ['w.key', e.fn.min('c.at').as('at')])
    .where('c.tenantId', '=', ctx.tenantId)
    .where('c.size', '>=', size)
    .groupBy('w.key')
    .orderBy('at')
    .execute()
  return rows.flatMap(({ key, at }) => {
    const named = witnesses.find((one) => one.key === key)
    return named ? [{ title: named.title, at }] : []
  })
}

/** Who cosigned the head of this size. */
export async function cosignersOf(ctx: Any, size: number): Promise<Cosigned[]> {
  const head = await witnessedLog().ofSize(ctx, size)
  if (!head) return []
  const rows = await ctx.tx.selectFrom('witness').select('key').where('tenantId', '=', ctx.tenantId).execute()
  return cosignaturesOf(
    await withCosignatures(ctx, head),
    rows.map(({ key }) => parseWitnessKey(key)),
  )
}

async function headOf(ctx: Any, size: number | undefined): Promise<CosignedHead | null> {
  const head = size === undefined ? undefined : await witnessedLog().ofSize(ctx, size)
  return head ? { size: head.size, note: await withCosignatures(ctx, head) } : null
}
