import { AppError } from '#contract/errors.ts'
import { expertsToChoose } from '#features/experts/server/public.ts'
import { acceptedEmployees } from '#features/organisation/server/public.ts'
import { tiesTo } from '#features/procurement/server/public.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { type MemberReply, TEAM_STATUS, type TeamAction, type TeamFacts, type TeamState } from '../rules/team.ts'
import { type Any, type Contract, type Ctx, DELIVERY_SUBJECT, ownCallOff, record } from './access.ts'
import { activeMembers, opinionsHash, type Team, type TeamMember, teamOf } from './team-members.ts'

export type Personal = Context<Actor>

/** A seat is enough for a member: experts act in their workbench, employees in the purchaser's. */
export const SEATED = { workbench: ['expert', 'purchaser'] } as const

/** A delivery under an own contract with the rows above it, the contract locked; `notFound` for a stranger. */
export async function ownDelivery(ctx: Ctx, deliveryId: string, lock?: 'update') {
  const found = await ctx.one('delivery', { id: deliveryId }, { columns: ['callOffId'] })
  if (!found) throw new AppError('notFound')
  const above = await ownCallOff(ctx, found.callOffId, lock)
  return { ...above, delivery: await ctx.expectOne('delivery', { id: deliveryId }) }
}

/** What the status table looks at; `team` undefined: nobody was asked. */
export async function teamFacts(
  ctx: Any,
  { delivery, team, members }: { delivery: { id: string; state: string }; team?: Team; members: readonly TeamMember[] },
): Promise<TeamFacts> {
  const hold = await holdOn(ctx, { kind: DELIVERY_SUBJECT, id: delivery.id })
  const judged = delivery.state === 'judged' ? '该批到货已验收' : null
  return {
    state: (team?.state ?? 'none') as TeamState,
    closed: hold ? `“${hold.label}”正在审批` : judged,
    given: members.filter(({ givenAt }) => givenAt !== null).length,
  }
}

/** What whoever handles acceptances may do with the team of a delivery, or towards one. */
const HANDLER = { isHandler: true, seat: null }

export async function teamActions(ctx: Any, delivery: { id: string; state: string }) {
  const team = await teamOf(ctx, delivery.id)
  const members = team ? await activeMembers(ctx, team.id) : []
  const facts = await teamFacts(ctx, { delivery, ...(team && { team }), members })
  if (team === undefined && delivery.state === 'judged') return []
  return TEAM_STATUS.allowed(facts, HANDLER, ctx.clock.now().getTime())
}

/** A delivery that a team may be asked about now, locked. */
export async function toConvene(ctx: Ctx, deliveryId: string) {
  const found = await ownDelivery(ctx, deliveryId, 'update')
  const team = await teamOf(ctx, deliveryId)
  if (team) throw new AppError('wrongState', '该批到货已组织验收小组')
  const facts = await teamFacts(ctx, { delivery: found.delivery, members: [] })
  TEAM_STATUS.next('convene', { record: facts, who: HANDLER, now: ctx.clock.now().getTime() })
  return found
}

/** The locked team of an own delivery for an act of its handler that the table allows now. */
export async function handledTeam(ctx: Ctx, teamId: string, action: TeamAction) {
  const found = await ctx.one('acceptance_team', { id: teamId }, { columns: ['deliveryId'] })
  if (!found) throw new AppError('notFound')
  const above = await ownDelivery(ctx, found.deliveryId, 'update')
  const team = await ctx.expectOne('acceptance_team', { id: teamId }, { lock: 'update' })
  const members = await activeMembers(ctx, teamId)
  const facts = await teamFacts(ctx, { delivery: above.delivery, team, members })
  TEAM_STATUS.next(action, { record: facts, who: HANDLER, now: ctx.clock.now().getTime() })
  return { ...above, team, members }
}

/** A team as one of its members stands to it, with the rows above it; `notFound` for everybody else and whoever was let go. */
export async function seatAt(ctx: Personal, teamId: string, lock?: 'update') {
  const { workbench, userId, employeeId } = ctx.actor
  const own = await ctx.one(
    'acceptance_member',
    { teamId, userId, releasedAt: NULL },
    { columns: ['id', 'employeeId'] },
  )
  const isHere = own && (workbench === 'expert' ? own.employeeId === null : own.employeeId === employeeId)
  if (!isHere) throw new AppError('notFound')
  const team = await ctx.expectOne('acceptance_team', { id: teamId }, lock && { lock })
  const members = await activeMembers(ctx, teamId)
  const seat = members.find(({ id }) => id === own.id)
  // Let go while this waited for the lock.
  if (!seat) throw new AppError('notFound')
  const delivery = await ctx.expectOne('delivery', { id: team.deliveryId })
  const callOff = await ctx.expectOne('call_off', { id: delivery.callOffId })
  const contract = await ctx.expectOne('contract', { id: callOff.contractId })
  const facts = await teamFacts(ctx, { delivery, team, members })
  const who = { isHandler: false, seat: { reply: seat.reply as MemberReply, hasGiven: seat.givenAt !== null } }
  return { team, members, seat, delivery, callOff, contract, facts, who }
}

/** The same for an act that the table allows the member now, locked. */
export async function seatedFor(ctx: Personal, teamId: string, action: TeamAction) {
  const found = await seatAt(ctx, teamId, 'update')
  TEAM_STATUS.next(action, { record: found.facts, who: found.who, now: ctx.clock.now().getTime() })
  return found
}

/** Somebody who looks at a delivery, or may be asked to. */
export interface Examiner {
  employeeId: string | null
  expertId: string | null
  userId: string
  name: string
  title: string
  employer: string
  employerCode: string
}

/** Why people have to avoid, by user id: they work for the supplier, or for a company of its group. */
export async function tiesOf(
  ctx: Any,
  { purchaserCompanyId, supplierCompanyId }: Pick<Contract, 'purchaserCompanyId' | 'supplierCompanyId'>,
  people: readonly Pick<Examiner, 'userId' | 'name' | 'employer' | 'employerCode' | 'employeeId'>[],
): Promise<Map<string, string>> {
  const { name, creditCode } = await ctx.expectOne(
    'company',
    { id: supplierCompanyId },
    { columns: ['name', 'creditCode'] },
  )
  const ties = await tiesTo(
    ctx,
    { purchaserCompanyId, ownerCompanyId: purchaserCompanyId },
    {
      companies: [{ id: supplierCompanyId, tradeId: supplierCompanyId, name, code: creditCode }],
      called: '供应商',
      // Where employees work, their employments say.
      people: people.map(({ employeeId, userId, name: called, employer, employerCode }) => ({
        userId,
        name: called,
        ...(employeeId === null && { employer, employerCode }),
      })),
    },
  )
  return new Map(ties.map(({ userId, reason }) => [userId, reason]))
}

/** Refuses a member who is no longer in use, or is tied to the supplier by now. */
export async function demandImpartial(ctx: Personal, contract: Contract, seat: TeamMember): Promise<void> {
  const companyId = contract.purchaserCompanyId
  const [expert] = seat.expertId ? await expertsToChoose(ctx, { companyId, ids: [seat.expertId] }) : []
  const [employee] = seat.employeeId ? await acceptedEmployees(ctx, [companyId], [seat.employeeId]) : []
  if (!expert && !employee) throw new AppError('wrongState', `${seat.name}已停用，不能参加验收`)
  const tie = (await tiesOf(ctx, contract, [{ ...seat, ...expert }])).get(seat.userId)
  if (tie) throw new AppError('wrongState', `${seat.name}应当回避：${tie}`)
}

/** Opens what the members said, where all have spoken: from then on the team is at its end. */
export async function concludeIfSpoken(
  ctx: Personal,
  {
    team,
    callOff,
    contract,
    delivery,
  }: { team: Team } & Pick<Awaited<ReturnType<typeof ownDelivery>>, 'callOff' | 'contract' | 'delivery'>,
): Promise<void> {
  const members = await activeMembers(ctx, team.id)
  if (members.some(({ givenAt }) => givenAt === null)) return
  const hash = await opinionsHash(ctx, team)
  await ctx.update(
    'acceptance_team',
    { id: team.id },
    { state: 'spoken', opinionsHash: hash, endedAt: ctx.clock.now(), endedByName: ctx.actor.name },
  )
  record(ctx, contract, {
    action: 'team-spoken',
    summary: `验收小组意见已齐：订单 ${callOff.code} 第 ${delivery.no} 批`,
    data: { teamId: team.id, hash: hash.toString('hex') },
  })
  ctx.emit({ kind: 'contract.team-spoken', payload: { callOffId: callOff.id, deliveryId: delivery.id } })
}
