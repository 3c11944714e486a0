import { formatDate } from '#contract/time.ts'
import { employmentsOf, groupsOf } from '#features/organisation/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { say } from '../methods/say.ts'
import { TradeStatus } from '../rules/enums.ts'
import type { Order } from './access.ts'

/** Somebody who is to be impartial. Employers by name and code are those that an expert's record states. */
export interface Impartial {
  userId: string
  name: string
  employer?: string
  employerCode?: string
  /** When the choice was made or its pool frozen: what was accepted later is sudden. Left out: now. */
  asOf?: Date | null
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
  /**
   * The job or the association began after the person was chosen: a finding for the buyer to look into, and no reason by
   * itself to leave the person out, because a bidder could bring it about.
   */
  isSudden: boolean
}

interface Workplace {
  id: string | null
  name: string
  code: string
  /** Null: stated by the person's record, which nobody but its keeper changes. */
  since: Date | null
}

/**
 * Who of these people works for a company that has signed up for an order, or for one of the same group. The buyer's own
 * companies do not bind their people to others of their group: that is the eligibility of the bidder (实施条例第三十四条).
 * Nobody but the buyer's side may learn of the answer.
 */
export async function tiesToParticipants(
  ctx: Context<Actor | null>,
  order: Pick<Order, 'id' | 'purchaserCompanyId' | 'ownerCompanyId' | 'method' | 'admission'>,
  people: readonly Impartial[],
): Promise<Tie[]> {
  return tiesTo(ctx, order, { companies: await signedUp(ctx, order.id), called: say(order, '{bidder}'), people })
}

interface Asked {
  /** By the id of the part they take. */
  companies: readonly (Pick<Workplace, 'name' | 'code'> & { id: string; tradeId: string })[]
  /** What they are called where they take part. */
  called: string
  people: readonly Impartial[]
}

/** The same for companies that take part in something else, such as the survey of a demand. */
export async function tiesTo(
  ctx: Context<Actor | null>,
  order: Pick<Order, 'purchaserCompanyId' | 'ownerCompanyId'>,
  { companies: trades, called, people }: Asked,
): Promise<Tie[]> {
  if (trades.length === 0 || people.length === 0) return []
  const workplaces = await workplacesOf(ctx, people)
  const now = ctx.clock.now()
  const ids = trades.map((trade) => trade.id)
  const groups = await groupsOf(ctx, ids, now)
  const before = new Map<number, Map<string, string[]>>()
  for (const { asOf } of people)
    if (asOf && !before.has(asOf.getTime())) before.set(asOf.getTime(), await groupsOf(ctx, ids, asOf))
  const companies = await companiesOf(ctx, [...groups.values()].flat())
  const ties: Tie[] = []
  for (const trade of trades) {
    const group = (groups.get(trade.id) ?? []).flatMap((id) => companies.get(id) ?? [])
    for (const person of people) {
      const asOf = person.asOf ?? now
      const earlier = person.asOf ? (before.get(asOf.getTime())?.get(trade.id) ?? []) : (groups.get(trade.id) ?? [])
      const found = workplaces
        .get(person.userId)!
        .map((place) => tieOf(order, trade, { place, group, asOf, earlier, called }))
        .filter((tie) => tie !== null)
        // What is known longest says most.
        .toSorted((a, b) => Number(a.isSudden) - Number(b.isSudden))
        .at(0)
      if (found)
        ties.push({
          userId: person.userId,
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

type Company = Pick<Workplace, 'name' | 'code'> & { id: string }

interface At {
  place: Workplace
  /** Companies associated with the participant now, and those that were when the person was chosen. */
  group: readonly Company[]
  earlier: readonly string[]
  asOf: Date
  called: string
}

function tieOf(
  order: Pick<Order, 'purchaserCompanyId' | 'ownerCompanyId'>,
  trade: Company,
  { place, group, earlier, asOf, called }: At,
): Pick<Tie, 'reason' | 'isByGroup' | 'isSudden'> | null {
  const isLate = place.since !== null && place.since > asOf
  const since = place.since === null ? '' : `（${formatDate(place.since)}起${isLate ? '，确定人选之后' : ''}）`
  if (isSame(place, trade))
    return { reason: `任职于${called}${trade.name}${since}`, isByGroup: false, isSudden: isLate }
  if (place.id === order.purchaserCompanyId || place.id === order.ownerCompanyId) return null
  const employer = group.find((company) => isSame(place, company))
  if (!employer) return null
  const isNew = !earlier.includes(employer.id)
  const joined = isNew ? '（确定人选之后建立）' : ''
  return {
    reason: `任职单位${place.name}${since}与${called}${trade.name}存在关联关系${joined}`,
    isByGroup: true,
    isSudden: isLate || isNew,
  }
}

function isSame(place: Pick<Workplace, 'id' | 'name' | 'code'>, company: Company): boolean {
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
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['t.id as tradeId', 'c.id', 'c.name', 'c.creditCode as code'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', orderId)
    .where('t.status', 'in', [TradeStatus.values.pending, TradeStatus.values.passed])
    .orderBy('t.id')
    .execute()
}

async function workplacesOf(
  ctx: Context<Actor | null>,
  people: readonly Impartial[],
): Promise<Map<string, Workplace[]>> {
  const jobs = await employmentsOf(
    ctx,
    people.map((person) => person.userId),
  )
  return new Map(
    people.map(({ userId, employer = '', employerCode: code = '' }) => [
      userId,
      [
        ...jobs.filter((job) => job.userId === userId).map((job) => ({ ...job, id: job.companyId })),
        ...(employer || code ? [{ id: null, name: employer, code, since: null }] : []),
      ],
    ]),
  )
}

async function companiesOf(ctx: Context<Actor | null>, ids: readonly string[]): Promise<Map<string, Company>> {
  const rows = await ctx.tx
    .selectFrom('company')
    .select(['id', 'name', 'creditCode as code'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
