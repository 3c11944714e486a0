import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { Column } from './data-table.tsx'
import type { Filter } from './list-filters.tsx'

/** An endpoint that answers with a page of rows (`pageOf`). */
export type ListEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Page<unknown>>>
export type RowOf<E extends ListEndpoint> = OutputOf<E> extends { rows: (infer R)[] } ? R : never
export type QueryName<E extends ListEndpoint> = keyof NonNullable<InputOf<E> extends { query?: infer Q } ? Q : never> &
  string

/** What can be done with one row: goes to an address, or runs. */
export interface RowAction {
  label: string
  to?: string
  onClick?: () => void | Promise<unknown>
  danger?: boolean
  /** Asked first. */
  confirm?: string
  /** Why it cannot be done now. */
  reason?: string
}

/** What can be done with the chosen rows. */
export interface BatchAction<R> {
  label: string
  danger?: boolean
  confirm?: string
  run: (rows: R[]) => Promise<unknown>
}

export interface ListScreenProps<E extends ListEndpoint> {
  title: string
  endpoint: E
  /** Path parameters and query values that are not the person's to choose. */
  fixed?: { params?: Record<string, unknown>; query?: Partial<Record<QueryName<E>, unknown>> }
  rowKey: (row: RowOf<E>) => string
  columns: Column<RowOf<E>>[]
  filters?: Filter<QueryName<E>>[]
  /** Status tabs: `param` is the query name; counts come from the page's `counts` under the tab's value. */
  tabs?: { param: QueryName<E>; tabs: { value: string; label: string; countKey?: string }[] }
  /** The main next step, at the top right. */
  primary?: { label: string; to?: string; onClick?: () => void; disabled?: string }
  /** More things at the top right, left of the main one. */
  secondary?: ReactNode
  rowActions?: (row: RowOf<E>) => (RowAction | false | null | undefined)[]
  rowClass?: (row: RowOf<E>) => string | undefined
  batch?: BatchAction<RowOf<E>>[]
  empty?: { title: string; hint?: string; action?: ReactNode }
  /** File name of the export, without ending; no export when left out. */
  exportAs?: string
  /** Drawn between the head and the filters. */
  children?: ReactNode
}
