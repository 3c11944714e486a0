import { AppError } from '#contract/errors.ts'
import { expertsOnOffer, expertsToChoose, expertTitles } from '#features/experts/server/public.ts'
import { acceptedEmployees } from '#features/organisation/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/team.ts'
import { LEAST_MEMBERS, MOST_MEMBERS } from '../rules/team.ts'
import { BUYS, type Contract, type Ctx, invalid, record, today } from './access.ts'
import { concludeIfSpoken, type Examiner, handledTeam, ownDelivery, tiesOf, toConvene } from './team-access.ts'
import { tellMembers } from './team-telling.ts'

/** What the purchaser does with teams that look at deliveries. */
export const teamRoutes: readonly Route[] = [
  implement(calls.teamCandidates, BUYS, async (ctx, { params }) => {
    const { contract } = await ownDelivery(ctx, params.deliveryId)
    const people = [...(await employeesOf(ctx, contract)), ...(await expertsOf(ctx, contract))]
    const ties = await tiesOf(ctx, contract, people)
    const value = (one: Examiner) => ({
      id: idOf(one),
      name: one.name,
      title: one.title,
      employer: one.employer,
      tie: ties.get(one.userId) ?? '',
    })
    const supplier = await ctx.expectOne('company', { id: contract.supplierCompanyId }, { columns: ['name'] })
    return {
      employees: people.filter(({ employeeId }) => employeeId !== null).map(value),
      experts: people.filter(({ expertId }) => expertId !== null).map(value),
      supplierName: supplier.name,
      warning: await warningOf(ctx, contract),
    }
  }),

  implement(calls.conveneTeam, BUYS, async (ctx, { params, body }) => {
    const { contract, callOff, delivery } = await toConvene(ctx, params.deliveryId)
    const { task, giveBy, leaderId } = body
    if (giveBy < today(ctx)) throw invalid('giveBy', '意见提交期限不能早于今天')
    const people = await chosen(ctx, contract, body)
    if (people.length < LEAST_MEMBERS) throw invalid('employeeIds', `验收小组至少 ${LEAST_MEMBERS} 人`)
    if (people.length > MOST_MEMBERS) throw invalid('employeeIds', `验收小组最多 ${MOST_MEMBERS} 人`)
    const leader = people.find((one) => idOf(one) === leaderId)
    if (!leader) throw invalid('leaderId', '组长须为所选的验收人员')
    const teamId = ctx.newId()
    const now = ctx.clock.now()
    await ctx.insert('acceptance_team', {
      id: teamId,
      deliveryId: delivery.id,
      task,
      giveBy,
      state: 'convened',
      convenedByName: ctx.actor.name,
      convenedAt: now,
    })
    await ctx.insert(
      'acceptance_member',
      people.map((one) => ({ ...one, id: ctx.newId(), teamId, isLeader: one === leader, askedAt: now })),
    )
    record(ctx, contract, {
      action: 'team-convened',
      summary: `组织验收小组：订单 ${callOff.code} 第 ${delivery.no} 批，${people.map(({ name }) => name).join('、')}`,
      data: { teamId, deliveryId: delivery.id, members: people.map(({ userId }) => userId), giveBy },
    })
    await tellAsked(ctx, contract, { teamId, giveBy, people })
    return { teamId }
  }),

  implement(calls.releaseMember, BUYS, async (ctx, { params, body }) => {
    const found = await handledTeam(ctx, params.teamId, 'release')
    const { team, members, contract } = found
    const member = members.find(({ id }) => id === params.memberId)
    if (!member) throw new AppError('notFound')
    if (member.givenAt !== null) throw new AppError('wrongState', `${member.name}已提交意见，不能更换或减少`)
    const others = members.filter(({ id }) => id !== member.id)
    const replacement = await replacementOf(ctx, contract, body.replacementId)
    if (replacement && others.some(({ userId }) => userId === replacement.userId))
      throw invalid('replacementId', `${replacement.name}已在验收小组中`)
    if (replacement?.userId === member.userId) throw invalid('replacementId', '请选择另一人')
    if (!replacement && others.length === 0)
      throw new AppError('wrongState', '验收小组至少保留一名成员；不再组织验收小组的，请解散')
    const next = others.find(({ id }) => id === body.leaderMemberId)
    if (member.isLeader && !replacement && !next) throw invalid('leaderMemberId', '请指定新的组长')
    const now = ctx.clock.now()
    await ctx.update(
      'acceptance_member',
      { id: member.id },
      { releasedAt: now, releasedByName: ctx.actor.name, releaseReason: body.reason },
    )
    if (replacement)
      await ctx.insert('acceptance_member', {
        ...replacement,
        id: ctx.newId(),
        teamId: team.id,
        isLeader: member.isLeader,
        askedAt: now,
      })
    else if (member.isLeader) await ctx.update('acceptance_member', { id: next!.id }, { isLeader: true })
    record(ctx, contract, {
      action: 'team-changed',
      summary: replacement
        ? `验收小组由${replacement.name}接替${member.name}：${body.reason}`
        : `验收小组减少${member.name}：${body.reason}`,
      data: { teamId: team.id, memberId: member.id, replacement: replacement?.userId ?? null },
    })
    const of = { contract, teamId: team.id }
    if (member.reply !== 'refused')
      await tellMembers(ctx, of, {
        to: [member],
        title: '不再需要您参加验收',
        content: `原因：${body.reason}。`,
        areGone: true,
      })
    if (replacement) await tellAsked(ctx, contract, { teamId: team.id, giveBy: team.giveBy, people: [replacement] })
    else await concludeIfSpoken(ctx, found)
  }),

  implement(calls.dissolveTeam, BUYS, async (ctx, { params, body }) => {
    const { team, members, contract, callOff, delivery } = await handledTeam(ctx, params.teamId, 'dissolve')
    await ctx.update(
      'acceptance_team',
      { id: team.id },
      { state: 'dissolved', endReason: body.reason, endedAt: ctx.clock.now(), endedByName: ctx.actor.name },
    )
    record(ctx, contract, {
      action: 'team-dissolved',
      summary: `解散验收小组：订单 ${callOff.code} 第 ${delivery.no} 批，${body.reason}`,
      data: { teamId: team.id },
    })
    const to = members.filter(({ reply }) => reply !== 'refused')
    const content = `原因：${body.reason}。`
    await tellMembers(ctx, { contract, teamId: team.id }, { to, title: '验收小组已解散', content })
  }),
]

function tellAsked(
  ctx: Ctx,
  contract: Contract,
  { teamId, giveBy, people }: { teamId: string; giveBy: string; people: readonly Examiner[] },
): Promise<void> {
  return tellMembers(
    ctx,
    { contract, teamId },
    { to: people, title: '邀请您参加验收小组', content: `请声明无利害关系后接受，并在 ${giveBy} 前独立提交验收意见。` },
  )
}

function idOf({ employeeId, expertId }: Pick<Examiner, 'employeeId' | 'expertId'>): string {
  return (employeeId ?? expertId)!
}

async function employeesOf(ctx: Ctx, { purchaserCompanyId }: Contract, ids?: readonly string[]): Promise<Examiner[]> {
  const rows = await acceptedEmployees(ctx, [purchaserCompanyId], ids)
  return rows.map(({ employeeId, userId, name, department, companyName }) => ({
    employeeId,
    expertId: null,
    userId,
    name,
    title: department,
    employer: companyName,
    employerCode: '',
  }))
}

async function expertsOf(ctx: Ctx, { purchaserCompanyId }: Contract, ids?: readonly string[]): Promise<Examiner[]> {
  const rows = ids
    ? await expertsToChoose(ctx, { companyId: purchaserCompanyId, ids })
    : await expertsOnOffer(ctx, purchaserCompanyId)
  const titles = await expertTitles(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, userId, name, employer, employerCode }) => ({
    employeeId: null,
    expertId: id,
    userId,
    name,
    title: titles.get(id) ?? '',
    employer,
    employerCode,
  }))
}

/** The people with these ids; refuses whoever is not in use or has to avoid, by name. */
async function chosen(
  ctx: Ctx,
  contract: Contract,
  given: { employeeIds: readonly string[]; expertIds: readonly string[] },
): Promise<Examiner[]> {
  const employeeIds = [...new Set(given.employeeIds)]
  const expertIds = [...new Set(given.expertIds)]
  const employees = employeeIds.length === 0 ? [] : await employeesOf(ctx, contract, employeeIds)
  const experts = await expertsOf(ctx, contract, expertIds)
  const absent = (ids: readonly string[], found: readonly Examiner[]) =>
    ids.filter((id) => !found.some((one) => idOf(one) === id))
  await refuseAbsent(ctx, contract, {
    employeeIds: absent(employeeIds, employees),
    expertIds: absent(expertIds, experts),
  })
  const people = [...employees, ...experts]
  const twice = people.find((one, i) => people.findIndex(({ userId }) => userId === one.userId) < i)
  if (twice) throw invalid('expertIds', `${twice.name}既是本单位人员又是专家，请只选一次`)
  const ties = await tiesOf(ctx, contract, people)
  const tied = people.find(({ userId }) => ties.has(userId))
  if (tied)
    throw invalid(
      tied.expertId === null ? 'employeeIds' : 'expertIds',
      `${tied.name}应当回避：${ties.get(tied.userId)}`,
    )
  return people
}

/** Names those of the own company and of the platform's library; of others no more is told than that they cannot be asked. */
async function refuseAbsent(
  ctx: Ctx,
  { purchaserCompanyId: companyId }: Contract,
  { employeeIds, expertIds }: { employeeIds: readonly string[]; expertIds: readonly string[] },
): Promise<void> {
  if (employeeIds.length > 0) {
    const known = await ctx.one('employee', { id: [...employeeIds], companyId }, { columns: ['name'] })
    const who = known?.name ?? '所选人员'
    throw invalid('employeeIds', `${who}已停用、尚未确认加入或者负责审计，不能参加验收`)
  }
  if (expertIds.length > 0) {
    const known = await ctx.tx
      .selectFrom('expert')
      .select('name')
      .where('tenantId', '=', ctx.tenantId)
      .where('id', 'in', [...expertIds])
      .where((e) => e.or([e('companyId', 'is', null), e('companyId', '=', companyId)]))
      .executeTakeFirst()
    throw invalid('expertIds', `${known?.name ?? '所选专家'}${known ? '' : '不存在或者'}已停用，不能参加验收`)
  }
}

async function replacementOf(ctx: Ctx, contract: Contract, id: string | null): Promise<Examiner | undefined> {
  if (id === null) return undefined
  const isEmployee = await ctx.one('employee', { id, companyId: contract.purchaserCompanyId }, { columns: ['id'] })
  const given = isEmployee ? { employeeIds: [id], expertIds: [] } : { employeeIds: [], expertIds: [id] }
  return (await chosen(ctx, contract, given))[0]
}

/** The law of government procurement says who signs, and not of how many a team consists. */
async function warningOf(ctx: Ctx, { orderId }: Contract): Promise<string> {
  if (orderId === null) return ''
  const { projectId } = await ctx.expectOne('purchase_order', { id: orderId }, { columns: ['projectId'] })
  const { regime } = await ctx.expectOne('project', { id: projectId }, { columns: ['regime'] })
  return regime === 'government'
    ? '政府采购项目：平台未收录关于验收小组人数和组成的规定，不作限制；请核对项目所在地财政部门的规定和采购文件的验收方案。'
    : ''
}
