import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import type { Context, Opened } from '../context.ts'
import type { Statement } from '../database/exchange.ts'

/** A request that takes effect once: what a key stands for. */
export interface OnceRequest {
  key: string
  /** Who: the person, or the address where nobody is logged in. */
  actor: string
  call: string
  bodyHash: Buffer
}

/** Throws `badRequest` without a usable key. */
export function onceRequest(
  request: { key: unknown; call: string; content: unknown; ip: string },
  actor: Actor | null,
): OnceRequest {
  const { key, call, content, ip } = request
  if (typeof key !== 'string' || !key || key.length > 100)
    throw new AppError('badRequest', '缺少请求编号（Idempotency-Key）')
  const bodyHash = createHash('sha256')
    .update(`${call}\n${JSON.stringify(content)}`)
    .digest()
  return { key, actor: actor?.userId ?? `ip:${ip}`, call, bodyHash }
}

/** The statement that locks the key and looks for an answer already given; it opens the transaction. */
export function lookUp(tenantId: number, { key, actor }: OnceRequest): Statement {
  return {
    text: `select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as got, i.body_hash, i.answer
      from (select 1) one left join idempotency i on i.tenant_id = $2 and i.actor = $3 and i.key = $4`,
    values: [`${tenantId}/${actor}/${key}`, tenantId, actor, key],
  }
}

/**
 * Runs `work` at most once per key and caller, in the transaction that `lookUp` opened. The same key with the same content
 * gets the first answer again; with other content `idempotencyReuse`; while the first is still running
 * `idempotencyBusy`. The record commits with the work itself, so a failed attempt may be repeated with the same key.
 */
export async function once(
  ctx: Context<Actor | null>,
  { request, opened }: { request: OnceRequest; opened: Opened },
  work: () => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  const row = opened[0] as { got: boolean; body_hash: Buffer | null; answer: unknown }
  if (row.body_hash) return replay(row.body_hash, request.bodyHash, row.answer)
  if (!row.got) throw new AppError('idempotencyBusy')
  const answer = (await work()) ?? null
  ctx.withCommit({
    text: `insert into idempotency (tenant_id, actor, key, call, body_hash, answer, created_at, status)
      values ($1, $2, $3, $4, $5, $6, $7, 200)`,
    values: [
      ctx.tenantId,
      request.actor,
      request.key,
      request.call,
      request.bodyHash,
      JSON.stringify(answer),
      ctx.clock.now(),
    ],
  })
  return { answer, replayed: false }
}

function replay(first: Buffer, now: Buffer, answer: unknown): { answer: unknown; replayed: boolean } {
  if (!first.equals(now)) throw new AppError('idempotencyReuse')
  return { answer, replayed: true }
}
