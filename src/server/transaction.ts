import type { Clock } from './clock.ts'
import type { Statement } from './database/exchange.ts'
import type { Session } from './database/session.ts'
import type { Touch } from './database/touched.ts'

/** What a transaction takes of the kernel. */
interface Place {
  reserve(): Promise<Session>
  readonly clock: Clock
  wake(): void
}

/** What a transaction is set to; see `Scope`. */
interface Bounds {
  tenantId: number
  actor: { userId: string } | null
  readOnly?: boolean | 'snapshot'
  keepsAll?: boolean
}

/** What an operation leaves for its commit, in the order it was said. */
export interface Collection {
  facts: object[]
  events: object[]
  effects: (() => void | Promise<void>)[]
  last: Statement[]
}

export function emptyCollection(): Collection {
  return { facts: [], events: [], effects: [], last: [] }
}

/** Begins, does the work, writes what was collected and commits. */
export async function transact<T>(
  kernel: Place,
  given: { scope: Bounds; collections: readonly Collection[]; touched?: readonly Set<Touch>[] | undefined },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { scope, collections, touched = [] } = given
  const session = await kernel.reserve()
  let isBroken = false
  try {
    if (scope.keepsAll) session.keepAll()
    begin(session, scope)
    const result = await work(session)
    const [facts, events] = [collections.flatMap((one) => one.facts), collections.flatMap((one) => one.events)]
    const last = collections.flatMap((one) => one.last)
    if (facts.length > 0 || events.length > 0) last.push(record(facts, events, kernel.clock.now()))
    await end(session, scope, last)
    for (const touch of session.touched) for (const one of touched) one.add(touch)
    // Facts alone can wait for the dispatcher's next round: chained in batches they cost a fraction.
    if (events.length > 0) kernel.wake()
    return result
  } catch (error) {
    if (scope.readOnly !== true) await session.run([ROLLBACK]).catch(() => (isBroken = true))
    throw error
  } finally {
    session.release(isBroken)
  }
}

const BEGIN = { false: 'begin', snapshot: 'begin isolation level repeatable read, read only' }
const COMMIT: Statement = { text: 'commit' }
const ROLLBACK: Statement = { text: 'rollback' }

/** Goes with the first statements of the operation, unless the scope's own are waited for. */
function begin(session: Session, { readOnly = false, tenantId, actor }: Bounds): void {
  const values = [String(tenantId), actor?.userId ?? '']
  if (readOnly === true)
    session.splitBy({ text: `select ${CALLER}, set_config('transaction_read_only', 'on', true)`, values })
  else session.defer([{ text: BEGIN[`${readOnly}`] }, { text: `select ${CALLER}`, values }])
}

/** What row-level security goes by, until the transaction ends. */
const CALLER = `set_config('app.tenant', $1, true), set_config('app.actor', $2, true)`

async function end(session: Session, { readOnly }: Bounds, last: readonly Statement[]): Promise<void> {
  if (readOnly === true) {
    // What was to be written is refused by the database.
    if (last.length > 0) await session.run(last)
    return
  }
  const { command } = (await session.run([...last, COMMIT])).at(-1)!
  // The server answers the commit of a transaction that has failed with a silent rollback.
  if (command !== 'COMMIT' && !readOnly) throw new Error('the transaction had failed')
}

function record(facts: readonly object[], events: readonly object[], now: Date): Statement {
  return { text: 'select kb_record($1, $2, $3)', values: [JSON.stringify(facts), JSON.stringify(events), now] }
}
