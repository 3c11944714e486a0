import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { inContext } from '#server/context.ts'
import type { PurchaseOrder, Trade as TradeTable } from '#server/database/tables.ts'
import type { LiveTopic } from '#server/live.ts'
import { TradeStatus } from '../rules/enums.ts'

/** A row of `purchase_order`. */
export type Order = Selectable<PurchaseOrder>
/** A row of `trade`. */
export type Trade = Selectable<TradeTable>

/**
 * Which records of the buyer's side a person sees from the workbench it is in: the purchaser's what its company buys,
 * the agency's what its company runs for others. As a WHERE: column that must hold the own company, and the other one.
 */
export function buyerColumn(actor: Actor): 'purchaserCompanyId' | 'ownerCompanyId' {
  switch (actor.workbench) {
    case 'purchaser':
      return 'purchaserCompanyId'
    case 'agency':
      return 'ownerCompanyId'
    default:
      throw new AppError('notFound')
  }
}

/** In a workbench of the buyer's side, with the right that belongs to it; to read, as an auditor of the company. */
export function demandBuyer({ actor }: Context<Employee>, reads = false): void {
  if (!doesBuying(actor) && !(reads && actor.rights.has('auditing'))) throw new AppError('noRight')
}

/** Whether somebody does the buying of the workbench, or only looks on. */
export function doesBuying({ workbench, rights }: Actor): boolean {
  return rights.has(workbench === 'agency' ? 'agencyTendering' : 'tendering')
}

/**
 * Live topics. `order:<id>`: the companies that buy and run it, approved participants, its committee. What participants
 * must not hear (who signs up) goes to `order-owner:<id>`.
 */
export const topics: readonly LiveTopic[] = [
  { prefix: 'order', allows: (kernel, listener, id) => hears(kernel, listener, { id, ownersOnly: false }) },
  { prefix: 'order-owner', allows: (kernel, listener, id) => hears(kernel, listener, { id, ownersOnly: true }) },
]

/** Whether the listener's company has this part in an order. */
export async function hearsOwnTrade(
  kernel: Kernel,
  { tenantId, actor }: { tenantId: number; actor: Actor | null },
  id: string,
): Promise<boolean> {
  if (!actor?.companyId || !Id.safeParse(id).success) return false
  const { companyId } = actor
  const own = await inContext(kernel, { tenantId, actor, readOnly: true }, (ctx) =>
    ctx.one('trade', { id, supplierCompanyId: companyId }, { columns: ['id'] }),
  )
  return own !== undefined
}

async function hears(
  kernel: Kernel,
  { tenantId, actor }: { tenantId: number; actor: Actor | null },
  { id, ownersOnly }: { id: string; ownersOnly: boolean },
): Promise<boolean> {
  if (!actor || !Id.safeParse(id).success) return false
  const { companyId, userId } = actor
  return inContext(kernel, { tenantId, actor, readOnly: true }, async ({ tx }) => {
    if (companyId) {
      const owned = await tx
        .selectFrom('purchase_order')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .where((e) => e.or([e('ownerCompanyId', '=', companyId), e('purchaserCompanyId', '=', companyId)]))
        .executeTakeFirst()
      if (owned) return true
    }
    if (ownersOnly) return false
    if (companyId) {
      const trade = await tx
        .selectFrom('trade')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('orderId', '=', id)
        .where('supplierCompanyId', '=', companyId)
        .where('status', '=', TradeStatus.values.passed)
        .executeTakeFirst()
      if (trade) return true
    }
    const seat = await tx
      .selectFrom('reviewer')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('orderId', '=', id)
      .where('userId', '=', userId)
      .where('outAt', 'is', null)
      .executeTakeFirst()
    return seat !== undefined
  })
}
