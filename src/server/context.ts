import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { escapeLiteral } from 'pg'
import { AppError } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import { type Config, deriveKey } from './config.ts'
import type { Database, Tx } from './database/connect.ts'
import type { FileStore } from './files/store.ts'

/** A recorded fact: who did what to which record, with what changed. Read back by AuditTrail and the verifier. */
export interface AuditFact {
  action: string
  entity: string
  entityId: string
  /** Shown in the audit trail. */
  summary: string
  data?: unknown
}

/** Something that happened, delivered at least once to subscribers and to live pages after the commit. */
export interface Event {
  kind: string
  payload: Record<string, unknown>
  /** Live topics that hear of it, e.g. `order:<id>`; empty: subscribers only. */
  topics?: string[]
}

/** What an operation runs in: one transaction, one tenant, one actor, one clock. */
export interface Context<A extends Actor | null = Actor> {
  readonly actor: A
  readonly tenantId: number
  readonly tx: Tx
  readonly clock: Clock
  readonly config: Config
  readonly files: FileStore
  readonly requestId: string
  readonly ip: string
  readonly log: Log
  /** A new record id at this context's time. */
  newId(): string
  /** A key for one purpose, derived from the root secret; 32 bytes. */
  key(purpose: string): Buffer
  /** Records a fact; written with the change it describes, at commit. */
  audit(fact: AuditFact): void
  /** Announces a fact; stored with the change, delivered after commit. */
  emit(event: Event): void
  /** Announces an event at an instant; the same key again moves it, `null` drops it. */
  schedule(key: string, due: Date | null, event: Omit<Event, 'topics'>): Promise<void>
  /** Runs after a successful commit, never when it fails. For effects that cannot be in the database. */
  afterCommit(effect: () => void | Promise<void>): void
  /**
   * For the kernel: a statement to run with the commit, in the same round trip. Whole SQL text, every value a literal
   * made by `escapeLiteral`.
   */
  withCommit(statement: string): void
  /**
   * Runs a part of the operation in a savepoint, as `actor`: facts are recorded as theirs. When it throws, its changes,
   * facts, events and effects are undone, the rest of the operation stands, and the error is thrown on.
   */
  part<B extends Actor | null, T>(actor: B, work: (ctx: Context<B>) => Promise<T>): Promise<T>
  /** What is known of this person is out of date: after the commit every process drops it and ends their live streams. */
  actorChanged(userId: string): void
}

/**
 * A refusal whose records stay: the transaction commits, then `reason` is thrown. For failed attempts that must count
 * (a wrong password) or be provable (a late bid).
 */
export class KeptRefusal extends Error {
  readonly reason: AppError

  constructor(reason: AppError) {
    super(reason.message)
    this.reason = reason
  }
}

export interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export interface Kernel {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  readonly files: FileStore
  readonly log: Log
  /** Drops what this process and the others know of a person. */
  actorChanged(userId: string): Promise<void>
  /** Told after each commit that stored events. */
  wake(): void
}

export interface Scope<A extends Actor | null> {
  tenantId: number
  actor: A
  readOnly?: boolean
  requestId?: string
  ip?: string
  /**
   * A statement to run with the begin of the transaction, in the same round trip; `work` gets its rows. Whole SQL text,
   * every value a literal made by `escapeLiteral`.
   */
  opening?: string
}

/** Rows of a scope's opening statement. */
export type Opened = readonly Record<string, unknown>[]

const RETRIES = 3

/**
 * Runs `work` in one transaction with tenant and actor set for row-level security. Facts and events collected on the
 * context are written last, together. A transaction lost to a deadlock or serialisation failure is run again, so
 * `work` must keep its effects inside the database or in `afterCommit`.
 */
export async function inContext<A extends Actor | null, T>(
  kernel: Kernel,
  scope: Scope<A>,
  work: (ctx: Context<A>, opened: Opened) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(kernel, scope, work)
    } catch (error) {
      if (attempt >= RETRIES || !isTransient(error)) throw translate(error)
    }
  }
}

/** The same context for a person: throws `notEmployee` when no company is entered. */
export function asEmployee(
  ctx: Context<Actor>,
): asserts ctx is Context<Actor & { employeeId: string; companyId: string }> {
  if (!ctx.actor.employeeId || !ctx.actor.companyId) throw new AppError('notEmployee')
}

async function runOnce<A extends Actor | null, T>(
  kernel: Kernel,
  scope: Scope<A>,
  work: (ctx: Context<A>, opened: Opened) => Promise<T>,
): Promise<T> {
  const collected = emptyCollection()
  const { facts, events, effects, last } = collected
  const result = await kernel.db.connection().execute(async (tx) => {
    const query = (text: string) => tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
    const ctx = makeContext(kernel, scope, { tx, collected })
    try {
      // One round trip; both values are ours (an integer and a UUID), and are checked before they are spliced in.
      const { rows } = await query(beginText(scope))
      const value = await work(ctx, rows).catch((error: unknown) => {
        if (error instanceof KeptRefusal) return error
        throw error
      })
      if (facts.length > 0 || events.length > 0) last.push(recordText(facts, events, kernel.clock.now()))
      // A transaction that has failed turns a bare COMMIT into a silent rollback; any statement before it fails aloud.
      if (last.length === 0 && !scope.readOnly) last.push('select 1')
      await query([...last, 'commit'].join('; '))
      return value
    } catch (error) {
      await query('rollback').catch(() => undefined)
      throw error
    }
  })
  // Facts alone can wait for the dispatcher's next round: chained in batches they cost a fraction.
  if (events.length > 0) kernel.wake()
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      kernel.log.error({ err: error }, 'effect after commit failed')
    }
  }
  if (result instanceof KeptRefusal) throw result.reason
  return result
}

/** What an operation leaves for its commit, in the order it was said. */
interface Collection {
  facts: object[]
  events: object[]
  effects: (() => void | Promise<void>)[]
  last: string[]
}

function emptyCollection(): Collection {
  return { facts: [], events: [], effects: [], last: [] }
}

function makeContext<A extends Actor | null>(
  kernel: Kernel,
  scope: Scope<A>,
  { tx, collected }: { tx: Tx; collected: Collection },
): Context<A> {
  const { facts, events, effects, last } = collected
  const query = (text: string) => tx.executeQuery(CompiledQuery.raw(text))
  return {
    actor: scope.actor,
    tenantId: scope.tenantId,
    tx,
    clock: kernel.clock,
    config: kernel.config,
    files: kernel.files,
    log: kernel.log,
    requestId: scope.requestId ?? randomUUID(),
    ip: scope.ip ?? '',
    newId: () => newId(kernel.clock.now().getTime()),
    key: (purpose) => deriveKey(kernel.config, purpose),
    audit: (fact) => facts.push(describe(fact, scope, kernel.clock)),
    emit: (event) => events.push({ topics: [], ...event }),
    schedule: (key, due, event) => schedule(tx, { tenantId: scope.tenantId, key, due, event }),
    afterCommit: (effect) => effects.push(effect),
    withCommit: (statement) => last.push(statement),
    actorChanged: (userId) => effects.push(() => kernel.actorChanged(userId)),
    async part(actor, work) {
      const inner = emptyCollection()
      await query('savepoint part')
      try {
        const value = await work(makeContext(kernel, { ...scope, actor }, { tx, collected: inner }))
        await query('release savepoint part')
        facts.push(...inner.facts)
        events.push(...inner.events)
        effects.push(...inner.effects)
        last.push(...inner.last)
        return value
      } catch (error) {
        await query('rollback to savepoint part; release savepoint part')
        throw error
      }
    },
  }
}

function beginText(scope: Scope<Actor | null>): string {
  const actor = scope.actor?.userId ?? ''
  if (!Number.isInteger(scope.tenantId) || !/^[0-9a-f-]*$/.test(actor)) throw new Error('bad scope')
  const mode = scope.readOnly ? 'begin read only' : 'begin'
  const settings = [`set local app.tenant = '${scope.tenantId}'`, `set local app.actor = '${actor}'`]
  return [mode, ...settings, ...(scope.opening ? [scope.opening] : [])].join('; ')
}

function recordText(facts: readonly object[], events: readonly object[], now: Date): string {
  const [entries, outbox] = [facts, events].map((list) => `${escapeLiteral(JSON.stringify(list))}::jsonb`)
  return `select kb_record(${entries}, ${outbox}, ${escapeLiteral(now.toISOString())})`
}

function describe(fact: AuditFact, scope: Scope<Actor | null>, clock: Clock): object {
  return {
    ...fact,
    at: clock.now().toISOString(),
    userId: scope.actor?.userId ?? null,
    userName: scope.actor?.name ?? '系统',
    companyId: scope.actor?.companyId ?? null,
    companyName: scope.actor?.companyName ?? '',
    workbench: scope.actor?.workbench ?? null,
    ip: scope.ip ?? '',
    requestId: scope.requestId ?? '',
  }
}

async function schedule(
  tx: Tx,
  timer: { tenantId: number; key: string; due: Date | null; event: Omit<Event, 'topics'> },
): Promise<void> {
  const { tenantId, key, due, event } = timer
  if (!due) {
    await tx.deleteFrom('timer').where('tenant_id', '=', tenantId).where('key', '=', key).execute()
    return
  }
  const values = { kind: event.kind, due_at: due, payload: JSON.stringify(event.payload), fired_at: null }
  await tx
    .insertInto('timer')
    .values({ tenant_id: tenantId, key, ...values })
    .onConflict((c) => c.columns(['tenant_id', 'key']).doUpdateSet(values))
    .execute()
}

function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === '40001' || code === '40P01'
}

/** Database failures that a person can understand; everything else stays a server error. */
function translate(error: unknown): unknown {
  const code = (error as { code?: unknown }).code
  switch (code) {
    case '53100': // disk full
    case 'ENOSPC':
      return new AppError('noSpace')
    case '22021': // a character that text cannot hold
    case '22P05':
      return new AppError('invalid', '内容含有无法保存的字符，请删除后重试')
    case '23505':
      // The first request committed between our look and our lock: this one is undone, its answer is there now.
      if ((error as { constraint?: unknown }).constraint === 'idempotency_pkey') return new AppError('idempotencyBusy')
      return new AppError('conflict', '记录已存在，请勿重复提交')
    case '40001':
    case '40P01':
    case '55P03':
      return new AppError('conflict')
    case '53300':
    case '57P01':
    case '57P03':
    case 'ECONNREFUSED':
      return new AppError('unavailable')
    default:
      return error
  }
}
