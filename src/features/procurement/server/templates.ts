import { AppError } from '#contract/errors.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import { PurchaseMethod, type NoticeKind } from '../rules/enums.ts'
import { BUILT_IN_TEMPLATES } from '../rules/notice-templates.ts'
import { fill, type Filling, placeholdersIn, type RichNode, table } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'
import { buyer } from './bind.ts'
import { candidateRows } from './candidate-rows.ts'
import { ownOrder } from './public.ts'

export const templateRoutes: readonly Route[] = [
  buyer(contract.noticeTemplates, async (ctx, { query }) => {
    const stored = await storedTemplates(ctx).where('kind', '=', query.kind).orderBy('id', 'desc').execute()
    const own = stored.map((row) => ({
      templateId: row.id,
      kind: row.kind,
      name: row.name,
      content: row.content as RichNode,
      isOwn: row.company_id !== null,
    }))
    const builtIn = BUILT_IN_TEMPLATES.filter((t) => t.kind === query.kind)
    return [...own, ...builtIn.map(({ id, ...rest }) => ({ templateId: id, ...rest, isOwn: false }))]
  }),

  buyer(contract.renderTemplate, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const builtIn = BUILT_IN_TEMPLATES.find((t) => t.id === params.templateId)
    const stored = builtIn ? null : await storedTemplates(ctx).where('id', '=', params.templateId).executeTakeFirst()
    const template = builtIn?.content ?? (stored?.content as RichNode | undefined)
    if (!template) throw new AppError('notFound')
    const content = fill(template, await fillingOf(ctx, order))
    return { content, unresolved: placeholdersIn(content) }
  }),
]

/** The built-in template of a kind, filled with an order's data. */
export async function draftOf(
  ctx: Context<Employee>,
  order: Order,
  { kind, title, more = {} }: { kind: NoticeKind; title: string; more?: Record<string, string> },
): Promise<{ title: string; content: RichNode }> {
  const template = BUILT_IN_TEMPLATES.find((t) => t.kind === kind)
  if (!template) throw new Error(`no template of kind ${kind}`)
  const filling = await fillingOf(ctx, order)
  return { title, content: fill(template.content, { ...filling, values: { ...filling.values, ...more } }) }
}

function storedTemplates(ctx: Context<Employee>) {
  return ctx.tx
    .selectFrom('notice_template')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where((e) => e.or([e('company_id', 'is', null), e('company_id', '=', ctx.actor.companyId)]))
}

/** What the placeholders stand for in this order; what is not known yet is left out and stays visible. */
async function fillingOf(ctx: Context<Employee>, order: Order): Promise<Filling> {
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
    报名资料: papers || '无',
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
