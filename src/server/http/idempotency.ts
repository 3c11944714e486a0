import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import type { Context, Opened } from '../context.ts'
import type { Statement } from '../database/exchange.ts'

/** A request that takes effect once: what a key stands for. */
export interface OnceRequest {
  /** Null where the caller sent none: then equal content stands for equal intent, for a few seconds. */
  key: string | null
  /** Who: the person, or the address where nobody is logged in. */
  actor: string
  call: string
  bodyHash: Buffer
}

/** Without a key, the request before is taken for the same one this long: a double click, or a retry of the network. */
const SAME_REQUEST_MS = 10_000

/**
 * What a request takes effect once by; null for a stranger without a key, whom only the record's state holds.
 * Throws `badRequest` for an unusable key.
 */
export function onceRequest(
  request: { key: unknown; call: string; content: unknown; ip: string },
  actor: Actor | null,
): OnceRequest | null {
  const { key = null, call, content, ip } = request
  if (key !== null && (typeof key !== 'string' || !key || key.length > 100))
    throw new AppError('badRequest', '请求编号应为 1 至 100 个字符')
  const hash = createHash('sha256').update(`${call}\n${JSON.stringify(content)}`)
  if (key !== null) return { key, actor: actor?.userId ?? `ip:${ip}`, call, bodyHash: hash.digest() }
  if (!actor) return null
  // The same words from another company or workbench of the person are another request.
  const bodyHash = hash.update(`\n${actor.companyId}\n${actor.workbench}`).digest()
  return { key, actor: `last:${actor.userId}`, call, bodyHash }
}

/** The statements that lock the request and look for an answer already given; they open the transaction. */
export function lookUp({ tenantId, now }: { tenantId: number; now: Date }, request: OnceRequest): Statement[] {
  const { key, actor, call, bodyHash } = request
  if (key !== null)
    return [
      {
        text: `select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as got, i.body_hash, i.answer
      from (select 1) one left join idempotency i on i.tenant_id = $2 and i.actor = $3 and i.key = $4`,
        values: [`${tenantId}/${actor}/${key}`, tenantId, actor, key],
      },
    ]
  // Two statements: the second sees what was committed before the lock was free; no unique key would tell otherwise.
  return [
    {
      text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as got',
      values: [`${tenantId}/${actor}/${bodyHash.toString('base64')}`],
    },
    {
      // Only the person's last request, and only while nobody else has touched a record that it names: who does something
      // again after it was changed back means it.
      text: `select body_hash, answer from (select body_hash, answer, created_at from idempotency
        where tenant_id = $1 and actor = $2 order by key desc limit 1) i
        where body_hash = $3 and created_at > $4 and not exists (select from idempotency o
          where o.tenant_id = $1 and o.created_at >= i.created_at and o.actor <> $2 and o.call like any ($5::text[]))`,
      values: [tenantId, actor, bodyHash, new Date(now.getTime() - SAME_REQUEST_MS), recordsOf(call)],
    },
  ]
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
  const row = Object.assign({}, ...opened) as { got: boolean; body_hash?: Buffer | null; answer?: unknown }
  if (row.body_hash) return replay(row.body_hash, request.bodyHash, row.answer)
  if (!row.got) throw new AppError('idempotencyBusy')
  const answer = (await work()) ?? null
  ctx.withCommit({
    text: `insert into idempotency (tenant_id, actor, key, call, body_hash, answer, created_at, status)
      values ($1, $2, $3, $4, $5, $6, $7, 200)`,
    values: [
      ctx.tenantId,
      request.actor,
      request.key ?? ctx.newId(),
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

/** Patterns of the calls that name one of the same records. */
function recordsOf(call: string): string[] {
  return [...call.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => `%${id}%`)
}
