import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { COUNT_LIMIT, type PageQuery } from '#contract/page.ts'
import type { Tx } from '../database/connect.ts'
import type { Cursor } from './cursor.ts'
import type { Listed, Search } from './hits.ts'

/** What a list is read with: a context has it. */
export interface Reader {
  tx: Tx
  tenantId: number
  clock: { now(): Date }
}

/** Conditions of the tabs on the list's alias; `all` is every row. */
export type Tabs = Readonly<Record<string, RawBuilder<boolean>>>

/** What is shown of a page: its rows by id (`page.id`), joined to whatever names them. */
// oxlint-disable-next-line no-explicit-any -- any table may be listed
export type Show<O> = (page: AliasedRawBuilder<{ id: string }, 'page'>) => SelectQueryBuilder<any, any, O>

/** What a page is made of. */
export interface Parts<O> {
  list: Listed
  tabs: Tabs
  show: Show<O>
}

/** A list that is asked for all the time: its queries are built once per shape (`keptQuery`). */
export interface KeptList<O> {
  /** Tells all that the parts depend on beside the values: which of them are given, and whatever else they are built from. */
  shape: string
  values: object
  /** The parts with these values, or with slots in their place. */
  parts: (values: object) => Parts<O>
}

/** A page that is asked for. */
export interface Asked<O> extends Parts<O> {
  kept: KeptList<O> | null
  /** Null where nothing is searched for by words. */
  search: Search | null
  query: PageQuery
  tab: string
  cursor: Cursor | undefined
  offset: number
}

/** A page of a search. */
export type Searching<O> = Asked<O> & { search: Search }

/** What was found of it. */
export interface Found<O> {
  /** One more than the page holds, where there are more. */
  rows: (O & PageKeys)[]
  /** Rows per tab, `#` the whole, each at most COUNT_LIMIT, where tabs may lack; null behind a cursor. */
  counts: Record<string, number> | null
  /** A search lists its best hits first. */
  isRanked: boolean
}

/** Where a row stands: its key columns as they were in the list, and its rank among ranked hits. */
export type PageKeys = { '#rank': number } & Record<`#key${number}`, string | Date>

/** What a statement counted: `tabs` in the order of their names, null where they were not counted. */
export interface Tally {
  whole: number
  tabs: readonly number[] | null
}

/** Counts by the names of the tabs, `#` the whole. */
export function countsOf(names: readonly string[], { whole, tabs }: Tally): Record<string, number> {
  const counts: Record<string, number> = { '#': Math.min(whole, COUNT_LIMIT) }
  if (tabs) for (const [i, name] of names.entries()) counts[name] = Math.min(tabs[i]!, COUNT_LIMIT)
  return counts
}

/** The tabs' conditions as columns `tab:<name>`. */
export function flagsOf(tabs: Tabs) {
  return Object.entries(tabs).map(([name, condition]) => condition.as(`tab:${name}`))
}

/** What counts those columns, as one array. */
export function tallyOf(names: readonly string[]): RawBuilder<unknown> {
  return sql`array[${sql.join(names.map((name) => sql`count(*) filter (where ${sql.ref(`tab:${name}`)})`))}]::int[]`
}
