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
interface Stored extends Judgement {
  itemId: string
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
  /** What was read from the server, in the form of a cell: the same object for the same answer. */
  readonly #read = new WeakMap<Stored, Cell>()
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

  /** A cell as it is to be shown. A newer save from elsewhere (a second window) wins over what was saved from here. */
  cell(place: Place, stored: Stored | undefined): Cell {
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

  /** Cells that were typed into here. */
  places(): Place[] {
    return [...this.#cells.values()].map(({ place }) => place)
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

function nameOf({ bidderId, itemId }: Place): string {
  return `${bidderId}/${itemId}`
}
