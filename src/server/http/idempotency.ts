import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { escapeLiteral } from 'pg'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'

export interface Answered {
  status: number
  answer: unknown
}

/**
 * Runs `work` at most once per key and caller. The same key with the same content gets the first answer again; with
 * other content `idempotencyReuse`; while the first is still running `idempotencyBusy`. The record commits with the
 * work itself, so a failed attempt may be repeated with the same key.
 */
export async function once(
  ctx: Context<Actor | null>,
  request: { key: string | undefined; call: string; content: unknown },
  work: () => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  const { key, call } = request
  if (!key || key.length > 100) throw new AppError('badRequest', '缺少请求编号（Idempotency-Key）')
  const actor = ctx.actor?.userId ?? `ip:${ctx.ip}`
  const bodyHash = createHash('sha256')
    .update(`${call}\n${JSON.stringify(request.content)}`)
    .digest()
  const lockName = `${ctx.tenantId}/${actor}/${key}`
  const { rows } = await sql<{ got: boolean; call: string | null; body_hash: Buffer | null; answer: unknown }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 7)) as got, i.call, i.body_hash, i.answer
    from (select 1) one left join idempotency i on i.tenant_id = ${ctx.tenantId} and i.actor = ${actor} and i.key = ${key}`.execute(
    ctx.tx,
  )
  const row = rows[0]!
  if (row.body_hash) return replay(row.body_hash, bodyHash, row.answer)
  if (!row.got) throw new AppError('idempotencyBusy')
  const answer = (await work()) ?? null
  const values = [
    actor,
    key,
    call,
    `\\x${bodyHash.toString('hex')}`,
    JSON.stringify(answer),
    ctx.clock.now().toISOString(),
  ]
  ctx.withCommit(`insert into idempotency (tenant_id, actor, key, call, body_hash, answer, created_at, status)
    values (${ctx.tenantId}, ${values.map((v) => escapeLiteral(v)).join(', ')}, 200)`)
  return { answer, replayed: false }
}

function replay(first: Buffer, now: Buffer, answer: unknown): { answer: unknown; replayed: boolean } {
  if (!first.equals(now)) throw new AppError('idempotencyReuse')
  return { answer, replayed: true }
}
