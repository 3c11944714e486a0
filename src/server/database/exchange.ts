import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { fieldOf } from './column-names.ts'
import type { KnownStatements, Plan, ReadRow } from './known-statements.ts'

/** SQL of one command, and its values ($1 …) as pg takes them. */
export interface Statement {
  text: string
  values?: readonly unknown[]
}

/** A query that is not run yet, as a statement to run later. */
export function statementOf(query: { compile(): CompiledQuery }): Statement {
  const { sql, parameters } = query.compile()
  return { text: sql, values: parameters }
}

/** What a statement was answered with. */
export interface Answer {
  /** First word of the server's tag: `SELECT`, `INSERT`, `COMMIT` … */
  command: string
  /** Rows read or changed. */
  count: number
  /** By field: `orderId` for the column `order_id`. */
  rows: Record<string, unknown>[]
}

type Wire = string | Buffer | null

/** A statement whose values are as they are sent. */
export interface WireStatement {
  text: string
  values: readonly Wire[]
}

/** Throws when a value cannot be sent, e.g. is circular. */
export function onWire({ text, values = [] }: Statement): WireStatement {
  return { text, values: values.map(toWire) }
}

/**
 * Several statements in one round trip, run one after the other; the first that fails ends it. Statements that the
 * connection knows are not parsed, planned and described again, which costs more than most of them take to run.
 * Handed to `client.query`, which calls what is public here.
 */
export class Exchange {
  readonly #known: KnownStatements
  readonly #statements: readonly { plan: Plan; values: readonly Wire[] }[]
  /** Of the statements that were run, in their order. */
  readonly answers: Answer[] = []
  /** Resolves when all is answered: to null, or to what the server refused the first statement without an answer with. */
  readonly end: Promise<Error | null>
  readonly #resolve: (refusal: Error | null) => void
  readonly #reject: (error: Error) => void
  #rows: Record<string, unknown>[] = []
  #read: ReadRow | null = null
  #failure: Error | null = null

  /** Rejects `end` when an answer cannot be read. */
  constructor(known: KnownStatements, statements: readonly WireStatement[], keepsAll = false) {
    const { promise, resolve, reject } = Promise.withResolvers<Error | null>()
    this.#known = known
    this.#statements = statements.map(({ text, values }) => ({ values, plan: known.planFor(text, keepsAll) }))
    this.end = promise
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    const to = connection as unknown as Sender
    connection.stream.cork()
    for (const name of this.#known.takeForgotten()) to.close({ type: 'S', name })
    for (const { plan, values } of this.#statements) {
      if (!plan.isParsed) to.parse(plan)
      to.bind({ statement: plan.name, values })
      if (!plan.isParsed) to.describe({ type: 'P' })
      to.execute()
    }
    to.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#current().read = rowReader(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#read ??= this.#current().read
    try {
      if (this.#read && !this.#failure) this.#rows.push(this.#read(fields))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const plan = this.#current()
    if (plan.name !== '') this.#known.parsed(plan)
    const words = text.split(' ')
    this.#answer({ command: words[0]!, count: Number(words.at(-1)) || 0, rows: this.#rows })
  }

  handleEmptyQuery(): void {
    this.#answer({ command: '', count: 0, rows: [] })
  }

  handleError(error: Error): void {
    // Whether the server still took those that were new is not known.
    for (const { plan } of this.#statements) if (!plan.isParsed) this.#known.forget(plan)
    if (isOutdated(error)) this.#known.forgetAll()
    // Of the system, not of the server: the connection broke while it was written to or read from.
    this.#resolve('syscall' in error ? new Error('Connection terminated', { cause: error }) : error)
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#reject(this.#failure)
    else this.#resolve(null)
  }

  handleCopyInResponse(connection: { sendCopyFail: (message: string) => void }): void {
    connection.sendCopyFail('not supported')
  }

  #current(): Plan {
    return this.#statements[this.answers.length]!.plan
  }

  #answer(answer: Answer): void {
    this.answers.push(answer)
    this.#rows = []
    this.#read = null
  }
}

/** Tables changed under a statement that was kept: run again it is planned anew. */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown }
  return routine === 'RevalidateCachedQuery' || code === '26000'
}

/** What of pg's connection is used; its published types are those of an older form. */
interface Sender {
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly Wire[] }): void
  describe(message: { type: 'P' }): void
  execute(): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

interface Field {
  name: string
  dataTypeID: number
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => Wire } }).utils

function toWire(value: unknown): Wire {
  return typeof value === 'string' ? value : prepareValue(value)
}

function rowReader(fields: readonly Field[]): ReadRow {
  const columns = fields.map(({ name, dataTypeID }) => ({ name: fieldOf(name), parse: parserOf(dataTypeID) }))
  // Filled in by assignment, so that all rows of a statement have one shape from the start.
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return (values) => {
    const row: Record<string, unknown> = { ...empty }
    for (let i = 0; i < columns.length; i++) {
      const value = values[i]
      const { name, parse } = columns[i]!
      if (value !== null && value !== undefined) row[name] = parse === null ? value : parse(value)
    }
    return row
  }
}

/** Null where the text itself is the value. */
function parserOf(type: number): ((text: string) => unknown) | null {
  if (PLAIN.has(type)) return null
  return pg.types.getTypeParser(type, 'text') as (text: string) => unknown
}

const { TEXT, VARCHAR, UUID, NUMERIC, NAME } = { ...pg.types.builtins, NAME: 19 }
const PLAIN = new Set<number>([TEXT, VARCHAR, UUID, NUMERIC, NAME])
