import { sql } from 'kysely'
import { trimZeros } from '#contract/money.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as calls from '../contract/team.ts'
import { type MemberReply, resultOf, TEAM_STATUS, type TeamState } from '../rules/team.ts'
import { type Any, type Ctx, mayRead, ownContracts, today } from './access.ts'
import { linesOf } from './content.ts'
import { type Personal, seatAt, SEATED } from './team-access.ts'
import { activeMembers, opinionsOf, type Team, type TeamMember } from './team-members.ts'

/** What members read of deliveries that they are asked to look at. */
export const teamViewRoutes: readonly Route[] = [
  implementForPerson(calls.ownTeams, SEATED, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: { all: sql<boolean>`true`, open: IS_OPEN, done: sql<boolean>`not ${IS_OPEN}` },
      tab: query.tab ?? 'all',
      list: {
        alias: 't',
        keys: ['id'],
        rows: () =>
          seats(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['k.title', 'c.code']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 't.id'),
    })
    return { ...page, rows: page.rows.map(rowValue) }
  }),

  implementForPerson(calls.ownTeam, SEATED, async (ctx, { params }) => {
    const { team, members, seat, delivery, callOff, contract, facts, who } = await seatAt(ctx, params.teamId)
    const row = await shown(ctx).where('t.id', '=', team.id).executeTakeFirstOrThrow()
    // Of others who were asked a member learns once it has accepted; what they say, once all have spoken.
    const mayKnow = seat.reply === 'accepted'
    const isUnsealed = mayKnow && team.state === 'spoken'
    const known = members.filter(({ id }) => mayKnow || id === seat.id)
    const opinions = await opinionsOf(ctx, isUnsealed ? known : [seat])
    const names = await linesOf(ctx, contract.id)
    const lines = await ctx.many('delivery_line', { deliveryId: delivery.id }, { orderBy: ['line'] })
    return {
      ...rowValue(row),
      task: team.task,
      place: callOff.place,
      deliveredOn: delivery.deliveredOn,
      carrier: delivery.carrier,
      note: delivery.note,
      lines: lines.map(({ line, quantity }) => {
        const { name, spec, unit } = names.find((one) => one.line === line)!
        return { line, name, spec, unit, quantity: trimZeros(quantity) }
      }),
      files: mayKnow ? (delivery.files as StoredFile[]) : [],
      isLeader: seat.isLeader,
      isUnsealed,
      result: isUnsealed ? resultOf(opinions.map(({ verdict }) => verdict)) : null,
      endReason: team.endReason,
      members: known.map((one) => ({ ...memberValue(one, opinions), isOwn: one.id === seat.id })),
      actions: TEAM_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    }
  }),
]

const IS_OPEN = sql<boolean>`(t.state = 'convened' and m.reply <> 'refused' and m.given_at is null)`

/** Teams with the caller's seats as `m`, in the workbench where it acts, and what was delivered. */
function seats(ctx: Personal) {
  return bareSeats(ctx)
    .innerJoin('delivery as d', (j) => j.onRef('d.tenantId', '=', 't.tenantId').onRef('d.id', '=', 't.deliveryId'))
    .innerJoin('call_off as c', (j) => j.onRef('c.tenantId', '=', 'd.tenantId').onRef('c.id', '=', 'd.callOffId'))
    .innerJoin('contract as k', (j) => j.onRef('k.tenantId', '=', 'c.tenantId').onRef('k.id', '=', 'c.contractId'))
}

function bareSeats(ctx: Personal) {
  const { workbench, userId, employeeId } = ctx.actor
  return ctx.tx
    .selectFrom('acceptance_member as m')
    .innerJoin('acceptance_team as t', (j) => j.onRef('t.tenantId', '=', 'm.tenantId').onRef('t.id', '=', 'm.teamId'))
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.userId', '=', userId)
    .where('m.releasedAt', 'is', null)
    .where((e) =>
      workbench === 'expert'
        ? e('m.employeeId', 'is', null)
        : employeeId === null
          ? e.lit(false)
          : e('m.employeeId', '=', employeeId),
    )
}

function shown(ctx: Personal) {
  return seats(ctx)
    .innerJoin('company as s', 's.id', 'k.supplierCompanyId')
    .innerJoin('company as p', 'p.id', 'k.purchaserCompanyId')
    .select(['t.id', 't.giveBy', 't.state', 'm.reply', 'm.givenAt', 'd.no', 'c.code', 'k.title'])
    .select(['s.name as supplierName', 'p.name as purchaserName'])
}

function rowValue(row: Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>) {
  return {
    teamId: row.id,
    title: row.title,
    callOffCode: row.code,
    deliveryNo: row.no,
    purchaserName: row.purchaserName,
    supplierName: row.supplierName,
    giveBy: row.giveBy,
    state: row.state as TeamState,
    reply: row.reply as MemberReply,
    hasGiven: row.givenAt !== null,
  }
}

type Opinions = Awaited<ReturnType<typeof opinionsOf>>

function memberValue(one: TeamMember, opinions: Opinions) {
  const opinion = opinions.find(({ memberId }) => memberId === one.id)
  return {
    memberId: one.id,
    name: one.name,
    title: one.title,
    employer: one.employer,
    isExpert: one.expertId !== null,
    isLeader: one.isLeader,
    reply: one.reply as MemberReply,
    replyReason: one.replyReason,
    hasGiven: one.givenAt !== null,
    opinion: opinion ? { verdict: opinion.verdict, reason: opinion.reason, files: opinion.files } : null,
  }
}

/** What waits for members: an answer to the invitation, an opinion. Most people have no seat, and are asked for no more. */
export async function openSeats(ctx: Personal, limit: number) {
  const open = await bareSeats(ctx).select('m.id').where(IS_OPEN).orderBy('t.giveBy').limit(limit).execute()
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  return seats(ctx)
    .select(['t.id', 't.giveBy', 'm.reply', 'k.title'])
    .where(sql<boolean>`m.id = any(${ids})`)
    .orderBy('t.giveBy')
    .execute()
}

/** The teams in force of deliveries as the purchaser reads them, by delivery; what members say once all have spoken. */
export async function teamsOf(ctx: Ctx, deliveryIds: readonly string[]) {
  const teams = await ctx.many('acceptance_team', { deliveryId: [...deliveryIds], state: ['convened', 'spoken'] })
  return new Map(await Promise.all(teams.map(async (team) => [team.deliveryId, await teamValue(ctx, team)] as const)))
}

async function teamValue(ctx: Ctx, team: Team) {
  const members = await ctx.many(
    'acceptance_member',
    { teamId: team.id },
    { orderBy: ['releasedAt', 'isLeader desc', 'askedAt', 'id'] },
  )
  const active = members.filter(({ releasedAt }) => releasedAt === null)
  const opinions = team.state === 'spoken' ? await opinionsOf(ctx, active) : []
  return {
    teamId: team.id,
    state: team.state as TeamState,
    task: team.task,
    giveBy: team.giveBy,
    isLate: team.state === 'convened' && today(ctx) > team.giveBy,
    convenedByName: team.convenedByName,
    convenedAt: team.convenedAt.toISOString(),
    count: active.length,
    given: active.filter(({ givenAt }) => givenAt !== null).length,
    result: team.state === 'spoken' ? resultOf(opinions.map(({ verdict }) => verdict)) : null,
    hash: team.opinionsHash?.toString('hex') ?? '',
    members: [...active, ...members.filter(({ releasedAt }) => releasedAt !== null)].map((one) => ({
      ...memberValue(one, opinions),
      releaseReason: one.releaseReason,
    })),
  }
}

/** What acceptances are founded on, by team: what it came to, and in figures for the purchaser alone. */
export async function foundationsOf(ctx: Any, teamIds: readonly string[]) {
  const found = await Promise.all(
    [...new Set(teamIds)].map(async (teamId) => {
      const verdicts = (await opinionsOf(ctx, await activeMembers(ctx, teamId))).map(({ verdict }) => verdict)
      return [teamId, verdicts] as const
    }),
  )
  return new Map(found)
}

/** The members of a spoken team, for whoever reads the purchaser's contracts; null: the caller does not, or not yet. */
export async function readerOfTeam(ctx: Personal, teamId: string) {
  if (ctx.actor.companyId === null || ctx.actor.workbench !== 'purchaser' || !mayRead(ctx)) return null
  const own = await ownContracts(ctx)
    .innerJoin('call_off as c', (j) => j.onRef('c.tenantId', '=', 'k.tenantId').onRef('c.contractId', '=', 'k.id'))
    .innerJoin('delivery as d', (j) => j.onRef('d.tenantId', '=', 'c.tenantId').onRef('d.callOffId', '=', 'c.id'))
    .innerJoin('acceptance_team as t', (j) =>
      j.onRef('t.tenantId', '=', 'd.tenantId').onRef('t.deliveryId', '=', 'd.id'),
    )
    .select(['t.state', 'd.files'])
    .where('t.id', '=', teamId)
    .executeTakeFirst()
  if (own?.state !== 'spoken') return null
  return { files: own.files as StoredFile[], members: await activeMembers(ctx, teamId) }
}
