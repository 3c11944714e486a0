import { AppError } from '#contract/errors.ts'
import type { Actor } from './actor.ts'
import {
  type Context,
  inContext,
  inSharedContext,
  type Kernel,
  KeptRefusal,
  type Member,
  type Opened,
  type Scope,
} from './context.ts'

/** How a decision takes the rows it rests on: it waits for whoever holds them, or it throws `MustWait`. */
export type Locking = 'wait' | 'skip'

export interface Attempt {
  locking: Locking
  /** What `DoFirst` asked for was done. */
  isReady: boolean
}

/** What a decision rests on is held by somebody else: it is made again, waiting, in a transaction of its own. */
export class MustWait extends Error {}

/** Something else has to be done first, in its own transaction and not in the name of who asks; then it is decided again. */
export class DoFirst extends Error {
  readonly work: (kernel: Kernel) => Promise<void>

  constructor(work: (kernel: Kernel) => Promise<void>) {
    super('something else has to be done first')
    this.work = work
  }
}

/** A context, and what was decided on it. */
export interface Decided<D> {
  ctx: Context<Actor | null>
  decided: D
}

/** One request in a lane. */
export interface Job<D, R> {
  scope: Scope<Actor | null>
  /** What it queues up for, within the tenant. */
  queue: string
  /** Of two that have one of these in common the second sees what the first did: they never share a transaction. */
  rivals: readonly string[]
  /** Whether it may be done. Reads and locks, and changes nothing: others may stand where it is refused. */
  decide(ctx: Context<Actor | null>, attempt: Attempt): Promise<D>
  /** The answer that was given already, by the opening statements; null: none. */
  replay(opened: readonly Opened[]): { answer: R } | null
  /** Keeps the answer for who asks again. */
  keep(ctx: Context<Actor | null>, answer: R): void
}

export interface LaneAnswer<R> {
  answer: R
  replayed: boolean
}

/** Requests in one transaction; the rest waits for the next. */
const MOST = 64

/**
 * Work that has one queue anyway, a row that all of it changes: what comes at one instant goes into one transaction, with one
 * lock, one commit and one flush of the disk. Nothing waits for company: the first goes at once, and what arrives until it is
 * done goes together. One that is refused leaves the others alone; one that breaks the transaction is run again like all in
 * it, each by itself. Queues are per process: between processes the row's lock is the queue.
 */
export class Lane<D, R> {
  readonly #conclude: (all: readonly Decided<D>[]) => Promise<R[]>
  readonly #queues = new WeakMap<Kernel, Map<string, Queue<D, R>>>()

  /** `conclude` does what was decided for all of them, and answers in their order. */
  constructor(conclude: (all: readonly Decided<D>[]) => Promise<R[]>) {
    this.#conclude = conclude
  }

  /** Rejects with what the request was refused with. */
  enter(kernel: Kernel, job: Job<D, R>): Promise<LaneAnswer<R>> {
    return new Promise((resolve, reject) => {
      const queues = this.#queues.get(kernel) ?? new Map<string, Queue<D, R>>()
      this.#queues.set(kernel, queues)
      const name = `${job.scope.tenantId}/${job.queue}`
      const entry = { job, resolve, reject }
      const queue = queues.get(name)
      if (queue) return void queue.waiting.push(entry)
      const mine: Queue<D, R> = { tenantId: job.scope.tenantId, waiting: [entry], close: () => queues.delete(name) }
      queues.set(name, mine)
      void this.#run(kernel, mine)
    })
  }

  async #run(kernel: Kernel, queue: Queue<D, R>): Promise<void> {
    while (queue.waiting.length > 0) {
      const batch = takeBatch(queue)
      // Whoever must go alone holds nobody up.
      for (const entry of await this.#together(kernel, queue.tenantId, batch).catch(whole(kernel, batch)))
        this.#alone(kernel, entry.job).then(entry.resolve, entry.reject)
    }
    // In the same turn: nobody can come in between.
    queue.close()
  }

  /** Gives those who have to go alone; throws when all have to. */
  async #together(kernel: Kernel, tenantId: number, batch: readonly Entry<D, R>[]): Promise<Entry<D, R>[]> {
    const outcomes: Outcome<D, R>[] = []
    const scopes = batch.map(({ job }) => job.scope)
    const effects = await inSharedContext(kernel, { tenantId, scopes }, async (members) => {
      outcomes.push(...(await Promise.all(batch.map(({ job }, i) => outcomeOf(job, members[i]!)))))
      const standing = [...outcomes.keys()].filter((i) => outcomes[i]!.kind === 'decided')
      if (standing.length === 0) return
      const answers = await this.#conclude(
        standing.map((i) => ({ ctx: members[i]!.ctx, decided: (outcomes[i] as { decided: D }).decided })),
      )
      for (const [n, i] of standing.entries()) {
        const answer = answers[n]!
        batch[i]!.job.keep(members[i]!.ctx, answer)
        outcomes[i] = { kind: 'answered', answer, replayed: false }
      }
    })
    for (const [i, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[i]!
      if (outcome.kind === 'answered') void effects[i]!.then(() => resolve(outcome))
      else if (outcome.kind === 'refused') void effects[i]!.then(() => reject(outcome.reason))
    }
    return batch.filter((_, i) => outcomes[i]!.kind === 'alone')
  }

  async #alone(kernel: Kernel, job: Job<D, R>, isReady = false): Promise<LaneAnswer<R>> {
    try {
      return await inContext(kernel, job.scope, async (ctx, opened) => {
        const before = job.replay(opened)
        if (before) return { ...before, replayed: true }
        const decided = await job.decide(ctx, { locking: 'wait', isReady })
        const [answer] = await this.#conclude([{ ctx, decided }])
        job.keep(ctx, answer!)
        return { answer: answer!, replayed: false }
      })
    } catch (error) {
      if (!(error instanceof DoFirst) || isReady) throw error
      await error.work(kernel)
      return this.#alone(kernel, job, true)
    }
  }
}

/** All of a batch whose transaction was lost. */
function whole<E>(kernel: Kernel, batch: readonly E[]): (error: unknown) => readonly E[] {
  return (err) => {
    kernel.log.warn({ err, requests: batch.length }, 'a shared transaction failed, its requests go alone')
    return batch
  }
}

interface Entry<D, R> {
  job: Job<D, R>
  resolve: (answer: LaneAnswer<R>) => void
  reject: (error: unknown) => void
}

interface Queue<D, R> {
  readonly tenantId: number
  waiting: Entry<D, R>[]
  close(): void
}

type Outcome<D, R> =
  | { kind: 'decided'; decided: D }
  | ({ kind: 'answered' } & LaneAnswer<R>)
  | { kind: 'refused'; reason: unknown }
  | { kind: 'alone' }

/** The first ones without rivals among them; the others stay, in their order. */
function takeBatch<D, R>(queue: Queue<D, R>): Entry<D, R>[] {
  const taken = new Set<string>()
  const { in: batch = [], out = [] } = Object.groupBy(queue.waiting, ({ job }, i) => {
    const isFree = i < MOST && !job.rivals.some((rival) => taken.has(rival))
    // Also those of one that stays: who comes behind it does not overtake it.
    for (const rival of job.rivals) taken.add(rival)
    return isFree ? 'in' : 'out'
  })
  queue.waiting = out
  return batch
}

/** Throws what is nobody's refusal: the transaction is lost then. */
async function outcomeOf<D, R>(job: Job<D, R>, { ctx, opened, drop }: Member): Promise<Outcome<D, R>> {
  // In one round trip with the look at what was answered before.
  const deciding = job.decide(ctx, { locking: 'skip', isReady: false }).then(
    (decided): Outcome<D, R> => ({ kind: 'decided', decided }),
    (error: unknown) => refusalOf(error),
  )
  deciding.catch(ignoreError)
  try {
    const before = job.replay(await opened)
    const outcome: Outcome<D, R> = before ? { kind: 'answered', ...before, replayed: true } : await deciding
    if (before || outcome.kind === 'alone') drop()
    return outcome
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    drop()
    return { kind: 'refused', reason: error }
  }
}

function refusalOf(error: unknown): Outcome<never, never> {
  if (error instanceof MustWait || error instanceof DoFirst) return { kind: 'alone' }
  // What was recorded of the attempt stays.
  if (error instanceof KeptRefusal) return { kind: 'refused', reason: error.reason }
  throw error
}

function ignoreError(): void {}
