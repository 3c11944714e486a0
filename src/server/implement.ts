import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor, Employee } from './actor.ts'
import type { Context, Kernel, Opened } from './context.ts'
import type { Statement } from './database/exchange.ts'
import type { Attempt, Lane } from './lane.ts'

/** Validated input of a call. `raw` is there for multipart bodies and streams only. */
export interface Input<P, Q, B> {
  params: P
  query: Q
  body: B
  raw: { request: FastifyRequest; reply: FastifyReply }
  /** What the route's `prepare` gave. */
  prepared: unknown
  /** Rows of each of the route's `first` statements. */
  first: readonly Opened[]
  /** When all of it was there, slow preparations done: what a deadline is compared with. */
  at: Date
}

/** Who calls, for which tenant. */
export interface Caller {
  tenantId: number
  actor: Actor | null
}

/** A file as an answer. `inline` shows it in the browser instead of saving it. */
export interface FileAnswer {
  name: string
  mime: string
  content: Buffer | Readable
  size?: number
  inline?: boolean
}

interface Common {
  /** Who may call by workbench; the caller's workbench header must name one of these and be allowed to the person. */
  workbench?: Workbench | readonly Workbench[]
  /** Any one of these rights suffices. */
  right?: string | readonly string[]
  /** Open to somebody whose second factor is still to be shown: for the calls that show it, and for leaving. */
  beforeFactor?: boolean
  /** Checked by the database as well. GET is read-only unless this is false. */
  readOnly?: boolean
  /** See `Scope`. */
  keepsAll?: boolean
  /**
   * What the operation reads or locks first, in the round trip that opens its transaction; `input.first` holds the rows
   * of each statement. Whoever may not call is refused before.
   */
  first?: (caller: Caller, input: Input<unknown, unknown, unknown>, now: Date) => readonly Statement[]
  /**
   * Slow work that must not hold a database connection (password hashing, reading a large file): runs after admission and
   * before the transaction; its result is `input.prepared`.
   */
  prepare?: (kernel: Kernel, input: Input<unknown, unknown, unknown>, caller: Caller) => Promise<unknown>
}

/**
 * Who calls, and what was prepared, where the call itself carries its permission (a signed policy): no session is asked
 * for, and no XSRF token, since other sites cannot make such a permission.
 */
export interface Permit {
  caller: Caller
  prepared: unknown
  /** What the permission may be used for once: the same again gets the first answer. */
  key: string
}

/** What another service sent, byte by byte. */
export interface RawRequest {
  params: Record<string, string>
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** The tenant of the address; what was sent may name another. */
  tenantId: number
  ip: string
  requestId: string
}

/** What the other service is to be answered, in its own form. */
export interface RawAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** A call bound to its operation. */
export interface Route {
  readonly endpoint: Endpoint
  readonly options: Common & {
    audience: 'public' | 'person' | 'employee' | 'signed' | 'raw'
    permit?: (kernel: Kernel, raw: RawCall) => Promise<Permit>
  }
  readonly handler: (ctx: Context<Actor | null>, input: Input<unknown, unknown, unknown>) => Promise<unknown>
  readonly inLane?: InLane
  readonly receive?: Receive
  readonly each?: Each
}

/** How a call goes record by record, each in a transaction of its own. */
export interface Each {
  /** Ids of the records, each once, in their order. */
  recordsOf: (input: Input<unknown, unknown, unknown>) => readonly string[]
  before?: (ctx: Context<Actor | null>, input: Input<unknown, unknown, unknown>) => Promise<void>
  act: (ctx: Context<Actor | null>, input: Input<unknown, unknown, unknown>, record: string) => Promise<unknown>
}

/** What became of one record. */
export type EachOutcome<D> =
  | { record: string; isDone: true; answer: D }
  | { record: string; isDone: false; code: number; reason: string; details: unknown }

/** Reads what came, in no transaction but those it opens itself, and decides who sent it. */
type Receive = (kernel: Kernel, request: RawRequest) => Promise<RawAnswer>

/** How a call goes through a lane: its handler decides, the lane concludes. */
interface InLane {
  lane: Lane<unknown, unknown>
  decide: (ctx: Context<Actor | null>, input: Input<unknown, unknown, unknown>, attempt: Attempt) => Promise<unknown>
  queueOf: (input: Input<unknown, unknown, unknown>) => string
  rivalOf: (input: Input<unknown, unknown, unknown>, caller: Caller) => string
}

type Handler<A extends Actor | null, P, Q, B, R> = (ctx: Context<A>, input: Input<P, Q, B>) => Promise<R>

type Result<R extends z.ZodType> = z.input<R> extends void ? void : z.input<R>

/**
 * Binds an endpoint to its operation for somebody working for a company. Strangers to the workbench get 403 with code
 * 10008; what is inside is a matter of the operation's own access rules, which answer 404 for what is not the caller's.
 */
export function implement<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  options: Common,
  handler: Handler<Employee, z.output<P>, z.output<Q>, z.output<B>, Result<R>>,
): Route {
  return bind(endpoint, { ...options, audience: 'employee' }, handler)
}

/**
 * The same for work that shares its transaction with others of its lane. `decide` says whether it may be done, and changes
 * nothing; the lane does it. Calls with the same `rivalOf` are done one after the other.
 */
export function implementInLane<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, D>(
  endpoint: Endpoint<P, Q, B, R>,
  options: Common & {
    lane: Lane<D, Result<R>>
    /** What queues up, in the tenant; absent: all of the lane. */
    queueOf?: (input: Input<z.output<P>, z.output<Q>, z.output<B>>) => string
    rivalOf: (input: Input<z.output<P>, z.output<Q>, z.output<B>>, caller: Caller) => string
  },
  decide: (ctx: Context<Employee>, input: Input<z.output<P>, z.output<Q>, z.output<B>>, attempt: Attempt) => Promise<D>,
): Route {
  const { lane, queueOf = () => '', rivalOf, ...common } = options
  const inLane = { lane, queueOf, rivalOf, decide } as unknown as InLane
  return { ...bind(endpoint, { ...common, audience: 'employee' }, decide), inLane }
}

/**
 * For work on several records, one after the other, each in a transaction of its own: one that is refused leaves the
 * others alone and is told with its reason. The same request again does again only what was not done; one that is under
 * way is refused with `idempotencyBusy`.
 */
export function implementEach<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, D>(
  endpoint: Endpoint<P, Q, B, R>,
  options: Pick<Common, 'workbench' | 'right'>,
  each: {
    recordsOf: (input: Input<z.output<P>, z.output<Q>, z.output<B>>) => readonly string[]
    /** Whether there is anything to do at all: what it throws refuses the whole call. It changes nothing. */
    before?: (ctx: Context<Employee>, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<void>
    act: (ctx: Context<Employee>, input: Input<z.output<P>, z.output<Q>, z.output<B>>, record: string) => Promise<D>
    /** The answer of the call. */
    tell: (outcomes: readonly EachOutcome<D>[]) => Result<R>
  },
): Route {
  const handler = each.tell as unknown as Route['handler']
  return { ...bind(endpoint, { ...options, audience: 'employee' }, handler), each: each as unknown as Each }
}

/** For somebody logged in, with or without a company: own account, expert workbench, platform administration. */
export function implementForPerson<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  options: Common,
  handler: Handler<Actor, z.output<P>, z.output<Q>, z.output<B>, Result<R>>,
): Route {
  return bind(endpoint, { ...options, audience: 'person' }, handler)
}

/** For everybody; `ctx.actor` is null when nobody is logged in. */
export function implementPublic<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  options: Omit<Common, 'workbench' | 'right'>,
  handler: Handler<Actor | null, z.output<P>, z.output<Q>, z.output<B>, Result<R>>,
): Route {
  return bind(endpoint, { ...options, audience: 'public' }, handler)
}

/** What a call that reads its request by itself is given. */
interface RawCall {
  request: FastifyRequest
  reply: FastifyReply
}

/** For whoever shows the permission that `permit` reads; it throws for everybody else. */
export function implementSigned<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  permit: (kernel: Kernel, raw: RawCall) => Promise<Permit>,
  handler: Handler<Actor, z.output<P>, z.output<Q>, z.output<B>, Result<R>>,
): Route {
  return bind(endpoint, { audience: 'signed', permit }, handler)
}

/**
 * For another service that signs what it sends: bytes as they came, up to 64 KiB, without session and XSRF token. Who sent
 * them is for `receive` to find out, by what they carry; it answers in the other's form.
 */
export function implementRaw(endpoint: Endpoint, receive: Receive): Route {
  const handler = () => Promise.reject(new Error('raw calls have no transaction'))
  return { ...bind(endpoint, { audience: 'raw' }, handler), receive }
}

/** Binds a call that answers with a file. */
export function implementFile<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  options: Common & { audience?: 'public' | 'person' | 'employee' },
  handler: Handler<Employee, z.output<P>, z.output<Q>, z.output<B>, FileAnswer>,
): Route {
  return bind(endpoint, { audience: 'employee', ...options }, handler)
}

function bind(endpoint: unknown, options: Route['options'], handler: unknown): Route {
  // The pair was checked by the caller's signature; the table of routes does not need the types again.
  return { endpoint: endpoint as Endpoint, options, handler: handler as Route['handler'] }
}
