import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { orderRow } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import type { RankedOffer } from '../rules/result.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Actor>
export type Order = Awaited<ReturnType<typeof orderRow>>
export type Panel = Selectable<tables.Panel>
export type Member = Selectable<tables.PanelMember>
export type Sheet = Selectable<tables.PanelSheet>
export type Supplier = Selectable<tables.PanelSupplier>
export type Change = Selectable<tables.PanelChange>

/** What a report says, as it is stored and hashed. */
export interface StoredReport {
  note: string
  ranking: RankedOffer[]
  byName: string
}

/** Members in office. */
export function activeOf(members: readonly Member[]): Member[] {
  return members.filter(({ outAt }) => outAt === null)
}

/** Suppliers that go on, by trade. */
export function remainingOf(suppliers: readonly Supplier[]): string[] {
  return suppliers.filter(({ outAt }) => outAt === null).map(({ tradeId }) => tradeId)
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
