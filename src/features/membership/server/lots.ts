import type { Selectable } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { ServiceLot } from '#server/database/tables.ts'
import type { Lot } from '../rules/lots.ts'
import { refundPolicy } from './policy.ts'

export type Ctx = Context<Actor | null>
export type LotRow = Selectable<ServiceLot>

/** All that a company bought, ended lots left out; in the order in which it was bought. */
export function lotsOf(ctx: Ctx, companyId: string): Promise<LotRow[]> {
  return ctx.many('service_lot', { companyId, endedAt: NULL }, { orderBy: ['createdAt', 'id'] })
}

/** Adds what was bought, came with it, or came back; on the terms of refunds that hold now. */
export async function addLot(
  ctx: Ctx,
  lot: Omit<Lot, 'id' | 'used' | 'held' | 'endedAt'> & {
    companyId: string
    payOrderId: string
    line: number
    part: number
  },
): Promise<void> {
  const { wholeDays } = await refundPolicy(ctx)
  await ctx.insert('service_lot', { id: ctx.newId(), ...lot, wholeDays, createdAt: ctx.clock.now() })
}

/** Locks what a company has bought: what is made or spent of it happens one after the other. */
export async function lockAccount(ctx: Ctx, companyId: string): Promise<void> {
  await ctx.tx
    .insertInto('service_account')
    .values({ tenantId: ctx.tenantId, companyId })
    .onConflict((c) => c.doNothing())
    .execute()
  await ctx.expectOne('service_account', { companyId }, { lock: 'update' })
}
