import { ERRORS } from '#contract/errors.ts'
import { CallError, call, callContext } from '#web/call.ts'
import { saveScores } from '../../contract/expert.ts'
import { SaveQueue, type QueueView, type Sent } from './save-queue.ts'
import { type Cell, EMPTY, type Judgement, type Place, readCell } from './sheet-rules.ts'

interface Item {
  itemId: string
  name: string
  fullMark: string
}

/** A judgement as the server has it. */
export interface Stored extends Judgement {
  itemId: string
  savedAt: string
}

/** What the server says of a sheet: of one bid or of all the marks, of the others how much is filled in. */
export interface Told {
  bidders: readonly { bidderId: string; filled: number; savedAt: string | null; scores: readonly Stored[] | null }[]
}

interface Known {
  scores: ReadonlyMap<string, Stored>
  /** Of these marks, filled in. */
  filled: number
  savedAt: string
}

export interface DeskView extends QueueView {
  /** Cells that cannot be saved as they stand. */
  problems: number
  /** New with every change, so that readers notice. */
  version: number
}

/**
 * One reviewer's sheet of one way: what was typed here and is not replaced by something newer from the server. It lives as
 * long as the page, not as long as the screen: going elsewhere loses nothing, and saving goes on.
 */
export class Desk {
  readonly #kind: number
  readonly #cells = new Map<string, { place: Place; cell: Cell; problem: string; savedAt: string | null }>()
  /** Where something was typed here, by bid. */
  readonly #typed = new Map<string, Map<string, Place>>()
  /** What was read from the server, in the form of a cell: the same object for the same answer. */
  readonly #read = new WeakMap<Stored, Cell>()
  /** Marks by bid, as last fetched: they come one bid at a time. */
  readonly #known = new Map<string, Known>()
  #newest: { told: Told; at: number } | null = null
  readonly #listeners = new Set<() => void>()
  readonly queue: SaveQueue<Judgement>
  #view: DeskView

  constructor(
    kind: number,
    send: (group: string, edits: readonly { key: string; value: Judgement }[]) => Promise<Sent>,
  ) {
    this.#kind = kind
    this.queue = new SaveQueue<Judgement>({
      send,
      onSaved: (edits, savedAt) => {
        for (const { group, key } of edits) {
          const own = this.#cells.get(`${group}/${key}`)
          if (own && own.problem === '' && !this.queue.has(group, key)) own.savedAt = savedAt
        }
      },
      onChange: () => this.#publish(),
    })
    this.#view = { ...this.queue.view, problems: 0, version: 0 }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly view = (): DeskView => this.#view

  /**
   * Takes in what the server said at `at` (epoch ms), and gives the newest that it has said. The same answer may be given
   * any number of times, also an old one from a cache.
   */
  hear<T extends Told>(told: T, at: number): T {
    if (this.#newest === null || at > this.#newest.at) this.#newest = { told, at }
    for (const { bidderId, scores, filled, savedAt } of told.bidders) {
      if (scores === null || (this.#known.get(bidderId)?.savedAt ?? '') > (savedAt ?? '')) continue
      const byItem = new Map(scores.map((score) => [score.itemId, score]))
      this.#known.set(bidderId, { scores: byItem, filled, savedAt: savedAt ?? '' })
    }
    return this.#newest.told as T
  }

  /** Whether the marks of a bid are here. */
  knows(bidderId: string): boolean {
    return this.#known.has(bidderId)
  }

  stored({ bidderId, itemId }: Place): Stored | undefined {
    return this.#known.get(bidderId)?.scores.get(itemId)
  }

  /**
   * Cells of a bid that are filled in, with what was typed here; null where only the server knows: its marks are not here,
   * or were saved elsewhere since they were fetched.
   */
  filled(bidderId: string, judged: (place: Place) => boolean): number | null {
    const known = this.#known.get(bidderId)
    if (!known) return null
    const own = [...(this.#typed.get(bidderId)?.values() ?? [])]
    if (own.every(({ itemId }) => !this.queue.has(bidderId, itemId))) {
      const saves = own.map((place) => this.#cells.get(nameOf(place))?.savedAt ?? '')
      const last = saves.reduce((a, b) => (a > b ? a : b), known.savedAt)
      const told = this.#newest?.told.bidders.find((b) => b.bidderId === bidderId)
      if ((told?.savedAt ?? '') > last) return null
    }
    return own.reduce((n, place) => n + Number(judged(place)) - Number(isFilled(this.stored(place))), known.filled)
  }

  /** A cell as it is to be shown. A newer save from elsewhere (a second window) wins over what was saved from here. */
  cell(place: Place): Cell {
    const stored = this.stored(place)
    const own = this.#cells.get(nameOf(place))
    const overtaken = own?.savedAt != null && stored !== undefined && stored.savedAt > own.savedAt
    if (own && !overtaken) return own.cell
    if (!stored) return EMPTY
    const known = this.#read.get(stored)
    if (known) return known
    const read = { text: stored.score ?? '', passed: stored.passed, reason: stored.reason }
    this.#read.set(stored, read)
    return read
  }

  /** Whether something was typed here into this cell. */
  touched(place: Place): boolean {
    return this.#cells.has(nameOf(place))
  }

  problem(place: Place): string {
    return this.#cells.get(nameOf(place))?.problem ?? ''
  }

  /** Takes a change: in line to be saved, or kept here with what is wrong with it. */
  write({ bidderId, item }: { bidderId: string; item: Item }, cell: Cell): void {
    const place = { bidderId, itemId: item.itemId }
    const read = readCell(this.#kind, item, cell)
    const problem = 'problem' in read ? read.problem : ''
    this.#cells.set(nameOf(place), { place, cell, problem, savedAt: null })
    this.#typed.set(bidderId, (this.#typed.get(bidderId) ?? new Map<string, Place>()).set(item.itemId, place))
    if ('judgement' in read) this.queue.edit({ group: bidderId, key: item.itemId, value: read.judgement })
    else this.queue.withdraw(bidderId, item.itemId)
  }

  #publish(): void {
    const problems = [...this.#cells.values()].filter((c) => c.problem !== '').length
    this.#view = { ...this.queue.view, problems, version: this.#view.version + 1 }
    for (const listener of this.#listeners) listener()
  }
}

const desks = new Map<string, Desk>()

/** The desk of the person who works here, for one way of one review. */
export function deskOf({ projectId, wayId, kind }: { projectId: string; wayId: string; kind: number }): Desk {
  const owner = callContext.owner
  const name = `${owner}/${projectId}/${wayId}`
  const known = desks.get(name)
  if (known) return known
  const desk = new Desk(kind, async (bidderId, edits) => {
    // Somebody else has logged in here meanwhile: these marks are not theirs.
    if (callContext.owner !== owner) return { retry: '登录已失效，重新登录后继续保存' }
    const scores = edits.map(({ key, value }) => ({ itemId: key, ...value }))
    return sendScores({ projectId, wayId, bidderId }, scores)
  })
  desks.set(name, desk)
  return desk
}

/** Whether something typed on any sheet is not saved yet. */
export function anythingUnsaved(): boolean {
  return [...desks.values()].some((desk) => desk.view().unsaved > 0 || desk.view().problems > 0)
}

/** Failures that have nothing to do with what was sent. */
const PASSING: readonly number[] = (['unauthenticated', 'csrf', 'tooMany', 'noSpace', 'unavailable'] as const).map(
  (name) => ERRORS[name].code,
)

async function sendScores(
  params: { projectId: string; wayId: string; bidderId: string },
  scores: ({ itemId: string } & Judgement)[],
): Promise<Sent> {
  try {
    const { savedAt } = await call(saveScores, { params, body: { scores } })
    return { savedAt }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.outcomeUnknown || PASSING.includes(error.code) ? { retry: error.message } : { refused: error.message }
  }
}

export function isFilled(score: Pick<Judgement, 'score' | 'passed'> | undefined): boolean {
  return score !== undefined && (score.score !== null || score.passed !== null)
}

function nameOf({ bidderId, itemId }: Place): string {
  return `${bidderId}/${itemId}`
}
