import type { Query, QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { ANYTHING, type Kind } from '#contract/kinds.ts'

// Which loaded answers are out of date. Answers name the kinds of records that their call reads; acts and live events name
// the kinds that have changed. What was asked for before a change of what it reads is stale: shown, it is loaded again once.

/** Kinds that a call reads, by method and path. */
const readsOf = new Map<string, readonly string[]>()
/** Count of changes when the newest answer of a query was asked for. */
const begunAt = new WeakMap<Query, number>()
const clients = new Set<QueryClient>()
let changes = 0
const changedAt = new Map<string, number>()
/** What waits to be loaded again, by how long it rests. */
const resting = new Map<number, Set<string>>()

/** What changes together is loaded once, ms. */
const REST_MS = 20

/** Loads again what these clients show, until the returned function is called. */
export function keepCurrent(client: QueryClient): () => void {
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted) forget(client)
  }
  clients.add(client)
  window.addEventListener('pageshow', onReturn)
  return () => {
    window.removeEventListener('pageshow', onReturn)
    clients.delete(client)
  }
}

/** The browser kept the page while another one was shown: nothing that it knows is sure to hold any more. */
function forget(client: QueryClient): void {
  client.removeQueries({ type: 'inactive' })
  void client.invalidateQueries()
}

/** A kind, all kinds, or a kind as far as a query names one id: `order@<id>`. */
export type Change = Kind | typeof ANYTHING | `${Kind}@${string}`

/** Makes stale what was read of these kinds. `rest`: ms until it is loaded; what comes meanwhile goes with it. */
export function noteChanged(kinds: readonly Change[], rest = REST_MS): void {
  if (kinds.length === 0) return
  changes++
  for (const kind of kinds) changedAt.set(kind, changes)
  loadSoon(kinds, rest)
}

/** Runs one load of a query, which gives the kinds it reads. */
export async function followLoad<T>(
  { client, queryKey }: QueryFunctionContext,
  run: (onReads: (kinds: readonly string[]) => void) => Promise<T>,
): Promise<T> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query) begunAt.set(query, changes)
  const answer = await run((kinds) => readsOf.set(callOf(queryKey), kinds))
  // Changed while it was on its way: what came may have been read before.
  const newer = query ? [...changedAt.keys()].filter((kind) => isOutdated(query, kind)) : []
  if (newer.length > 0) loadSoon(newer, REST_MS)
  return answer
}

function callOf([method, path]: QueryKey): string {
  return `${method as string} ${path as string}`
}

function loadSoon(kinds: readonly string[], rest: number): void {
  const waiting = resting.get(rest)
  if (waiting) return kinds.forEach((kind) => waiting.add(kind))
  const first = new Set(kinds)
  resting.set(rest, first)
  setTimeout(() => {
    resting.delete(rest)
    for (const client of clients) void client.invalidateQueries({ predicate: (query) => isStale(query, first) })
  }, rest)
}

function isStale(query: Query, kinds: ReadonlySet<string>): boolean {
  // Refused, and nobody knows what it would read: any change may let it in.
  if (!readsOf.has(callOf(query.queryKey))) return query.state.status === 'error' && begunAt.has(query)
  return [...kinds].some((kind) => isOutdated(query, kind))
}

/** Whether the kind has changed since the newest answer was asked for, and concerns it. */
function isOutdated(query: Query, kind: string): boolean {
  if ((changedAt.get(kind) ?? 0) <= (begunAt.get(query) ?? 0)) return false
  const reads = readsOf.get(callOf(query.queryKey))
  if (kind === ANYTHING || !reads) return reads !== undefined
  const [name = '', id = ''] = kind.split('@')
  return reads.includes(name) && query.queryHash.includes(id)
}
