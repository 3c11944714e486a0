import { sql } from 'kysely'
import type { Searchable } from '#server/search/hits.ts'

// What the keyword means alone, for the ranking: a code, or a whole title.

export const ORDERS = {
  table: 'purchase_order',
  alias: 'o',
  exact: (keyword: string) => sql<boolean>`(o.code = upper(${keyword}) or o.title = ${keyword})`,
} satisfies Partial<Searchable>

export const PROJECTS = {
  table: 'project',
  alias: 'p',
  exact: (keyword: string) => sql<boolean>`(p.code = upper(${keyword}) or p.name = ${keyword})`,
} satisfies Partial<Searchable>

export const NOTICES = {
  table: 'notice',
  alias: 'notice',
  exact: (keyword: string) => sql<boolean>`(notice.code = upper(${keyword}) or notice.title = ${keyword})`,
} satisfies Partial<Searchable>
