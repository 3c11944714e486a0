import { callContext } from '#web/call.ts'
import { createStore } from '#web/store.ts'

/** A page of a bid file that a reviewer has noted for one item: where the answer to it stands. */
export interface PageMark {
  bidderId: string
  itemId: string
  /** Position of the file within the bid. */
  position: number
  page: number
  /** The file's name, as it is shown. */
  file: string
}

const store = createStore<{ place: string; marks: readonly PageMark[] }>({ place: '', marks: [] })

/** The own page marks of one review; they stay in this browser and are nobody else's to see. */
export function usePageMarks(projectId: string): readonly PageMark[] {
  const current = store.use()
  const place = placeOf(projectId)
  return current.place === place ? current.marks : read(place)
}

/** Sets a mark, or takes it away when it is there. */
export function togglePageMark(projectId: string, mark: PageMark): void {
  const place = placeOf(projectId)
  const marks = toggled(read(place), mark)
  try {
    localStorage.setItem(place, JSON.stringify(marks))
  } catch {
    // A full or forbidden store: the marks last as long as the page.
  }
  store.set({ place, marks })
}

export function toggled(marks: readonly PageMark[], mark: PageMark): PageMark[] {
  const rest = marks.filter((m) => !same(m, mark))
  return rest.length < marks.length ? rest : [...rest, mark]
}

export function same(a: PageMark, b: PageMark): boolean {
  return a.bidderId === b.bidderId && a.itemId === b.itemId && a.position === b.position && a.page === b.page
}

function placeOf(projectId: string): string {
  return `kb.review.marks.${callContext.owner}.${projectId}`
}

let last: { place: string; text: string; marks: PageMark[] } = { place: '', text: '', marks: [] }

/** The same array as long as nothing changed, so that readers may compare. */
function read(place: string): PageMark[] {
  const text = localStorage.getItem(place) ?? '[]'
  if (last.place === place && last.text === text) return last.marks
  try {
    last = { place, text, marks: JSON.parse(text) as PageMark[] }
  } catch {
    last = { place, text, marks: [] }
  }
  return last.marks
}
