import { type Selectable, sql } from 'kysely'
import { trimZeros } from '#contract/money.ts'
import { heldAmong } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import type * as tables from '#server/database/tables.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as calls from '../contract/call-off.ts'
import { CALL_OFF_STATES, CALL_OFF_STATUS, type CallOffState } from '../rules/status.ts'
import { resultOf, tallyText, type Verdict } from '../rules/team.ts'
import {
  type CallOff,
  callOffFacts,
  type Ctx,
  DELIVERY_SUBJECT,
  demandReader,
  isHandler,
  ownCallOff,
  ownContracts,
  READS,
  sideOf,
  today,
} from './access.ts'
import { linesOf } from './content.ts'
import { openOf } from './deliveries.ts'
import { teamActions } from './team-access.ts'
import { foundationsOf, teamsOf } from './team-view.ts'

/** Purchase orders as both sides read them. */
export const callOffViewRoutes: readonly Route[] = [
  implement(calls.callOffPage, READS, async (ctx, { query }) => {
    demandReader(ctx)
    const states = Object.keys(CALL_OFF_STATES).map((state) => [state, sql<boolean>`c.state = ${sql.lit(state)}`])
    const page = await listPage(ctx, {
      query,
      tabs: { all: sql<boolean>`true`, ...Object.fromEntries(states), toAccept: hasUnjudged },
      tab: query.state ?? 'all',
      list: {
        alias: 'c',
        keys: ['id'],
        rows: () =>
          ownCallOffs(ctx).$if(Boolean(query.keyword), (q) =>
            q.where(includes(query.keyword!, ['c.code', 'k.title', 'k.code'])),
          ),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'c.id'),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(ctx, row)) }
  }),

  implement(calls.callOffDetail, READS, async (ctx, { params }) => {
    demandReader(ctx)
    const { callOff } = await ownCallOff(ctx, params.callOffId)
    const row = await shown(ctx).where('c.id', '=', params.callOffId).executeTakeFirstOrThrow()
    return wholeValue(ctx, row, callOff)
  }),
]

const hasUnjudged = sql<boolean>`exists (select from delivery d
  where d.tenant_id = c.tenant_id and d.call_off_id = c.id and d.state = 'sent')`

/** As `c`, with their contract as `k`. */
export function ownCallOffs(ctx: Ctx) {
  return ownContracts(ctx).innerJoin('call_off as c', (j) =>
    j.onRef('c.tenantId', '=', 'k.tenantId').onRef('c.contractId', '=', 'k.id'),
  )
}

function shown(ctx: Ctx) {
  return ownCallOffs(ctx)
    .innerJoin('company as s', 's.id', 'k.supplierCompanyId')
    .innerJoin('company as p', 'p.id', 'k.purchaserCompanyId')
    .selectAll('c')
    .select(['k.code as contractCode', 'k.title', 's.name as supplierName', 'p.name as purchaserName'])
    .select(hasUnjudged.as('hasUnjudged'))
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

function rowValue(ctx: Ctx, row: Row) {
  const isRunning = row.state === 'sent' || row.state === 'confirmed' || row.state === 'done'
  return {
    callOffId: row.id,
    code: row.code,
    contractId: row.contractId,
    contractCode: row.contractCode,
    title: row.title,
    purchaserName: row.purchaserName,
    supplierName: row.supplierName,
    amount: row.amount,
    deliverBy: row.deliverBy,
    state: row.state as CallOffState,
    isLate: isRunning && (row.deliveredOn ?? today(ctx)) > row.deliverBy,
    hasUnjudged: row.hasUnjudged,
    createdAt: row.createdAt.toISOString(),
  }
}

async function wholeValue(ctx: Ctx, row: Row, callOff: CallOff) {
  const names = await linesOf(ctx, row.contractId)
  const lines = await ctx.many('call_off_line', { callOffId: row.id }, { orderBy: ['line'] })
  const demand = await ctx.one('contract_demand', { callOffId: row.id }, { columns: ['code'] })
  const side = sideOf(ctx)
  return {
    ...rowValue(ctx, row),
    place: row.place,
    note: row.note,
    reason: row.reason,
    createdByName: row.createdByName,
    answeredByName: row.answeredByName,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    demandCode: side === 'purchaser' ? (demand?.code ?? null) : null,
    lines: lines.map((one) => {
      const { name, spec, unit } = names.find(({ line }) => line === one.line)!
      return {
        line: one.line,
        name,
        spec,
        unit,
        quantity: trimZeros(one.quantity),
        unitPrice: trimZeros(one.unitPrice),
        delivered: trimZeros(one.delivered),
        accepted: trimZeros(one.accepted),
        rejected: trimZeros(one.rejected),
        open: openOf(one).toFixed(),
      }
    }),
    deliveries: await deliveriesOf(ctx, row.id),
    actions: isHandler(ctx)
      ? CALL_OFF_STATUS.allowed(await callOffFacts(ctx, callOff), side, ctx.clock.now().getTime())
      : [],
  }
}

async function deliveriesOf(ctx: Ctx, callOffId: string) {
  const deliveries = await ctx.many('delivery', { callOffId }, { orderBy: ['no desc'] })
  if (deliveries.length === 0) return []
  const ids = deliveries.map(({ id }) => id)
  const lines = await ctx.many('delivery_line', { deliveryId: ids }, { orderBy: ['line'] })
  const acceptances = await ctx.many('acceptance', { deliveryId: ids }, { orderBy: ['id'] })
  const isBuyer = sideOf(ctx) === 'purchaser'
  const held = isBuyer ? await heldAmong(ctx, { kind: DELIVERY_SUBJECT, ids }) : new Set()
  const examined = await ctx.many('acceptance_team', { deliveryId: ids, state: ['convened', 'spoken'] })
  const teams = isBuyer ? await teamsOf(ctx, ids) : null
  const actions = new Map<string, Awaited<ReturnType<typeof teamActions>>>()
  if (isBuyer && isHandler(ctx)) for (const one of deliveries) actions.set(one.id, await teamActions(ctx, one))
  const founded = await foundationsOf(
    ctx,
    acceptances.flatMap(({ teamId }) => teamId ?? []),
  )
  return deliveries.map((one) => ({
    deliveryId: one.id,
    no: one.no,
    deliveredOn: one.deliveredOn,
    carrier: one.carrier,
    note: one.note,
    files: one.files as StoredFile[],
    isJudged: one.state === 'judged',
    pending: held.has(one.id) ? '履约验收' : null,
    isExamined: one.state === 'sent' && examined.some(({ deliveryId }) => deliveryId === one.id),
    team: teams?.get(one.id) ?? null,
    teamActions: actions.get(one.id) ?? [],
    noticedByName: one.noticedByName,
    noticedAt: one.noticedAt.toISOString(),
    lines: lines
      .filter(({ deliveryId }) => deliveryId === one.id)
      .map(({ line, quantity, accepted, rejected }) => ({
        line,
        quantity: trimZeros(quantity),
        accepted: trimZeros(accepted),
        rejected: trimZeros(rejected),
      })),
    acceptances: acceptances
      .filter(({ deliveryId }) => deliveryId === one.id)
      .map((found) => ({
        acceptanceId: found.id,
        lines: found.lines as { line: number; accepted: string; rejected: string; reason: string }[],
        people: found.people,
        founded: foundation(found, founded, isBuyer),
        note: found.note,
        files: found.files as StoredFile[],
        amount: found.amount,
        acceptedByName: found.acceptedByName,
        acceptedAt: found.acceptedAt.toISOString(),
      })),
  }))
}

/** What an acceptance is founded on: the supplier learns what it came to. */
function foundation(
  { teamId, opinionsHash, overrideReason }: Selectable<tables.Acceptance>,
  of: ReadonlyMap<string, readonly Verdict[]>,
  isBuyer: boolean,
) {
  const verdicts = teamId === null ? undefined : of.get(teamId)
  if (verdicts === undefined) return null
  return {
    result: resultOf(verdicts),
    tally: isBuyer ? tallyText(verdicts) : '',
    hash: isBuyer ? opinionsHash!.toString('hex') : '',
    overrideReason: isBuyer ? overrideReason : '',
  }
}
