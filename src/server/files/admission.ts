import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import type { Actor } from '../actor.ts'
import { type Context, inContext, type Kernel } from '../context.ts'
import { GIGABYTE, MEGABYTE, type Share, unfinishedMs, type UploadPolicy } from './policy.ts'

/** Quotas count what was uploaded within this time: uploads that no record took are swept after it. */
const COUNTED_MS = 30 * DAY
/** Of a form beside its file. */
const FORM_EXTRA = 64 * 1024

export interface AskedUpload {
  /** Names the upload while it is under way. */
  id: string
  use: string
  policy: UploadPolicy
  /** Bytes announced. */
  size: number
}

/**
 * Lets an upload begin: the person is entitled to the use, the quotas of person and company have room for it, and so
 * has the disk. From here on it counts, until it is stored, dropped or overdue. Throws `forbidden` with the reason,
 * `tooLarge`, `invalid` (empty), `uploadQuota`, `noSpace`, `onlyBids`.
 */
export async function admitUpload(kernel: Kernel, actor: Actor, asked: AskedUpload): Promise<void> {
  const { policy, size, id } = asked
  if (!Number.isSafeInteger(size) || size > policy.maxSize)
    throw new AppError('tooLarge', `文件不能超过 ${Math.floor(policy.maxSize / MEGABYTE)} MB`)
  if (size <= 0) throw new AppError('invalid', '文件是空的')
  const { room } = kernel.files
  await inContext(kernel, { tenantId: actor.tenantId, actor }, async (ctx) => {
    const times = await policy.entitled(ctx)
    if (typeof times === 'string') throw new AppError('forbidden', times)
    await demandQuota(ctx, asked, times)
    await room.demand(size, policy)
    await sql`insert into upload_pending (tenant_id, id, use, user_id, company_id, size, expires_at)
      values (${ctx.tenantId}, ${id}, ${asked.use}, ${actor.userId}, ${actor.companyId}, ${size},
        clock_timestamp() + ${unfinishedMs(policy)} * interval '1 millisecond')`.execute(ctx.tx)
  })
  if (!policy.usesReserve) room.promise(id, size)
}

/**
 * The same for a form, whose announced length stands for the size: it counts as under way until it is answered, and what
 * was stored of it from then on.
 */
export async function admitForm(
  kernel: Kernel,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { actor, ...asked }: Omit<AskedUpload, 'id' | 'size'> & { actor: Actor },
): Promise<void> {
  const { maxSize } = asked.policy
  const announced = Number(request.headers['content-length'] ?? maxSize)
  const size = announced > maxSize + FORM_EXTRA ? announced : Math.min(announced, maxSize)
  const id = randomUUID()
  await admitUpload(kernel, actor, { ...asked, id, size })
  const end = () =>
    dropUpload(kernel, actor, id).catch((error: unknown) => kernel.log.error({ err: error }, 'a form has ended'))
  // Whoever left while it was let in is not told of again.
  if (reply.raw.destroyed) await end()
  else reply.raw.once('close', () => void end())
}

/** In the transaction that stores the file: it counts as stored from now on. */
export async function settleUpload(ctx: Context<Actor>, id: string): Promise<void> {
  await ctx.remove('upload_pending', { id })
  ctx.afterCommit(() => ctx.files.room.release(id))
}

/** The upload came to nothing. */
export async function dropUpload(kernel: Kernel, actor: Actor, id: string): Promise<void> {
  kernel.files.room.release(id)
  await inContext(kernel, { tenantId: actor.tenantId, actor }, (ctx) => settleUpload(ctx, id))
}

/** Removes what overdue uploads left: files of this node, rows of all tenants. */
export async function endOverdueUploads(kernel: Kernel): Promise<void> {
  for (const id of await kernel.files.clearUnfinished(new Date())) kernel.files.room.release(id)
  const tenants = await kernel.db.selectFrom('tenant').select('id').execute()
  for (const { id: tenantId } of tenants)
    await inContext(kernel, { tenantId, actor: null }, (ctx) =>
      sql`delete from upload_pending where tenant_id = ${tenantId} and expires_at < clock_timestamp()`.execute(ctx.tx),
    )
}

async function demandQuota(ctx: Context<Actor>, { use, policy, size }: AskedUpload, times: number): Promise<void> {
  const { userId, companyId } = ctx.actor
  const scopes = [
    { column: 'userId', value: userId, whose: '您', share: policy.person },
    ...(companyId === null ? [] : [{ column: 'companyId', value: companyId, whose: '本企业', share: policy.company }]),
  ]
  for (const { column, value, whose, share } of scopes) {
    // Of two at once the second waits and counts the first. Person before company: nobody waits in a circle.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${ctx.tenantId} ${use} ${value}`}, 0))`.execute(
      ctx.tx,
    )
    const by = sql.ref(column)
    const { rows } = await sql<{ bytes: string; files: string }>`
      select coalesce(sum(size), 0) as bytes, count(*) as files from (
        select size from file_object where tenant_id = ${ctx.tenantId} and ${by} = ${value} and use = ${use}
          and created_at > ${new Date(ctx.clock.now().getTime() - COUNTED_MS)}
        union all
        select size from upload_pending where tenant_id = ${ctx.tenantId} and ${by} = ${value} and use = ${use}
          and expires_at > clock_timestamp()
      ) as counted`.execute(ctx.tx)
    const counted = rows[0]!
    const isFull = Number(counted.files) + 1 > share.files * times
    if (isFull || Number(counted.bytes) + size > share.bytes * times)
      throw new AppError('uploadQuota', `${whose}近 30 天上传的此类文件已达上限（${limitText(share, times)}）`)
  }
}

function limitText({ bytes, files }: Share, times: number): string {
  const all = bytes * times
  const size = all >= GIGABYTE ? `${+(all / GIGABYTE).toFixed(1)} GB` : `${Math.floor(all / MEGABYTE)} MB`
  return `${files * times} 个，共 ${size}`
}
