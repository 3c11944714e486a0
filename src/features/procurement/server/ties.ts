import { groupsOf } from '#features/organisation/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { TradeStatus } from '../rules/enums.ts'
import type { Order } from './access.ts'

/** Somebody who is to be impartial. Employers by name and code are those that an expert's record states. */
export interface Impartial {
  user_id: string
  name: string
  employer?: string
  employer_code?: string
}

/** What binds a person to a company that takes part. `reason` in words, to follow the person's name. */
export interface Tie {
  userId: string
  name: string
  tradeId: string
  companyId: string
  companyName: string
  reason: string
  /** By the group that employer and participant belong to, not by a job with the participant itself. */
  isByGroup: boolean
}

interface Workplace {
  id: string | null
  name: string
  code: string
}

/**
 * Who of these people works for a company that has signed up for an order, or for one of the same group. The buyer's own
 * companies do not bind their people to others of their group: that is the eligibility of the bidder (实施条例第三十四条).
 * Nobody but the buyer's side may learn of the answer.
 */
export async function tiesToParticipants(
  ctx: Context<Actor | null>,
  order: Pick<Order, 'id' | 'purchaser_company_id' | 'owner_company_id'>,
  people: readonly Impartial[],
): Promise<Tie[]> {
  const trades = await signedUp(ctx, order.id)
  if (trades.length === 0 || people.length === 0) return []
  const workplaces = await workplacesOf(ctx, people)
  const groups = await groupsOf(
    ctx,
    trades.map((trade) => trade.id),
  )
  const companies = await companiesOf(ctx, [...groups.values()].flat())
  const ties: Tie[] = []
  for (const trade of trades) {
    const group = (groups.get(trade.id) ?? []).flatMap((id) => companies.get(id) ?? [])
    for (const person of people) {
      const found = workplaces
        .get(person.user_id)!
        .map((place) => tieOf(order, trade, { place, group }))
        .find((tie) => tie !== null)
      if (found)
        ties.push({
          userId: person.user_id,
          name: person.name,
          tradeId: trade.tradeId,
          companyId: trade.id,
          companyName: trade.name,
          ...found,
        })
    }
  }
  return ties
}

/** Ties as one says them: who, and why. */
export function tiesInWords(ties: readonly Tie[]): string {
  return ties.map(({ name, reason }) => `${name}（${reason}）`).join('、')
}

type Company = Workplace & { id: string }

function tieOf(
  order: Pick<Order, 'purchaser_company_id' | 'owner_company_id'>,
  trade: Company,
  { place, group }: { place: Workplace; group: readonly Company[] },
): Pick<Tie, 'reason' | 'isByGroup'> | null {
  if (isSame(place, trade)) return { reason: `任职于投标人${trade.name}`, isByGroup: false }
  if (place.id === order.purchaser_company_id || place.id === order.owner_company_id) return null
  if (!group.some((company) => isSame(place, company))) return null
  return { reason: `任职单位${place.name}与投标人${trade.name}存在关联关系`, isByGroup: true }
}

function isSame(place: Workplace, company: Company): boolean {
  return (
    place.id === company.id ||
    (place.code !== '' && place.code === company.code) ||
    (place.name !== '' && place.name === company.name)
  )
}

/** Companies that have signed up and were not turned down. */
function signedUp(ctx: Context<Actor | null>, orderId: string): Promise<(Company & { tradeId: string })[]> {
  return ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as c', 'c.id', 't.supplier_company_id')
    .select(['t.id as tradeId', 'c.id', 'c.name', 'c.credit_code as code'])
    .where('t.tenant_id', '=', ctx.tenantId)
    .where('t.order_id', '=', orderId)
    .where('t.status', 'in', [TradeStatus.values.pending, TradeStatus.values.passed])
    .orderBy('t.id')
    .execute()
}

async function workplacesOf(
  ctx: Context<Actor | null>,
  people: readonly Impartial[],
): Promise<Map<string, Workplace[]>> {
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.company_id')
    .select(['e.user_id as userId', 'c.id', 'c.name', 'c.credit_code as code'])
    .where('e.tenant_id', '=', ctx.tenantId)
    .where(
      'e.user_id',
      'in',
      people.map((person) => person.user_id),
    )
    .where('e.status', '=', 1)
    .where('e.deleted_at', 'is', null)
    .execute()
  return new Map(
    people.map(({ user_id: userId, employer = '', employer_code: code = '' }) => [
      userId,
      [
        ...rows.filter((row) => row.userId === userId),
        ...(employer || code ? [{ id: null, name: employer, code }] : []),
      ],
    ]),
  )
}

async function companiesOf(ctx: Context<Actor | null>, ids: readonly string[]): Promise<Map<string, Company>> {
  const rows = await ctx.tx
    .selectFrom('company')
    .select(['id', 'name', 'credit_code as code'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
