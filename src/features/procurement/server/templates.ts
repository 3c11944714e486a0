import { formatDate } from '#contract/time.ts'
import { shownCode } from '#features/enterprise/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import type { Commitment } from '../contract/commitment.ts'
import * as contract from '../contract/notice.ts'
import type { NoticeKind } from '../rules/enums.ts'
import { builtInTemplates } from '../methods/notices.ts'
import { doc, fill, fillText, type Filling, paragraph, placeholdersIn, type RichNode } from '../rules/rich-text.ts'
import type { Order } from './access.ts'
import { buyer } from './bind.ts'
import { orderFilling } from './filling.ts'
import { ownOrder } from './public.ts'
import { templates } from './template-port.ts'

export const templateRoutes: readonly Route[] = [
  buyer(contract.noticeTemplates, async (ctx, { query }) => {
    const { kind, method, admission } = query
    const stored = await templates().noticesFor(ctx, { kind, method })
    const builtIn = builtInTemplates({ method, admission }).filter((t) => t.kind === kind)
    return [
      ...stored.map((t) => ({
        templateId: t.versionId,
        kind,
        name: t.name,
        content: t.body ?? doc(),
        isOwn: !t.isPreset,
        isDefault: t.isDefault,
      })),
      ...builtIn.map(({ id, ...rest }) => ({ templateId: id, ...rest, isOwn: false, isDefault: false })),
    ]
  }),

  buyer(contract.noticeFields, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    return (await orderFilling(ctx, order)).values
  }),

  buyer(contract.renderTemplate, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const template = await contentOf(ctx, params.templateId, order)
    const filling = await orderFilling(ctx, order)
    const title = fillText(template.title, filling.values)
    const open = placeholdersIn(doc(paragraph(title), fill(template.body, filling)))
    return { title, content: withBlocks(template.body, filling), unresolved: open }
  }),
]

/**
 * The text a notice of an order begins with: the company's default template of the kind, else the built-in one. Its
 * `fields` stay live until publication; `more` says what they would be if it were published as proposed.
 */
export async function draftOf(
  ctx: Context<Employee>,
  order: Order,
  { kind, title, more = {} }: { kind: NoticeKind; title: string; more?: Record<string, string> },
): Promise<{ title: string; content: RichNode; fields: Record<string, string> }> {
  const builtIn = builtInTemplates(order).find((t) => t.kind === kind)
  if (!builtIn) throw new Error(`no template of kind ${kind}`)
  const standard = await templates().defaultNotice(ctx, { kind, method: order.method })
  const { values, blocks = {} } = await orderFilling(ctx, order)
  const filling = { values: { ...values, ...more }, blocks }
  return {
    title: standard ? fillText(standard.title, filling.values) : title,
    content: withBlocks(standard?.body ?? builtIn.content, filling),
    fields: filling.values,
  }
}

/** A text with its tables filled in, and its other placeholders left: they are live until the publication. */
function withBlocks(body: RichNode, { blocks = {} }: Filling): RichNode {
  return fill(body, { values: {}, blocks })
}

/** The commitment a supplier accepts by signing up, in the words of this order and the own company; null: none. */
export async function supplierCommitment(ctx: Context<Employee>, order: Order): Promise<Commitment | null> {
  return templates().supplierCommitment(ctx, order.id, () => supplierValues(ctx, order))
}

async function supplierValues(ctx: Context<Employee>, order: Order): Promise<Record<string, string>> {
  const company = await ctx.expectOne(
    'company',
    { id: ctx.actor.companyId },
    { columns: ['id', 'name', 'creditCode', 'identity', 'legalPerson'] },
  )
  const own = { 承诺单位: company.name, 统一社会信用代码: shownCode(ctx, company), 法定代表人: company.legalPerson }
  const { values } = await orderFilling(ctx, order)
  return { ...values, ...own, 承诺日期: formatDate(ctx.clock.now()) }
}

/** A built-in template, or a version the company may use, whose use by the order is remembered. */
async function contentOf(
  ctx: Context<Employee>,
  templateId: string,
  order: Order,
): Promise<{ title: string; body: RichNode }> {
  const builtIn = builtInTemplates(order).find((t) => t.id === templateId)
  if (builtIn) return { title: '', body: builtIn.content }
  return templates().takeNotice(ctx, { versionId: templateId, orderId: order.id })
}
