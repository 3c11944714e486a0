import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { inState } from './in-state.ts'
import { reached } from '../engine/states.ts'
import { NoticeKind } from '../rules/enums.ts'
import type { OrderWho } from '../engine/step.ts'
import type { Order } from './access.ts'

/*
 * Who may know of a published order. One with invited suppliers exists for them, the buyer's side and the committee alone,
 * until its result is public; a secret one stays theirs for good.
 */

const K = NoticeKind.values

/** Results of every order are publicised, whoever was admitted (招标投标法实施条例第五十四条、第五十五条). */
const RESULT_KINDS: readonly number[] = [K.candidate, K.result, K.abortive]

/** Whether only those who were invited may know of the order. */
export function isPrivate({ admission }: Pick<Order, 'admission'>): boolean {
  return admission === 'invited'
}

/** Of an order `o`: whether this company may know of it as a supplier. */
export function isOpenTo(companyId: string): RawBuilder<boolean> {
  return sql<boolean>`(o.admission = 'open' or ${isInvited(companyId)})`
}

/** Of an order `o`: whether this company may know of it as a buyer. */
export function isOpenToBuyer(companyId: string): RawBuilder<boolean> {
  return sql<boolean>`(o.admission = 'open' or ${companyId} in (o.owner_company_id, o.purchaser_company_id))`
}

/**
 * Of a `notice` that is no letter: whether everybody may read it. Of invited orders that is what they open with, where that is
 * no letter, and how they end; of secret ones nothing.
 */
export function isOfOpenOrder(tenantId: number): RawBuilder<boolean> {
  return sql<boolean>`((notice.kind <> ${K.change} or not exists (select from purchase_order o
    where o.tenant_id = notice.tenant_id and o.id = notice.order_id and o.admission = 'invited'))
    and notice.order_id not in (select s.id from purchase_order s where s.tenant_id = ${tenantId} and s.is_secret))`
}

/** Refuses with `notFound` whoever may not know of the order, visitors without a log-in among them. */
export async function demandVisible(
  ctx: Context<Actor | null>,
  order: Pick<Order, 'id' | 'admission' | 'ownerCompanyId' | 'purchaserCompanyId'>,
): Promise<void> {
  if (!isPrivate(order)) return
  const { actor } = ctx
  if (!actor) throw new AppError('notFound')
  const { companyId } = actor
  if (companyId !== null && [order.ownerCompanyId, order.purchaserCompanyId].includes(companyId)) return
  const known = await ctx.tx
    .selectFrom('purchase_order as o')
    .select('o.id')
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.id', '=', order.id)
    .where((e) =>
      e.or([
        ...(companyId === null ? [] : [isInvited(companyId)]),
        sql<boolean>`exists (select from reviewer r where r.tenant_id = o.tenant_id and r.order_id = o.id
          and r.user_id = ${actor.userId} and r.out_at is null)`,
      ]),
    )
    .executeTakeFirst()
  if (!known) throw new AppError('notFound')
}

/** The same for what proves a result, which is for everybody once the result is public. */
export async function demandProvable(ctx: Context<Actor | null>, order: Order): Promise<void> {
  if (!reached(order, 'publicised') || order.isSecret) await demandVisible(ctx, order)
}

/** Whether a notice of this kind may be read without knowing of the order. */
export function isPublicResult(kind: number, { isSecret }: Pick<Order, 'isSecret'>): boolean {
  return RESULT_KINDS.includes(kind) && !isSecret
}

/** Whether somebody of the buyer's side learns before the opening who was invited and who takes part: its owner alone. */
export function seesParticipants(order: Pick<Order, 'admission' | 'state'>, { part }: OrderWho): boolean {
  return part === 'owner' || !isPrivate(order) || order.state !== 'publish.open'
}

/** The same of a row of orders, for a company of the buyer's side. `alias`: of the orders in the query. */
export function tellsParticipants(companyId: string, alias = 'purchase_order'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('admission')} = 'open' or ${column('ownerCompanyId')} = ${companyId}
    or not ${inState(`${alias}.state`, 'publish.open')})`
}

function isInvited(companyId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from order_invitation i where i.tenant_id = o.tenant_id and i.order_id = o.id
    and i.company_id = ${companyId})`
}
