import { type RawBuilder, type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import {
  DEMAND_STATUS,
  type DemandAction,
  type DemandFacts,
  type DemandState,
  type SurveyMode,
} from '../rules/status.ts'
import { permitOf } from '../rules/permit.ts'
import { profileOf } from '../rules/profiles.ts'
import { answerCount } from './counts.ts'
import { marksOf } from './marks.ts'
import { closeRound, lastRound } from './rounds.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Demand = Selectable<tables.Demand>
export type Trade = Selectable<tables.DemandTrade>
export type Round = Selectable<tables.DemandRound>

const SIDES = ['purchaser', 'agency'] as const
/** Who drafts and runs demands; which right belongs to which workbench, `handles` asks. */
export const ACTS = { workbench: SIDES, right: ['purchaseDemand', 'demandManagement', 'agencyTendering'] } as const
/** Buyers take a demand over, auditors look on. */
export const READS = { ...ACTS, right: [...ACTS.right, 'tendering', 'auditing'] } as const
/** Being asked for an opinion is enough. */
export const SEATED = { workbench: SIDES } as const
export const SUPPLIER = { workbench: 'supplier', right: 'bidding' } as const
/** Records under which approvals hold a demand. */
export const DEMAND_SUBJECT = 'demand'

/** Whether somebody drafts and runs demands in the workbench it is in. */
export function handles({ workbench, rights }: Actor): boolean {
  return workbench === 'agency'
    ? rights.has('agencyTendering')
    : rights.has('purchaseDemand') || rights.has('demandManagement')
}

/** Whether somebody reads the demands of its company. */
export function reads(actor: Actor): boolean {
  return (
    handles(actor) || actor.rights.has('auditing') || (actor.workbench === 'purchaser' && actor.rights.has('tendering'))
  )
}

/**
 * Demands that the own company knows of from this workbench, as `d`: what it runs, and what an agency has published for it. What
 * it buys for itself stands in the purchaser's workbench.
 */
export function ownDemands(ctx: Ctx) {
  const { companyId, workbench } = ctx.actor
  return ctx.tx
    .selectFrom('demand as d')
    .where('d.tenantId', '=', ctx.tenantId)
    .where((e) =>
      workbench === 'agency'
        ? e.and([e('d.companyId', '=', companyId), e('d.purchaserCompanyId', '<>', companyId)])
        : e.and([
            e('d.purchaserCompanyId', '=', companyId),
            e.or([e('d.companyId', '=', companyId), e('d.state', '<>', 'draft')]),
          ]),
    )
}

/** One of them, or `notFound`. */
export async function ownDemand(ctx: Ctx, demandId: string, lock?: 'update'): Promise<Demand> {
  if (!reads(ctx.actor)) throw new AppError('noRight')
  const row = await ownDemands(ctx)
    .selectAll('d')
    .where('d.id', '=', demandId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** A demand as somebody of the buyer's side stands to it. */
export interface Seat {
  demand: Demand
  round: Round | undefined
  facts: DemandFacts
  who: { isHandler: boolean }
}

export async function seatAt(ctx: Ctx, demandId: string, lock?: 'update'): Promise<Seat> {
  return seatOf(ctx, await ownDemand(ctx, demandId, lock))
}

/** The same for a demand that was found otherwise. */
export async function seatOf(ctx: Ctx, demand: Demand): Promise<Seat> {
  const round = await lastRound(ctx, demand.id)
  return {
    demand,
    round,
    facts: await factsOf(ctx, demand, round),
    who: { isHandler: demand.companyId === ctx.actor.companyId && handles(ctx.actor) },
  }
}

/** The locked demand to which the caller may do this now, and its next state. A survey that the clock has ended is closed first. */
export async function demanded(ctx: Ctx, demandId: string, action: DemandAction): Promise<Seat & { to: DemandState }> {
  const demand = await ownDemand(ctx, demandId, 'update')
  const open = await lastRound(ctx, demandId)
  const seat = await seatOf(ctx, (await closeIfDue(ctx, demand, open)) ? { ...demand, state: 'ended' } : demand)
  const { facts, who } = seat
  return { ...seat, to: DEMAND_STATUS.next(action, { record: facts, who, now: ctx.clock.now().getTime() }) }
}

/** Closes a survey whose end has passed, whoever comes first: the clock's event or a request. The demand is locked. */
export async function closeIfDue(ctx: Any, demand: Demand, round: Round | undefined): Promise<boolean> {
  if (stateNow(ctx, demand, round) === demand.state) return false
  await closeRound(ctx, demand, { round: round!, at: round!.endsAt, reason: '' })
  record(ctx, demand, { action: 'ended', summary: '调研截止' })
  ctx.emit({ kind: 'demand.ended', payload: { demandId: demand.id, roundNo: round!.roundNo, early: false } })
  announce(ctx, demand.id)
  return true
}

/** As the clock has it. */
export function stateNow(
  ctx: Pick<Any, 'clock'>,
  { state }: Pick<Demand, 'state'>,
  round: Round | undefined,
): DemandState {
  const isOver = round !== undefined && round.endedAt === null && round.endsAt <= ctx.clock.now()
  return state === 'surveying' && isOver ? 'ended' : (state as DemandState)
}

/** The same as a value in a query, of a demand `d`. */
export function stateNowSql({ clock }: Pick<Any, 'clock'>): RawBuilder<DemandState> {
  return sql<DemandState>`case when d.state = 'surveying' and not exists (select from demand_round r
    where r.tenant_id = d.tenant_id and r.demand_id = d.id and r.ended_at is null and r.ends_at > ${clock.now()})
    then 'ended' else d.state end`
}

export async function factsOf(ctx: Any, demand: Demand, round: Round | undefined): Promise<DemandFacts> {
  const plans = await ctx.many('demand_plan', { demandId: demand.id }, { columns: ['state'] })
  const profile = profileOf(demand.profile)
  const permit = permitOf(profile, demand.extras as Record<string, string>)
  const hold = await holdOn(ctx, { kind: DEMAND_SUBJECT, id: demand.id })
  return {
    state: stateNow(ctx, demand, round),
    mode: demand.mode as SurveyMode,
    answers: round ? await answerCount(ctx, demand.id, round.roundNo) : 0,
    hasOpenPlan: plans.some(({ state }) => ['draft', 'reviewing', 'returned'].includes(state)),
    hasPlan: plans.some(({ state }) => state === 'passed'),
    freeItems: (await freeItems(ctx, demand.id)).length,
    pending: hold?.label ?? null,
    hasRounds: profile.rounds === 'many',
    marks: round ? await marksOf(ctx, demand.id, round.roundNo) : 'none',
    hasLateFields: profile.demandFields.some(({ isLate }) => isLate),
    lacks: permit?.missing ? `属于${permit.missing}大型医用设备，请先填写配置许可证号` : null,
  }
}

/** Lines that are in no project yet. */
export async function freeItems(ctx: Any, demandId: string) {
  const items = await ctx.many('demand_item', { demandId }, { orderBy: ['lotNo', 'line'] })
  const projects = await ctx.many('demand_project', { demandId }, { columns: ['itemIds'] })
  const taken = new Set(projects.flatMap(({ itemIds }) => itemIds))
  return items.filter(({ id }) => !taken.has(id))
}

/** Whoever drafts, concludes or plans may not review later. */
export async function noteAuthor(ctx: Ctx, demandId: string): Promise<void> {
  const { userId, name } = ctx.actor
  await ctx.tx
    .insertInto('demand_author')
    .values({ tenantId: ctx.tenantId, demandId, userId, name })
    .onConflict((c) => c.doNothing())
    .execute()
}

interface Fact {
  action: string
  summary: string
  data?: object
}

/** Records a fact of a demand; what somebody answered stands in none. */
export function record(ctx: Any, { id, code }: Pick<Demand, 'id' | 'code'>, { action, summary, data }: Fact): void {
  ctx.audit({
    action: `demand.${action}`,
    entity: 'demand',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
}

/** Who takes part, and when it answered, is no part of the demand's own history: a history of its own, which tells no content. */
export function recordTrade(ctx: Any, { id }: Pick<Trade, 'id'>, { action, summary, data }: Fact): void {
  ctx.audit({ action: `demand-trade.${action}`, entity: 'demand-trade', entityId: id, summary, ...(data && { data }) })
}

/** Open pages of the buyer's side load it again, and those of the parts that are named. */
export function announce(ctx: Any, demandId: string, tradeIds: readonly string[] = []): void {
  // Each hears of it by a topic of its own, so that an event tells nobody who else there is.
  for (const topic of [`demand:${demandId}`, ...tradeIds.map((id) => `demand-trade:${id}`)])
    ctx.emit({ kind: 'demand.changed', payload: { demandId }, topics: [topic] })
}

/** The same for everybody who takes part. */
export async function announceAll(ctx: Any, demandId: string): Promise<void> {
  const trades = await ctx.many('demand_trade', { demandId, isPaper: false }, { columns: ['id'] })
  announce(
    ctx,
    demandId,
    trades.map(({ id }) => id),
  )
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

/** All of what is wrong at once; nothing: nothing happens. */
export function refuseWrong(details: readonly { path: string; message: string }[]): void {
  if (details.length > 0) throw new AppError('invalid', details[0]!.message, [...details])
}
