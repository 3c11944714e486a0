import { sql } from 'kysely'
import { formatDate } from '#contract/time.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FindSource, HomeSource, Todo } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { signBy } from '../rules/change.ts'
import {
  callOffPlace,
  CONTRACT_LISTS,
  contractPlace,
  DEMAND_ORDERS,
  teamPlace,
  type TeamSide,
} from '../rules/places.ts'
import type { ContractSide } from '../rules/status.ts'
import { isHandler, mayRead, ownContracts, sideOf, today } from './access.ts'
import { awardsToSign } from './awards.ts'
import { ownCallOffs } from './call-off-view.ts'
import { morning } from './plan.ts'
import { openSeats } from './team-view.ts'

/** What waits under contracts, for either side. */
export const home: HomeSource = {
  async todos(given, limit) {
    const { workbench, companyId, employeeId } = given.actor
    const rows = workbench === 'expert' || workbench === 'purchaser' ? await memberTodos(given, workbench, limit) : []
    if (companyId && employeeId && isHandler(given)) {
      const ctx = given as Context<Employee>
      if (workbench === 'supplier') rows.push(...(await supplierTodos(ctx, limit)))
      if (workbench === 'purchaser') rows.push(...(await purchaserTodos(ctx, limit)))
    }
    return rows.toSorted((a, b) => (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity)).slice(0, limit)
  },
}

type Ctx = Context<Employee>

const COMMON = { kind: 'company', isMine: false } as const

/** What members of acceptance teams owe: an answer, an opinion. */
async function memberTodos(ctx: Context<Actor>, side: TeamSide, limit: number): Promise<Todo[]> {
  const rows = await openSeats(ctx, limit)
  return rows.map(({ id, title, reply, giveBy }) => ({
    key: `acceptance-team:${id}`,
    kind: 'review',
    isMine: true,
    label: reply === 'waiting' ? '答复验收邀请' : '提交验收意见',
    title,
    link: teamPlace(side, id),
    dueAt: endOf(giveBy),
  }))
}

async function supplierTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const [offered, changes, orders] = await Promise.all([
    ownContracts(ctx)
      .select(['k.id', 'k.title', 'k.awardNoticeAt'])
      .where('k.state', '=', 'offered')
      .orderBy('k.id')
      .limit(limit)
      .execute(),
    ownContracts(ctx)
      .innerJoin('contract_version as v', (j) =>
        j.onRef('v.tenantId', '=', 'k.tenantId').onRef('v.contractId', '=', 'k.id'),
      )
      .select(['k.id', 'k.title'])
      .where('v.state', '=', 'offered')
      .where('k.state', '=', 'signed')
      .limit(limit)
      .execute(),
    callOffsOf(
      ctx,
      limit,
      sql<boolean>`c.state = 'sent' or c.state = 'confirmed' and exists (
      select from call_off_line l where l.tenant_id = c.tenant_id and l.call_off_id = c.id
      and l.delivered - l.rejected < l.quantity)`,
    ),
  ])
  return [
    ...offered.map(({ id, title, awardNoticeAt }) => ({
      ...COMMON,
      key: `contract-sign:${id}`,
      label: '签订合同',
      title,
      link: contractPlace('supplier', id),
      dueAt: endOf(signBy(formatDate(awardNoticeAt))),
    })),
    ...changes.map(({ id, title }) => ({
      ...COMMON,
      key: `contract-change:${id}`,
      label: '答复合同变更',
      title,
      link: contractPlace('supplier', id),
      dueAt: null,
    })),
    ...orders.map(({ id, title, state, deliverBy }) => ({
      ...COMMON,
      key: `call-off:${id}`,
      label: state === 'sent' ? '确认采购订单' : '按订单交货',
      title,
      link: callOffPlace('supplier', id),
      dueAt: endOf(deliverBy),
    })),
  ]
}

async function purchaserTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const [awards, drafts, arrived, short, asked, needs] = await Promise.all([
    awardsToSign(ctx, ctx.actor.companyId, limit),
    ownContracts(ctx)
      .select(['k.id', 'k.title', 'k.awardNoticeAt'])
      .where('k.state', '=', 'draft')
      .limit(limit)
      .execute(),
    callOffsOf(
      ctx,
      limit,
      sql<boolean>`exists (select from delivery d where d.tenant_id = c.tenant_id
      and d.call_off_id = c.id and d.state = 'sent' and not exists (select from acceptance_team t
      where t.tenant_id = d.tenant_id and t.delivery_id = d.id and t.state = 'convened'))`,
    ),
    callOffsOf(
      ctx,
      limit,
      sql<boolean>`exists (select from delivery d
      join acceptance_team t on t.tenant_id = d.tenant_id and t.delivery_id = d.id and t.state = 'convened'
      join acceptance_member m on m.tenant_id = t.tenant_id and m.team_id = t.id and m.released_at is null
        and m.given_at is null and (m.reply = 'refused' or t.give_by < ${today(ctx)})
      where d.tenant_id = c.tenant_id and d.call_off_id = c.id)`,
    ),
    ownContracts(ctx)
      .innerJoin('contract_due as d', (j) =>
        j.onRef('d.tenantId', '=', 'k.tenantId').onRef('d.contractId', '=', 'k.id'),
      )
      .innerJoin('payment_request as r', (j) => j.onRef('r.tenantId', '=', 'd.tenantId').onRef('r.dueId', '=', 'd.id'))
      .select(['r.id', 'r.state', 'k.id as contractId', 'd.name', 'd.dueOn'])
      .where('r.state', 'in', ['asked', 'approved'])
      .limit(limit)
      .execute(),
    ownContracts(ctx)
      .innerJoin('contract_demand as d', (j) =>
        j.onRef('d.tenantId', '=', 'k.tenantId').onRef('d.contractId', '=', 'k.id'),
      )
      .select(['d.id', 'd.code', 'd.department'])
      .where('d.state', '=', 'asked')
      .limit(limit)
      .execute(),
  ])
  return [
    ...awards.map(({ tradeId, title, signBy: last }) => ({
      ...COMMON,
      key: `contract-make:${tradeId}`,
      label: '签订合同',
      title,
      link: CONTRACT_LISTS.purchaser,
      dueAt: endOf(last),
    })),
    ...drafts.map(({ id, title, awardNoticeAt }) => ({
      ...COMMON,
      key: `contract-offer:${id}`,
      label: '提交合同',
      title,
      link: contractPlace('purchaser', id),
      dueAt: endOf(signBy(formatDate(awardNoticeAt))),
    })),
    ...arrived.map(({ id, title }) => ({
      ...COMMON,
      key: `call-off-accept:${id}`,
      label: '组织验收',
      title,
      link: callOffPlace('purchaser', id),
      dueAt: null,
    })),
    ...short.map(({ id, title }) => ({
      ...COMMON,
      key: `acceptance-short:${id}`,
      label: '更换或减少验收小组成员',
      title,
      link: callOffPlace('purchaser', id),
      dueAt: null,
    })),
    ...asked.map(({ id, state, contractId, name, dueOn }) => ({
      ...COMMON,
      key: `contract-payment:${id}`,
      label: state === 'asked' ? '审核付款申请' : '付款并登记',
      title: name,
      link: `${contractPlace('purchaser', contractId)}#payments`,
      dueAt: endOf(dueOn),
    })),
    ...needs.map(({ id, code, department }) => ({
      ...COMMON,
      key: `demand-order:${id}`,
      label: '处理需求订单',
      title: `${department} ${code}`,
      link: DEMAND_ORDERS,
      dueAt: null,
    })),
  ]
}

function callOffsOf(ctx: Ctx, limit: number, condition: ReturnType<typeof sql<boolean>>) {
  return ownCallOffs(ctx)
    .select(['c.id', 'k.title', 'c.state', 'c.deliverBy'])
    .where(condition)
    .orderBy('c.deliverBy')
    .limit(limit)
    .execute()
}

/** The last instant of a day. */
function endOf(day: string): Date {
  return new Date(morning(day).getTime() + 15 * 3_600_000 - 1)
}

/** Contracts by name or number. */
export const find: FindSource = async (given, text, limit) => {
  const { actor } = given
  if (!actor.companyId || !actor.employeeId || !(actor.workbench === 'purchaser' || actor.workbench === 'supplier'))
    return []
  if (!mayRead(given)) return []
  const ctx = given as Context<Employee>
  const side: ContractSide = sideOf(ctx)
  const rows = await ownContracts(ctx)
    .select(['k.id', 'k.code', 'k.title'])
    .where(includes(text, ['k.title', 'k.code']))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, code, title }) => ({
    key: `contract:${id}`,
    what: '合同',
    title,
    code,
    link: contractPlace(side, id),
  }))
}
