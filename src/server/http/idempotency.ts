import { createHmac } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import type { Context, Opened } from '../context.ts'
import type { Statement } from '../database/exchange.ts'
import { keyObject } from '../secrecy/key-object.ts'
import type { Sealed } from '../secrecy/sealed.ts'

/** A request that takes effect once: what a key stands for. */
export interface OnceRequest {
  /** Null where the caller sent none: then equal content stands for equal intent, for a few seconds. */
  key: string | null
  /** Who: the person, or the address where nobody is logged in. */
  actor: string
  call: string
  bodyHash: Buffer
  /** When it came in. */
  arrivedAt: Date
}

/** Without a key, the request before is taken for the same one this long: a double click, or a retry of the network. */
const SAME_REQUEST_MS = 10_000
/** How many other requests of a person may be done while one is under way. */
const RECENT = 20

/**
 * What a request takes effect once by; null for a stranger without a key, whom only the record's state holds.
 * Throws `badRequest` for an unusable key.
 */
export function onceRequest(
  request: { key: unknown; call: string; content: unknown; ip: string; arrivedAt: Date; hashKey: Buffer },
  actor: Actor | null,
): OnceRequest | null {
  const { key = null, call, content, ip, arrivedAt, hashKey } = request
  if (key !== null && (typeof key !== 'string' || !key || key.length > 100))
    throw new AppError('badRequest', '请求编号应为 1 至 100 个字符')
  // Keyed, since what was sent may be as short as a mobile number.
  const hash = createHmac('sha256', keyObject(hashKey)).update(`${call}\n${JSON.stringify(content)}`)
  if (key !== null) return { key, actor: actor?.userId ?? `ip:${ip}`, call, bodyHash: hash.digest(), arrivedAt }
  if (!actor) return null
  // The same words from another company or workbench of the person are another request.
  const bodyHash = hash.update(`\n${actor.companyId}\n${actor.workbench}`).digest()
  return { key, actor: `last:${actor.userId}`, call, bodyHash, arrivedAt }
}

/** The statements that lock the request and look for an answer already given; they open the transaction. */
export function lookUp({ tenantId, now }: { tenantId: number; now: Date }, request: OnceRequest): Statement[] {
  const { key, actor, call, bodyHash, arrivedAt } = request
  if (key !== null)
    return [
      {
        text: `select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as got, i.key, i.body_hash, i.answer
      from (select 1) one left join idempotency i on i.tenant_id = $2 and i.actor = $3 and i.key = $4`,
        values: [lockOf(tenantId, request), tenantId, actor, key],
      },
    ]
  // Two statements: the second sees what was committed before the lock was free; no unique key would tell otherwise.
  return [
    {
      text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as got',
      values: [lockOf(tenantId, request)],
    },
    {
      // What came in before the first was answered was sent with it, whatever others have done meanwhile. Later on only the
      // person's last request counts, and only while nobody else has touched a record that it names: who does something
      // again after it was changed back means it.
      text: `select key, body_hash, answer from (select key, body_hash, answer, created_at,
          row_number() over (order by key desc) as nth
        from idempotency where tenant_id = $1 and actor = $2 order by key desc limit ${RECENT}) i
        where body_hash = $3 and created_at > $4 and (created_at >= $6 or nth = 1 and not exists (select from idempotency o
          where o.tenant_id = $1 and o.created_at >= i.created_at and o.actor <> $2 and o.call like any ($5::text[])))
        order by nth limit 1`,
      values: [tenantId, actor, bodyHash, new Date(now.getTime() - SAME_REQUEST_MS), recordsOf(call), arrivedAt],
    },
  ]
}

/** What names a request while it is under way. */
export function lockOf(tenantId: number, { key, actor, bodyHash }: OnceRequest): string {
  return `${tenantId}/${actor}/${key ?? bodyHash.toString('base64')}`
}

/**
 * Runs `work` at most once per key and caller, in the transaction that `lookUp` opened: a failed attempt may be repeated
 * with the same key.
 */
export async function once(
  ctx: Context<Actor | null>,
  { request, opened }: { request: OnceRequest; opened: Opened },
  work: () => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  const before = replayOf(ctx, request, opened)
  if (before) return { ...before, replayed: true }
  const answer = (await work()) ?? null
  keepAnswer(ctx, request, answer)
  return { answer, replayed: false }
}

/**
 * The first answer for the same key with the same content; with other content `idempotencyReuse`; while the first is still
 * running `idempotencyBusy`; null when this is the first.
 */
export function replayOf(
  { cipher, tenantId }: Pick<Context<Actor | null>, 'cipher' | 'tenantId'>,
  request: OnceRequest,
  opened: Opened,
): { answer: unknown } | null {
  const row = Object.assign({}, ...opened) as Stored
  if (row.bodyHash) {
    if (!row.bodyHash.equals(request.bodyHash)) throw new AppError('idempotencyReuse')
    const rowId = rowIdOf(tenantId, request.actor, row.key!)
    return { answer: JSON.parse(cipher.open(ANSWER, rowId, row.answer ?? null) ?? 'null') }
  }
  if (!row.got) throw new AppError('idempotencyBusy')
  return null
}

/** Commits with the work itself. */
export function keepAnswer(ctx: Context<Actor | null>, request: OnceRequest, answer: unknown): void {
  const key = request.key ?? ctx.newId()
  ctx.withCommit({
    text: `insert into idempotency (tenant_id, actor, key, call, body_hash, answer, created_at, status)
      values ($1, $2, $3, $4, $5, $6, $7, 200)`,
    values: [
      ctx.tenantId,
      request.actor,
      key,
      request.call,
      request.bodyHash,
      ctx.cipher.seal(ANSWER, rowIdOf(ctx.tenantId, request.actor, key), JSON.stringify(answer)),
      ctx.clock.now(),
    ],
  })
}

/** What `lookUp` found. */
interface Stored {
  got: boolean
  key?: string
  bodyHash?: Buffer | null
  answer?: Sealed | null
}

const ANSWER = 'idempotency.answer'

function rowIdOf(tenantId: number, actor: string, key: string): string {
  return `${tenantId}/${actor}/${key}`
}

/** Patterns of the calls that name one of the same records. */
function recordsOf(call: string): string[] {
  return [...call.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => `%${id}%`)
}
