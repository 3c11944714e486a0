import { Exact, sum } from '#contract/money.ts'
import { railOf } from '#features/procurement/engine/stage.ts'
import { instant, noticeRow, orderValue, publishedNoticesOf, stageFacts } from '#features/procurement/server/public.ts'
import { type Ctx, type ViewOrder, viewedProject, viewOrders } from './orders.ts'

/** A project over all its orders of a family of methods. Every part is one question for all orders. */
export async function projectViewOf(ctx: Ctx, { projectId, family }: { projectId: string; family: string }) {
  const project = await viewedProject(ctx, projectId)
  const orders = await viewOrders(ctx, projectId, family)
  const ids = orders.map(({ id }) => id)
  const titleOf = new Map(orders.map(({ id, title }) => [id, title]))
  const [deals, winners, counts, notices, files] = [
    await dealsOf(ctx, ids),
    await winnersOf(ctx, ids),
    await itemCounts(ctx, projectId),
    await publishedNoticesOf(ctx, ids),
    await filesOf(ctx, ids),
  ]
  const rows = orders.map((order) => orderRow(ctx, order, deals.get(order.id)))
  const { code, name, category, regime, region, funds, budget, purchaserName, agencyName } = project
  return {
    project: {
      projectId,
      code,
      name,
      category: category as 'goods',
      regime,
      region,
      funds,
      budget,
      purchaserName,
      agencyName,
    },
    money: moneyOf(rows),
    orders: rows.map((row) => ({
      ...row,
      items: counts.get(row.lotNo) ?? 0,
      winners: winners.filter(({ orderId }) => orderId === row.orderId).map((one) => one.name),
    })),
    notices: notices.map((notice) => ({ ...noticeRow(notice), orderTitle: titleOf.get(notice.orderId) ?? '' })),
    files: files.map((file) => ({ ...file, orderTitle: titleOf.get(file.orderId) ?? '' })),
  }
}

type Deal = { price: string; saved: string }

function orderRow(ctx: Ctx, order: ViewOrder, deal: Deal | undefined) {
  const now = ctx.clock.now()
  return {
    ...orderValue(order, now),
    lotNo: order.lotNo,
    rail: railOf(stageFacts(order), now.getTime()).map((stop) => ({ ...stop, at: instant(stop.at) })),
    controlPrice: order.controlPrice,
    dealPrice: deal?.price ?? null,
    saved: deal?.saved ?? null,
    runnerName: order.runnerName,
  }
}

function moneyOf(rows: readonly ReturnType<typeof orderRow>[]) {
  const ceilings = rows.map(({ controlPrice }) => controlPrice)
  const deals = rows.flatMap(({ dealPrice, saved }) => (dealPrice === null ? [] : [{ dealPrice, saved: saved! }]))
  const isWhole = rows.length > 0 && ceilings.every((one) => one !== null)
  return {
    budget: sum(rows.map(({ estimatedPrice }) => estimatedPrice)),
    ceiling: isWhole ? sum(ceilings) : null,
    deal: deals.length > 0 ? sum(deals.map(({ dealPrice }) => dealPrice)) : null,
    saved: deals.length > 0 ? sum(deals.map(({ saved }) => saved)) : null,
  }
}

async function dealsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Deal>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.many('award_total', { orderId: [...ids] })
  return new Map(
    rows.map(({ orderId, price, estimated }) => [
      orderId!,
      { price: price!, saved: new Exact(estimated!).minus(price!).toFixed(2) },
    ]),
  )
}

async function winnersOf(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('award_in_force as a')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['a.orderId', 'c.name'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.orderId', 'in', [...ids])
    .orderBy('a.price', 'desc')
    .execute()
  return rows.map(({ orderId, name }) => ({ orderId: orderId!, name }))
}

async function itemCounts(ctx: Ctx, projectId: string): Promise<Map<number, number>> {
  const rows = await ctx.tx
    .selectFrom('project_item')
    .select((e) => ['lotNo', e.fn.countAll<number>().as('n')])
    .where('tenantId', '=', ctx.tenantId)
    .where('projectId', '=', projectId)
    .groupBy('lotNo')
    .execute()
  return new Map(rows.map(({ lotNo, n }) => [lotNo, n]))
}

/** Documents of the orders; replaced ones say so. */
async function filesOf(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('order_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.orderId', 'f.fileId', 'f.name', 'f.kind', 'o.size', 'o.sha256', 'f.replacedAt'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.orderId', 'in', [...ids])
    .orderBy('f.orderId')
    .orderBy('f.id')
    .execute()
  return rows.map(({ orderId, fileId, name, kind, size, sha256, replacedAt }) => ({
    orderId,
    fileId,
    name: replacedAt === null ? name : `【已替换】${name}`,
    kind,
    size,
    sha256: sha256.toString('hex'),
  }))
}
