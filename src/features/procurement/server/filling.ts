import type { AuctionTerms } from '#features/auction/rules/terms.ts'
import { extensionInWords, stepInWords } from '#features/auction/rules/terms-meaning.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { PurchaseMethod } from '../rules/enums.ts'
import { type Filling, table } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import { roundingOf } from '#features/review-hall/rules/part-score.ts'
import type { Order } from './access.ts'
import { candidateRows } from './candidate-rows.ts'

/**
 * What the placeholders of templates stand for in an order, by key; what is not known yet is left out and stays visible.
 * Keys: `#features/templates/rules/placeholders.ts`. Amounts `1,000.00 元`, times `2026-11-21 09:00` Beijing time.
 */
export async function orderFilling(ctx: Context<Actor | null>, order: Order): Promise<Filling> {
  const project = await ctx.tx
    .selectFrom('project')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', order.project_id)
    .executeTakeFirstOrThrow()
  const ids = [project.purchaser_company_id, ...(project.agency_company_id ? [project.agency_company_id] : [])]
  const companies = await ctx.tx.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameOf = (id: string | null) => companies.find((c) => c.id === id)?.name
  const money = (value: string | null) => (value === null ? undefined : `${formatAmount(value)} 元`)
  const time = (at: Date | null) => (at ? formatTime(at) : undefined)
  const settings = OrderSettings.safeParse(order.settings)
  const papers = settings.success ? settings.data.qualifications.map((q) => q.name).join('、') : ''
  const award = await ctx.tx
    .selectFrom('award as a')
    .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.trade_id'))
    .innerJoin('company as c', 'c.id', 't.supplier_company_id')
    .select(['a.price', 'c.name'])
    .where('a.tenant_id', '=', ctx.tenantId)
    .where('a.order_id', '=', order.id)
    .executeTakeFirst()
  const candidates = await candidateRows(ctx, order.id)
  const values: Record<string, string | undefined> = {
    项目名称: project.name,
    项目编号: project.code,
    项目概况: project.description || undefined,
    项目地区: project.region || undefined,
    资金来源: project.funds || undefined,
    标段名称: order.title,
    标段编号: order.code,
    采购方式: PurchaseMethod.label(order.method),
    采购人: nameOf(project.purchaser_company_id),
    代理机构: nameOf(project.agency_company_id),
    最高限价: order.control_price === null ? '不设最高限价' : money(order.control_price),
    投标保证金: Number(order.bond) === 0 ? '无需缴纳' : money(order.bond),
    招标文件售价: Number(order.document_fee) === 0 ? '免费' : money(order.document_fee),
    招标文件获取开始时间: time(order.sale_start),
    招标文件获取截止时间: time(order.sale_end),
    报名截止时间: time(order.sign_up_end),
    提问截止时间: time(order.question_end),
    投标截止时间: time(order.bid_end),
    开标时间: time(order.open_at),
    开标地点: order.place || undefined,
    ...(settings.success && settings.data.auction && order.control_price !== null
      ? auctionValues(settings.data.auction, { startPrice: order.control_price, openAt: time(order.open_at) })
      : {}),
    报名资料: papers || '无',
    计分舍入: settings.success ? roundingOf(settings.data.ways) || undefined : undefined,
    公示截止时间: time(order.publicity_end),
    中标人: award?.name,
    中标金额: money(award?.price ?? null),
    中标金额大写: award ? toCapitals(award.price) : undefined,
  }
  const known = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const rows = candidates.map((c) => [`第 ${c.rank} 名`, c.supplierName, formatAmount(c.price), c.score ?? '-'])
  return {
    values: Object.fromEntries(known),
    ...(rows.length > 0
      ? { blocks: { 候选人表: [table(['排序', '中标候选人', '投标报价（元）', '评审得分'], rows)] } }
      : {}),
  }
}

function auctionValues(
  terms: AuctionTerms,
  { startPrice, openAt }: { startPrice: string; openAt: string | undefined },
) {
  return {
    竞价开始时间: openAt,
    竞价时长: `${terms.durationMinutes} 分钟`,
    最小降幅: stepInWords(terms, startPrice),
    延时规则: extensionInWords(terms),
  }
}
