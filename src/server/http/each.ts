import { createHash } from 'node:crypto'
import { AppError, ERRORS } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import { type Context, inContext, type Kernel, type Scope } from '../context.ts'
import type { Statement } from '../database/exchange.ts'
import type { Each, EachOutcome, Input, Route } from '../implement.ts'
import { keepAnswer, lockOf, lookUp, type OnceRequest, once as runOnce, replayOf } from './idempotency.ts'

type Handled = (outcomes: readonly EachOutcome<unknown>[]) => unknown

/** Without a key, the same about a record is taken for the same request this long. */
const SAME_REQUEST_MS = 10_000

/**
 * `replayed`: nothing was done anew. Acts on one record after the other, each in a transaction that also stores what became of it; what was refused may be
 * tried again with the same key. A failure of ours is told of its record alone and logged.
 */
export async function actOnEach(
  kernel: Kernel,
  { each, handler }: Pick<Route, 'handler'> & { each: Each },
  call: { scope: Scope<Actor | null>; input: Input<unknown, unknown, unknown>; once: OnceRequest | null },
): Promise<{ answer: unknown; replayed: boolean }> {
  const { scope, input, once } = call
  const { before } = each
  const base = { ...scope, opening: [] }
  if (before) await inContext(kernel, { ...base, readOnly: true }, (ctx) => before(ctx, input))
  if (once?.key != null) await announce(kernel, base, once)
  const outcomes: EachOutcome<unknown>[] = []
  let isFresh = false
  for (const record of new Set(each.recordsOf(input))) {
    try {
      const { answer, replayed } = await actOn(kernel, { scope: base, once, record }, (ctx) =>
        each.act(ctx, input, record),
      )
      isFresh ||= !replayed
      outcomes.push({ record, isDone: true, answer })
    } catch (error) {
      if (error instanceof AppError && UNDER_WAY.includes(error.errorName)) throw error
      outcomes.push(refusalOf(kernel, scope, { record, error }))
    }
  }
  const answer = (handler as unknown as Handled)(outcomes)
  return { answer, replayed: !isFresh }
}

/** The request as a whole is being done, or its key stands for another one: then nothing more of it is. */
const UNDER_WAY: readonly string[] = ['idempotencyBusy', 'idempotencyReuse']

function refusalOf(
  kernel: Kernel,
  { requestId }: Scope<Actor | null>,
  { record, error }: { record: string; error: unknown },
): EachOutcome<unknown> {
  if (!(error instanceof AppError)) {
    kernel.log.error({ err: error, reqId: requestId, record }, 'one record of several failed')
    return { record, isDone: false, code: ERRORS.server.code, reason: ERRORS.server.message, details: null }
  }
  return { record, isDone: false, code: error.code, reason: error.message, details: error.details ?? null }
}

/** The key stands for this content from now on; another one is refused with `idempotencyReuse`. */
async function announce(kernel: Kernel, scope: Scope<Actor | null>, request: OnceRequest): Promise<void> {
  const opening = lookUp({ tenantId: scope.tenantId, now: kernel.clock.now() }, request)
  await inContext(kernel, { ...scope, opening }, (ctx, opened) =>
    runOnce(ctx, { request, opened: opened.flat() }, () => Promise.resolve(null)),
  )
}

async function actOn(
  kernel: Kernel,
  { scope, once, record }: { scope: Scope<Actor | null>; once: OnceRequest | null; record: string },
  work: (ctx: Context<Actor | null>) => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  if (!once) return inContext(kernel, scope, async (ctx) => ({ answer: await work(ctx), replayed: false }))
  const request = partOf(once, record)
  const now = kernel.clock.now()
  const { tenantId } = scope
  const opening =
    request.key === null ? lookUpLast(tenantId, request, { record, now }) : lookUp({ tenantId, now }, request)
  return inContext(kernel, { ...scope, opening }, async (ctx, opened) => {
    const before = replayOf(ctx, request, opened.flat())
    if (before) return { ...before, replayed: true }
    const answer = (await work(ctx)) ?? null
    // Without a key, under one that begins with the record, by which the next request finds it.
    keepAnswer(ctx, { ...request, key: request.key ?? `${record}/${ctx.newId()}` }, answer)
    return { answer, replayed: false }
  })
}

/** The part of a request that is about one record. */
function partOf({ key, actor, call, bodyHash, arrivedAt }: OnceRequest, record: string): OnceRequest {
  const hash = (of: Buffer | string) => createHash('sha256').update(of).update(` ${record}`).digest()
  return {
    key: key === null ? null : hash(key).toString('hex'),
    actor: `each:${actor}`,
    call: `${call} ${record}`,
    bodyHash: hash(bodyHash),
    arrivedAt,
  }
}

/** What a person last did to a record, where that was the same: a moment ago, or not answered yet when this came in. */
function lookUpLast(
  tenantId: number,
  request: OnceRequest,
  { record, now }: { record: string; now: Date },
): Statement[] {
  const { actor, bodyHash, arrivedAt } = request
  return [
    { text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as got', values: [lockOf(tenantId, request)] },
    {
      text: `select key, body_hash, answer from (select key, body_hash, answer, created_at from idempotency
          where tenant_id = $1 and actor = $2 and key like $3 order by created_at desc limit 1) i
        where body_hash = $4 and (created_at > $5 or created_at >= $6)`,
      values: [tenantId, actor, `${record}/%`, bodyHash, new Date(now.getTime() - SAME_REQUEST_MS), arrivedAt],
    },
  ]
}
