/**
 * Where the person has been in this tab: what lets a list be found as it was left. Kept in session storage, so that a
 * reload changes nothing.
 */
const KEY = 'kb.visits'
const MOST = 60

interface Visits {
  /** Last search of each path, by path. */
  searches: Record<string, string>
  /** Path of the page before this one. */
  before: string
  now: string
}

interface Visit {
  pathname: string
  search: string
  /** The history entry: rendering it twice is one visit. */
  key: string
  kind: 'PUSH' | 'POP' | 'REPLACE'
}

let visits: Visits = read()
let lastKey = ''

/** Records that a page is shown. A step back makes the page before unknown: there is nothing to go back to. */
export function noteVisit({ pathname, search, key, kind }: Visit): void {
  if (key === lastKey) return
  lastKey = key
  const { [pathname]: _, ...others } = visits.searches
  const searches = Object.fromEntries([...Object.entries(others), [pathname, search] as const].slice(-MOST))
  const before = kind === 'POP' ? '' : kind === 'PUSH' ? visits.now : visits.before
  visits = { searches, before, now: pathname }
  sessionStorage.setItem(KEY, JSON.stringify(visits))
}

/** The address of a page with the search it was last seen with. */
export function lastVisit(pathname: string): string {
  return pathname + (visits.searches[pathname] ?? '')
}

/** Whether one step back in the history leads to that page. */
export function cameFrom(pathname: string): boolean {
  return visits.before === pathname
}

/** Forgets everything: another company's lists are other lists. */
export function forgetVisits(): void {
  visits = { searches: {}, before: '', now: visits.now }
  sessionStorage.removeItem(KEY)
}

function read(): Visits {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Visits | null
    if (stored) return stored
  } catch {
    // Unreadable: start anew.
  }
  return { searches: {}, before: '', now: '' }
}
