import { AppError } from '#contract/errors.ts'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { enqueue } from '#server/work/worker.ts'
import { equalBytes } from '#features/sealing/core/bytes.ts'
import { parseWitnessKey } from '#features/sealing/core/log/cosignature.ts'
import type * as c from '../contract.ts'
import { MOST_WITNESSES, type WitnessState, witnessUrl } from '../rules.ts'
import { cosignersOf } from './heads.ts'
import { witnessedLog } from './log-port.ts'
import { type Any, COSIGN, lockWitnesses, policyAt, setPolicy } from './policy.ts'
import { timeAuthority } from './time-stamp.ts'

type Ctx = Context<Actor>

export async function list(ctx: Ctx): Promise<OutputOf<typeof c.witnessList>> {
  const log = witnessedLog()
  const head = await log.newest(ctx)
  const rows = await ctx.tx
    .selectFrom('witness')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const stamp = await ctx.tx
    .selectFrom('head_time_stamp')
    .select(['at', 'authority', 'isLocal'])
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    threshold: await currentThreshold(ctx),
    logKey: await log.logKey(ctx),
    head: head
      ? { size: head.size, at: head.at.toISOString(), cosignedBy: (await cosignersOf(ctx, head.size)).length }
      : null,
    witnesses: rows
      // Those in use first.
      .toSorted((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null))
      .map((row) => ({
        witnessId: row.id,
        title: row.title,
        key: row.key,
        url: row.url,
        createdAt: row.createdAt.toISOString(),
        retiredAt: row.retiredAt?.toISOString() ?? null,
        state: stateOf(row),
        size: row.size,
        cosignedAt: row.cosignedAt?.toISOString() ?? null,
        behind: Math.max(0, (head?.size ?? 0) - row.size),
        failureText: row.failureText,
        failingSince: row.failingSince?.toISOString() ?? null,
        refusals: row.refusals,
      })),
    time: {
      ...timeAuthority(),
      last: stamp ? { at: stamp.at.toISOString(), authority: stamp.authority, isLocal: stamp.isLocal } : null,
    },
  }
}

export async function add(ctx: Ctx, body: BodyOf<typeof c.addWitness>): Promise<{ witnessId: string }> {
  await lockWitnesses(ctx)
  const rows = await ctx.many('witness', { retiredAt: NULL }, { columns: ['key', 'url'] })
  if (rows.length >= MOST_WITNESSES) throw new AppError('conflict', `最多登记 ${MOST_WITNESSES} 个见证方`)
  const { publicKey, name } = parseWitnessKey(body.key)
  for (const row of rows) {
    const known = parseWitnessKey(row.key)
    if (equalBytes(known.publicKey, publicKey)) throw new AppError('conflict', '该见证公钥已经登记')
    // Two keys under one name could not be told apart in a signed note by whoever reads it.
    if (known.name === name) throw new AppError('conflict', `名为 ${name} 的见证方已经登记`)
  }
  const id = ctx.newId()
  await ctx.insert('witness', {
    id,
    title: body.title,
    key: body.key,
    url: witnessUrl(body.url)!,
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
  })
  await setPolicy(ctx, Math.max(1, await currentThreshold(ctx)))
  await enqueue(ctx, COSIGN, id)
  record(ctx, { id, summary: `登记见证方：${body.title}`, data: body })
  return { witnessId: id }
}

export async function retire(
  ctx: Ctx,
  { params: { witnessId }, body }: { params: { witnessId: string }; body: BodyOf<typeof c.retireWitness> },
): Promise<void> {
  await lockWitnesses(ctx)
  const row = await ctx.expectOne('witness', { id: witnessId }, { columns: ['title', 'retiredAt'] })
  if (row.retiredAt) throw new AppError('wrongState', '该见证方已经停用')
  const left = (await ctx.many('witness', { retiredAt: NULL }, { columns: ['id'] })).length - 1
  const threshold = await currentThreshold(ctx)
  // Nobody lowers a threshold by the way.
  if (left > 0 && threshold > left)
    throw new AppError('conflict', `停用后仅余 ${left} 个见证方，少于要求的 ${threshold} 个，请先调整最少见证数`)
  await ctx.update('witness', { id: witnessId }, { retiredAt: ctx.clock.now() })
  await setPolicy(ctx, left === 0 ? 0 : threshold)
  record(ctx, { id: witnessId, summary: `停用见证方：${row.title}`, data: body })
}

export async function setThreshold(ctx: Ctx, body: BodyOf<typeof c.setThreshold>): Promise<void> {
  await lockWitnesses(ctx)
  const { length } = await ctx.many('witness', { retiredAt: NULL }, { columns: ['id'] })
  if (body.threshold > length) throw new AppError('invalid', `在用见证方共 ${length} 个，最少见证数不能超过此数`)
  const before = await currentThreshold(ctx)
  if (before === body.threshold) return
  await setPolicy(ctx, body.threshold)
  const summary = `最少见证数由 ${before} 调整为 ${body.threshold}`
  record(ctx, { id: String(ctx.tenantId), summary, data: { before, ...body } })
}

export async function ask(ctx: Ctx, { params: { witnessId } }: { params: { witnessId: string } }): Promise<void> {
  const { retiredAt } = await ctx.expectOne('witness', { id: witnessId }, { columns: ['retiredAt'] })
  if (retiredAt) throw new AppError('wrongState', '该见证方已经停用')
  await enqueue(ctx, COSIGN, witnessId)
}

/** What everybody may know of the witnesses in use. */
export async function publicList(ctx: Any): Promise<OutputOf<typeof c.logWitnesses>> {
  const rows = await ctx.many('witness', { retiredAt: NULL }, { orderBy: ['createdAt', 'id'] })
  return {
    threshold: await currentThreshold(ctx),
    witnesses: rows.map(({ title, key, size, cosignedAt }) => ({
      title,
      key,
      size,
      at: cosignedAt?.toISOString() ?? null,
    })),
  }
}

async function currentThreshold(ctx: Any): Promise<number> {
  return (await policyAt(ctx, ctx.clock.now()))?.threshold ?? 0
}

function stateOf(row: { retiredAt: Date | null; failure: string | null; cosignedAt: Date | null }): WitnessState {
  if (row.retiredAt) return 'retired'
  if (row.failure) return row.failure as 'unreachable' | 'refused'
  return row.cosignedAt ? 'cosigning' : 'idle'
}

function record(ctx: Ctx, { id, summary, data }: { id: string; summary: string; data: unknown }): void {
  ctx.audit({ action: 'witness.change', entity: 'witness', entityId: id, summary, data })
}
