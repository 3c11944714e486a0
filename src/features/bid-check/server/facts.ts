import type { OutputOf } from '#contract/endpoint.ts'
import { textsOf } from '#features/attachments/server/public.ts'
import { orderedWays } from '#features/procurement/rules/default-ways.ts'
import { type RichNode, textOf } from '#features/procurement/rules/rich-text.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { documentFees, orderFiles, orderFilling, type ownTrade } from '#features/procurement/server/public.ts'
import { ItemKind } from '#features/evaluation/rules/enums.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { beginBidCheck } from '../contract.ts'
import { demandIn, type DemandLine, signingDemand } from '../rules/demands.ts'

type Ctx = Context<Employee>
type Order = Awaited<ReturnType<typeof ownTrade>>['order']

/** Other orders of the own company that are looked for in a bid, the newest first. */
const MOST_OTHERS = 50
/** What documents and bids may state of an order, by live field. */
const STATED = ['最高限价', '投标保证金', '投标截止时间', '开标时间']

/**
 * What the browser holds a bid against: all of it known to the bidder already, save that it is taken together here. Nothing
 * of other bidders is in it.
 */
export async function checkFacts(ctx: Ctx, order: Order): Promise<OutputOf<typeof beginBidCheck>> {
  const { companyId } = ctx.actor
  const project = await ctx.expectOne('project', { id: order.projectId }, { columns: ['code'] })
  const buyers = [...new Set([order.purchaserCompanyId, order.ownerCompanyId])]
  const companies = await ctx.many(
    'company',
    { id: [companyId, ...buyers] },
    { columns: ['id', 'name', 'creditCode', 'identity'] },
  )
  const own = companies.find(({ id }) => id === companyId)!
  const settings = OrderSettings.parse(order.settings)
  const { lines, unread } = await demandLines(ctx, order, settings)
  const delivery = { source: '合同交付要求', text: settings.delivery }
  const { values } = await orderFilling(ctx, order)
  return {
    // A person bids under an identity number, which no document need state.
    own: { name: own.name, creditCode: own.identity === null ? own.creditCode : '' },
    projectCode: project.code,
    lotNo: order.lotNo,
    buyers: buyers.flatMap((id) => companies.find((company) => company.id === id)?.name ?? []),
    buyerCodes: companies.filter(({ id }) => id !== companyId).map(({ creditCode }) => creditCode),
    fields: Object.fromEntries(STATED.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
    others: await otherOrders(ctx, order.id),
    demands: {
      validity: demandIn(lines, 'validity'),
      duration: demandIn(lines, 'duration', delivery),
      signing: signingDemand(lines),
    },
    unread,
    checklist: methodOf(order.method).review === 'none' ? [] : checklistOf(settings, order.reviewMethod),
  }
}

/** What a review only lets pass or not, item by item. */
function checklistOf({ ways }: OrderSettings, reviewMethod: number) {
  return orderedWays(ways, reviewMethod)
    .filter(({ itemKind }) => itemKind === ItemKind.values.pass)
    .flatMap(({ name: way, items }) => items.map(({ name, standard }) => ({ way, name, standard })))
}

/** Texts of the order in which a demand may stand: its standards, its notices, its documents in force. */
async function demandLines(ctx: Ctx, order: Order, settings: OrderSettings) {
  const lines: DemandLine[] = checklistOf(settings, order.reviewMethod).map(({ way, name, standard }) => ({
    source: `${way}“${name}”`,
    text: `${name}：${standard}`,
  }))
  const notices = await ctx.tx
    .selectFrom('notice')
    .select(['title', 'content'])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', order.id)
    .where('status', '=', 1)
    .orderBy('publishedAt', 'desc')
    .execute()
  for (const { title, content } of notices)
    for (const text of textOf(content as RichNode).split('\n')) lines.push({ source: `《${title}》`, text })
  const unread: string[] = []
  const isHeldBack =
    (order.saleStart && ctx.clock.now() < order.saleStart) || (await documentFees().isDue(ctx, order.id))
  const files = isHeldBack ? [] : (await orderFiles(ctx, order.id, null)).filter(({ kind }) => kind === 'document')
  const texts = await textsOf(
    ctx,
    files.map(({ fileId }) => fileId),
  )
  for (const { fileId, name } of files) {
    const found = texts.get(fileId)
    if (found?.state !== 'read') unread.push(name)
    else {
      const word = found.text.unit === 'page' ? '页' : '段'
      for (const { at, text } of found.text.lines) lines.push({ source: `《${name}》第 ${at} ${word}`, text })
    }
  }
  return { lines, unread }
}

function otherOrders(ctx: Ctx, orderId: string) {
  return ctx.tx
    .selectFrom('trade as t')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .select(['o.code', 'o.title'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .where('o.id', '!=', orderId)
    .where('o.publishedAt', 'is not', null)
    .orderBy('t.createdAt', 'desc')
    .limit(MOST_OTHERS)
    .execute()
}
