import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as calls from '../contract/demand-order.ts'
import { DEMAND_STATES, type DemandOrderState } from '../rules/status.ts'
import { BUYS, type Ctx, drawCode, invalid, isHandler, ownContract, record, today } from './access.ts'
import { linesOf } from './content.ts'

/** Whoever may ask for something; purchasing sees and answers all of it. */
const ASKS = { workbench: 'purchaser', right: ['purchaseDemand', 'tendering', BUYS.right] } as const
const SEES = { ...ASKS, right: [...ASKS.right, 'performanceStatistics', 'auditing'] } as const

const OVERSEERS = [BUYS.right, 'performanceStatistics', 'auditing']

/** What departments need of contracts in force. */
export const demandOrderRoutes: readonly Route[] = [
  implement(calls.demandOrderPage, SEES, async (ctx, { query }) => {
    const states = Object.keys(DEMAND_STATES).map((state) => [state, sql<boolean>`d.state = ${sql.lit(state)}`])
    const page = await listPage(ctx, {
      query,
      tabs: { all: sql<boolean>`true`, ...Object.fromEntries(states) },
      tab: query.state ?? 'all',
      list: {
        alias: 'd',
        keys: ['id'],
        rows: () =>
          visible(ctx).$if(Boolean(query.keyword), (q) =>
            q.where(includes(query.keyword!, ['d.code', 'd.department', 'k.title'])),
          ),
      },
      show: (rows) =>
        visible(ctx)
          .innerJoin('company as s', 's.id', 'k.supplierCompanyId')
          .selectAll('d')
          .select(['k.title', 's.name as supplierName'])
          .innerJoin(rows, 'page.id', 'd.id'),
    })
    const ids = [...new Set(page.rows.map(({ contractId }) => contractId))]
    const names = ids.length === 0 ? [] : await ctx.many('contract_line', { contractId: ids })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        demandOrderId: row.id,
        code: row.code,
        contractId: row.contractId,
        contractTitle: row.title,
        supplierName: row.supplierName,
        department: row.department,
        purpose: row.purpose,
        needBy: row.needBy,
        lines: (row.lines as { line: number; quantity: string }[]).map(({ line, quantity }) => {
          const found = names.find((one) => one.contractId === row.contractId && one.line === line)
          return { line, quantity, name: found?.name ?? '', unit: found?.unit ?? '' }
        }),
        state: row.state as DemandOrderState,
        reason: row.reason,
        callOffId: isHandler(ctx) ? row.callOffId : null,
        askedByName: row.askedByName,
        askedAt: row.askedAt.toISOString(),
        isOwn: row.askedBy === ctx.actor.userId,
        mayAnswer: row.state === 'asked' && isHandler(ctx),
      })),
    }
  }),

  implement(calls.orderableContracts, ASKS, async (ctx) => {
    const rows = await inForce(ctx)
      .innerJoin('company as s', 's.id', 'k.supplierCompanyId')
      .select(['k.id', 'k.code', 'k.title', 's.name as supplierName'])
      .orderBy('k.id', 'desc')
      .limit(200)
      .execute()
    return Promise.all(
      rows.map(async ({ id, code, title, supplierName }) => ({
        contractId: id,
        code,
        title,
        supplierName,
        lines: (await linesOf(ctx, id)).map(({ line, name, spec, unit, quantity, ordered }) => ({
          line,
          name,
          spec,
          unit,
          left: new Exact(quantity).minus(ordered).toFixed(),
        })),
      })),
    )
  }),

  implement(calls.askDemandOrder, ASKS, async (ctx, { body }) => {
    const contract = await ownContract(ctx, body.contractId, 'update')
    if (contract.state !== 'signed' || contract.agreementId !== null)
      throw new AppError('wrongState', '该合同不在履行中')
    if (body.needBy !== null && body.needBy < today(ctx)) throw invalid('needBy', '需求日期不能早于今天')
    const lines = await linesOf(ctx, contract.id)
    if (new Set(body.lines.map(({ line }) => line)).size < body.lines.length) throw invalid('lines', '同一行标的重复')
    for (const [i, { line, quantity }] of body.lines.entries()) {
      const found = lines.find((one) => one.line === line)
      if (!found) throw invalid(`lines.${i}.line`, '合同没有该行标的')
      const left = new Exact(found.quantity).minus(found.ordered)
      if (new Exact(quantity).gt(left))
        throw invalid(`lines.${i}.quantity`, `“${found.name}”最多还可订 ${left.toFixed()} ${found.unit}`)
    }
    const id = ctx.newId()
    const code = await drawCode(ctx, 'XQ')
    await ctx.insert('contract_demand', {
      id,
      code,
      contractId: contract.id,
      department: body.department,
      purpose: body.purpose,
      needBy: body.needBy,
      lines: JSON.stringify(body.lines),
      state: 'asked',
      askedBy: ctx.actor.userId,
      askedByName: ctx.actor.name,
      askedAt: ctx.clock.now(),
    })
    record(ctx, contract, { action: 'demand', summary: `${body.department}提出需求订单 ${code}`, data: body.lines })
    ctx.emit({ kind: 'contract.demanded', payload: { demandOrderId: id } })
    return { demandOrderId: id }
  }),

  implement(calls.withdrawDemandOrder, ASKS, async (ctx, { params }) => {
    const { demand, contract } = await asked(ctx, params.demandOrderId)
    if (demand.askedBy !== ctx.actor.userId) throw new AppError('notFound')
    await ctx.update('contract_demand', { id: demand.id }, { state: 'withdrawn' })
    record(ctx, contract, { action: 'withdraw-demand', summary: `撤回需求订单 ${demand.code}` })
  }),

  implement(calls.refuseDemandOrder, BUYS, async (ctx, { params, body: { reason } }) => {
    const { demand, contract } = await asked(ctx, params.demandOrderId)
    const answered = { answeredByName: ctx.actor.name, answeredAt: ctx.clock.now() }
    await ctx.update('contract_demand', { id: demand.id }, { state: 'refused', reason, ...answered })
    record(ctx, contract, { action: 'refuse-demand', summary: `退回需求订单 ${demand.code}：${reason}` })
    ctx.emit({ kind: 'contract.demand-refused', payload: { demandOrderId: demand.id } })
  }),
]

function inForce(ctx: Ctx) {
  return (
    ctx.tx
      .selectFrom('contract as k')
      .where('k.tenantId', '=', ctx.tenantId)
      .where('k.purchaserCompanyId', '=', ctx.actor.companyId)
      .where('k.state', '=', 'signed')
      // What departments need of frame agreements is told to whoever keeps those.
      .where('k.agreementId', 'is', null)
  )
}

/** Own ones, or all of the company for whoever oversees performance; as `d`, with the contract as `k`. */
function visible(ctx: Ctx) {
  const seesAll = OVERSEERS.some((right) => ctx.actor.rights.has(right))
  return ctx.tx
    .selectFrom('contract_demand as d')
    .innerJoin('contract as k', (j) => j.onRef('k.tenantId', '=', 'd.tenantId').onRef('k.id', '=', 'd.contractId'))
    .where('d.tenantId', '=', ctx.tenantId)
    .where('k.purchaserCompanyId', '=', ctx.actor.companyId)
    .$if(!seesAll, (q) => q.where('d.askedBy', '=', ctx.actor.userId))
}

/** A need of the own company that nobody has answered; its contract is locked, as for an order of it. */
async function asked(ctx: Ctx, id: string) {
  const found = await ctx.one('contract_demand', { id }, { columns: ['contractId'] })
  if (!found) throw new AppError('notFound')
  const contract = await ownContract(ctx, found.contractId, 'update')
  const demand = await ctx.expectOne('contract_demand', { id })
  const seesAll = isHandler(ctx) || demand.askedBy === ctx.actor.userId
  if (!seesAll) throw new AppError('notFound')
  if (demand.state !== 'asked') throw new AppError('wrongState', '该需求已处理')
  return { demand, contract }
}
