/** Makes a row of the texts of its columns. */
export type ReadRow = (values: readonly (string | null)[]) => Record<string, unknown>

/** How one statement is sent on one connection. */
export interface Plan {
  /** Empty: parsed and planned every time. */
  readonly name: string
  readonly text: string
  isParsed: boolean
  /** Reads its rows; null for one that gives none, or was never run. */
  read: ReadRow | null
}

/** Statements that one connection keeps: each takes memory of the database server. */
const MOST_KEPT = 200
/** Lists with as many values as they happen to have are not worth it. */
const LONGEST_TEXT = 6000
/** A statement is kept when it comes again. */
const WORTH_SEEING = 2
const MOST_SEEN = 3000

const seen = new Map<string, number>()

/** Stands in a statement that searches or pages and is kept all the same: one plan is the best for whatever is asked. */
export const ONE_PLAN = '/* one plan */'

/** Stands in one that is kept and planned anew each time: whoever asks has set `plan_cache_mode` so. */
export const PLANNED_ANEW = '/* planned anew */'

/**
 * Which statements a connection has parsed already. What searches or pages is left out: its best plan depends on what is
 * searched for, and the server would settle on one plan for all; unless it says that there is but one, or that none is kept.
 */
export class KnownStatements {
  readonly #plans = new Map<string, Plan>()
  #forgotten: string[] = []
  #count = 0

  /** `keepsAll`: whoever asks leaves it to the server whether one plan is the best for all values. */
  planFor(text: string, keepsAll = false): Plan {
    const plan = this.#plans.get(text)
    if (plan) {
      // The last in the map is the one used last.
      this.#plans.delete(text)
      this.#plans.set(text, plan)
      return plan
    }
    const isKept = isWorthKeeping(text, keepsAll)
    return { name: isKept ? `kb${++this.#count}` : '', text, isParsed: false, read: null }
  }

  /** The server has it. */
  parsed(plan: Plan): void {
    if (plan.isParsed) return
    plan.isParsed = true
    // Two of the same text in one exchange: the later one stays, and the name of the other is given back.
    const other = this.#plans.get(plan.text)
    if (other && other !== plan) this.#forgotten.push(other.name)
    this.#plans.set(plan.text, plan)
    if (this.#plans.size > MOST_KEPT) this.forget(this.#plans.values().next().value!)
  }

  forget(plan: Plan): void {
    if (plan.name === '') return
    if (this.#plans.get(plan.text) === plan) this.#plans.delete(plan.text)
    this.#forgotten.push(plan.name)
  }

  forgetAll(): void {
    // A map may lose entries while it is walked through.
    for (const plan of this.#plans.values()) this.forget(plan)
  }

  /** Names to be closed on the server; closing what it does not have is no error. */
  takeForgotten(): readonly string[] {
    if (this.#forgotten.length === 0) return NONE
    const names = this.#forgotten
    this.#forgotten = []
    return names
  }
}

const NONE: readonly string[] = []

function isWorthKeeping(text: string, keepsAll: boolean): boolean {
  if (text.length > LONGEST_TEXT || !(keepsAll || isForAll(text))) return false
  const times = (seen.get(text) ?? 0) + 1
  if (seen.size > MOST_SEEN) seen.clear()
  seen.set(text, times)
  return times >= WORTH_SEEING
}

function isForAll(text: string): boolean {
  return !SEARCHES.test(text) || text.includes(ONE_PLAN) || text.includes(PLANNED_ANEW)
}

const SEARCHES = /\b(?:limit|i?like)\b/i
