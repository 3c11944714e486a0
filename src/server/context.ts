import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import { databaseAway, isDatabaseAway } from './database/away.ts'
import { type Records, recordsOf } from './database/records.ts'
import { type Config, deriveKey } from './config.ts'
import type { Database, Tx } from './database/connect.ts'
import { isOutdated, type Statement } from './database/exchange.ts'
import type { Session } from './database/session.ts'
import type { Touch } from './database/touched.ts'
import type { FileStore } from './files/store.ts'
import type { Cipher } from './secrecy/cipher.ts'
import { type Collection, emptyCollection, transact } from './transaction.ts'

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
export interface Context<A extends Actor | null = Actor> extends Records {
  readonly actor: A
  readonly tenantId: number
  readonly tx: Tx
  readonly clock: Clock
  readonly config: Config
  /** Encrypts and finds mobile, identity and account numbers. */
  readonly cipher: Cipher
  readonly files: FileStore
  readonly requestId: string
  readonly ip: string
  readonly log: Log
  /** Every round trip is a transaction of its own, read only: questions asked at once leave nothing behind to be undone. */
  readonly isSplit: boolean
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
  /** The same with the commit, in its round trip. */
  scheduleWithCommit(key: string, due: Date, event: Omit<Event, 'topics'>): void
  /** Runs after a successful commit, never when it fails. For effects that cannot be in the database. */
  afterCommit(effect: () => void | Promise<void>): void
  /** Several statements in one round trip, as a call names them to be run `first`: the rows of each. */
  run(statements: readonly Statement[]): Promise<readonly Opened[]>
  /** A statement whose answer nobody needs, run with the commit, in the same round trip. */
  withCommit(statement: Statement): void
  /**
   * Runs a part of the operation in a savepoint, as `actor`: facts are recorded as theirs. When it throws, its changes,
   * facts, events and effects are undone, the rest of the operation stands, and the error is thrown on.
   */
  part<B extends Actor | null, T>(actor: B, work: (ctx: Context<B>) => Promise<T>): Promise<T>
  /** Before the caller hears of it, what this transaction commits is noted outside the database as acknowledged. */
  acknowledge(): void
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
  /** Takes a connection for one transaction; `inContext` is who does. */
  reserve(): Promise<Session>
  readonly clock: Clock
  readonly config: Config
  /** With the versions of keys known now. */
  readonly cipher: Cipher
  /** Reads the versions of keys again. */
  refreshKeys(): Promise<void>
  readonly files: FileStore
  readonly log: Log
  /** Notes outside the database how far its records have grown; on disk when it resolves. */
  acknowledge(): Promise<void>
  /** Drops what this process and the others know of a person. */
  actorChanged(userId: string): Promise<void>
  /** Told after each commit that stored events. */
  wake(): void
}

export interface Scope<A extends Actor | null> {
  tenantId: number
  actor: A
  /**
   * true: every round trip is a transaction of its own, read only: nothing is locked or set from one to the next.
   * `snapshot`: every statement sees the database as the first one did, whatever others commit meanwhile.
   */
  readOnly?: boolean | 'snapshot'
  /** Connections keep its statements, also those with a limit: they are few, and asked so often that planning is what they cost. */
  keepsAll?: boolean
  requestId?: string
  ip?: string
  /** Statements to run with the begin of the transaction, in the same round trip; `work` gets the rows of each. */
  opening?: readonly Statement[]
  /** Gets what the transaction reads and writes. */
  touched?: Set<Touch>
}

/** Rows of one of a scope's opening statements. */
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
  work: (ctx: Context<A>, opened: readonly Opened[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(kernel, scope, work)
    } catch (error) {
      if (attempt >= RETRIES || !isTransient(error)) throw translate(error)
      if (isOldKey(error)) await kernel.refreshKeys()
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
  work: (ctx: Context<A>, opened: readonly Opened[]) => Promise<T>,
): Promise<T> {
  const collected = emptyCollection()
  const result = await transact(
    kernel,
    { scope, collections: [collected], touched: scope.touched && [scope.touched] },
    async (session) => {
      const opened = await readOpening(session, scope)
      return work(makeContext(kernel, scope, { session, collected }), opened).catch((error: unknown) => {
        if (error instanceof KeptRefusal) return error
        throw error
      })
    },
  )
  await takeEffect(kernel, scope, collected)
  if (result instanceof KeptRefusal) throw result.reason
  return result
}

/** Somebody in a transaction that several share. */
export interface Member {
  ctx: Context<Actor | null>
  /** Rows of the scope's opening statements. */
  opened: Promise<readonly Opened[]>
  /** Forgets what was collected on the context. */
  drop(): void
}

/**
 * One transaction for several callers of a tenant, each with a context of its own: what is collected on them commits
 * together or not at all. It is not run again when it fails. The effects of each follow the commit: a promise for each scope.
 */
export async function inSharedContext(
  kernel: Kernel,
  { tenantId, scopes }: { tenantId: number; scopes: readonly Scope<Actor | null>[] },
  work: (members: readonly Member[]) => Promise<void>,
): Promise<Promise<void>[]> {
  const collections = scopes.map(emptyCollection)
  await transact(
    kernel,
    { scope: { tenantId, actor: null }, collections, touched: scopes.flatMap((scope) => scope.touched ?? []) },
    (session) =>
      work(
        scopes.map((scope, i) => {
          const collected = collections[i]!
          const opened = readOpening(session, scope)
          opened.catch(ignoreError)
          const ctx = makeContext(kernel, scope, { session, collected })
          return { ctx, opened, drop: () => void Object.assign(collected, emptyCollection()) }
        }),
      ),
  )
  return scopes.map((scope, i) => takeEffect(kernel, scope, collections[i]!))
}

async function takeEffect(kernel: Kernel, scope: Scope<Actor | null>, { effects }: Collection): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      kernel.log.error({ err: error, reqId: scope.requestId }, 'effect after commit failed')
    }
  }
}

/** For a promise that is awaited later: until then nobody would hear of its failure. */
function ignoreError(): void {}

function makeContext<A extends Actor | null>(
  kernel: Kernel,
  scope: Scope<A>,
  { session, collected }: { session: Session; collected: Collection },
): Context<A> {
  const { facts, events, effects, last } = collected
  const { tx } = session
  // One version of the keys for the whole operation.
  const { cipher } = kernel
  return {
    actor: scope.actor,
    tenantId: scope.tenantId,
    tx,
    ...recordsOf(tx, scope.tenantId),
    clock: kernel.clock,
    config: kernel.config,
    cipher,
    files: kernel.files,
    log: scope.requestId === undefined ? kernel.log : logOf(kernel.log, scope.requestId),
    requestId: scope.requestId ?? randomUUID(),
    ip: scope.ip ?? '',
    isSplit: scope.readOnly === true,
    newId: () => newId(kernel.clock.now().getTime()),
    key: (purpose) => deriveKey(kernel.config, purpose),
    audit: (fact) => facts.push(describe(fact, scope, kernel.clock)),
    emit: (event) => events.push({ topics: [], ...event }),
    async schedule(key, due, event) {
      const { tenantId } = scope
      if (due) await session.run([timerStatement({ tenantId, key, due, event })])
      else await tx.deleteFrom('timer').where('tenantId', '=', tenantId).where('key', '=', key).execute()
    },
    scheduleWithCommit: (key, due, event) => last.push(timerStatement({ tenantId: scope.tenantId, key, due, event })),
    afterCommit: (effect) => effects.push(effect),
    run: (statements) => rowsOf(session, statements),
    withCommit: (statement) => last.push(statement),
    acknowledge: () => effects.push(() => kernel.acknowledge()),
    actorChanged: (userId) => effects.push(() => kernel.actorChanged(userId)),
    async part(actor, work) {
      const inner = emptyCollection()
      // Where every round trip is a transaction, what fails takes nothing down with it.
      const savepoints = (statements: readonly Statement[]) =>
        scope.readOnly === true ? null : session.run(statements)
      await savepoints([SAVEPOINT])
      try {
        const value = await work(makeContext(kernel, { ...scope, actor }, { session, collected: inner }))
        await savepoints([RELEASE])
        facts.push(...inner.facts)
        events.push(...inner.events)
        effects.push(...inner.effects)
        last.push(...inner.last)
        return value
      } catch (error) {
        await savepoints([{ text: 'rollback to savepoint part' }, RELEASE])
        throw error
      }
    },
  }
}

/** A log whose lines name the request, as the web server's own lines do. */
function logOf(log: Log, reqId: string): Log {
  return {
    info: (fields, text) => log.info({ reqId, ...fields }, text),
    warn: (fields, text) => log.warn({ reqId, ...fields }, text),
    error: (fields, text) => log.error({ reqId, ...fields }, text),
  }
}

const SAVEPOINT: Statement = { text: 'savepoint part' }
const RELEASE: Statement = { text: 'release savepoint part' }

async function readOpening(session: Session, { opening = [] }: Scope<Actor | null>): Promise<readonly Opened[]> {
  return opening.length === 0 ? [] : rowsOf(session, opening)
}

async function rowsOf(session: Session, statements: readonly Statement[]): Promise<readonly Opened[]> {
  return (await session.run(statements)).map((answer) => answer.rows)
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

function timerStatement(timer: { tenantId: number; key: string; due: Date; event: Omit<Event, 'topics'> }): Statement {
  const { tenantId, key, due, event } = timer
  return {
    text: `insert into timer (tenant_id, key, kind, due_at, payload, fired_at) values ($1, $2, $3, $4, $5, null)
      on conflict (tenant_id, key) do update
      set kind = excluded.kind, due_at = excluded.due_at, payload = excluded.payload, fired_at = null`,
    values: [tenantId, key, event.kind, due, JSON.stringify(event.payload)],
  }
}

function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === '40001' || code === '40P01' || isOldKey(error) || isOutdated(error)
}

/** A new version of the keys has begun, which this process had not heard of (`kb_newest_key`). */
function isOldKey(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'KB040'
}

/** Database failures that a person can understand; everything else stays a server error. */
function translate(error: unknown): unknown {
  if (isDatabaseAway(error)) return databaseAway()
  const { code } = error as { code?: unknown }
  switch (code) {
    case '53100': // disk full
    case 'ENOSPC':
      return new AppError('noSpace')
    case '22021': // a character that text cannot hold
    case '22P05':
      return new AppError('invalid', '内容含有无法保存的字符，请删除后重试')
    case '22003': // a number that its column cannot hold
    case '22008': // a date that no calendar has
      return new AppError('invalid', '数字或日期超出范围，请检查后重试')
    case '23505':
      // The first request committed between our look and our lock: this one is undone, its answer is there now.
      if ((error as { constraint?: unknown }).constraint === 'idempotency_pkey') return new AppError('idempotencyBusy')
      return new AppError('conflict', '记录已存在，请勿重复提交')
    case '40001':
    case '40P01':
    case '55P03':
      return new AppError('conflict')
    default:
      return error
  }
}
