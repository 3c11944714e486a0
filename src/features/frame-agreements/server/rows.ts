import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import type { Price } from '../rules/quota.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Agreement = Selectable<tables.FrameAgreement>
export type Entry = Selectable<tables.FrameEntry>

export function today(ctx: Any): string {
  return formatDate(ctx.clock.now())
}

export function now(ctx: Any): number {
  return ctx.clock.now().getTime()
}

export function entriesOf(ctx: Any, agreementId: string): Promise<Entry[]> {
  return ctx.many('frame_entry', { agreementId }, { orderBy: ['no'] })
}

export function itemsOf(ctx: Any, agreementId: string) {
  return ctx.many('frame_item', { agreementId }, { orderBy: ['line'] })
}

export function pricesOf({ prices }: { prices: unknown }): Price[] {
  return prices as Price[]
}

/** Names of companies by id. */
export async function namesOf(ctx: Any, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.many('company', { id: [...new Set(ids)] }, { columns: ['id', 'name'] })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
