import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { shownCode } from '#features/enterprise/server/public.ts'
import type { Commitment } from '#features/templates/contract/choices.ts'
import { noticeScope } from '#features/templates/rules/kinds.ts'
import {
  commitmentFor,
  defaultTemplate,
  pickTemplates,
  pinDefault,
  recordUse,
  usableVersion,
} from '#features/templates/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import { NoticeKind } from '../rules/enums.ts'
import { methodOf } from '../methods/all.ts'
import { builtInTemplates } from '../methods/notices.ts'
import { doc, fill, fillText, type Filling, paragraph, placeholdersIn, type RichNode } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'
import { buyer } from './bind.ts'
import { orderFilling } from './filling.ts'
import { ownOrder } from './public.ts'

export const templateRoutes: readonly Route[] = [
  buyer(contract.noticeTemplates, async (ctx, { query }) => {
    const { kind, method, admission } = query
    const { companyId } = ctx.actor
    const scope = noticeScope(kind, method)
    const fitting = await pickTemplates(ctx, 'notice', { companyId, scope })
    const stored = fitting.filter((one) => speaksOf(one, { method, scope }))
    const builtIn = builtInTemplates({ method, admission }).filter((t) => t.kind === kind)
    return [
      ...stored.map((t) => ({
        templateId: t.versionId,
        kind,
        name: t.name,
        content: t.content.body ?? doc(),
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
  const scope = noticeScope(kind, order.method)
  const found = await defaultTemplate(ctx, 'notice', { companyId: ctx.actor.companyId, scope })
  const standard = found && speaksOf(found, { method: order.method, scope }) ? found : null
  const { values, blocks = {} } = await orderFilling(ctx, order)
  const filling = { values: { ...values, ...more }, blocks }
  return {
    title: standard ? fillText(standard.content.title, filling.values) : title,
    content: withBlocks(standard?.content.body ?? builtIn.content, filling),
    fields: filling.values,
  }
}

/** A text with its tables filled in, and its other placeholders left: they are live until the publication. */
function withBlocks(body: RichNode, { blocks = {} }: Filling): RichNode {
  return fill(body, { values: {}, blocks })
}

/**
 * Fixes what a published order works with from now on: the commitments that suppliers and experts accept, and the review
 * template its ways came from. Later versions and other defaults do not reach it.
 */
export async function pinTemplates(ctx: Context<Employee>, order: Order): Promise<void> {
  const companyId = order.owner_company_id
  for (const [scope, purpose] of [
    ['supplier', '供应商承诺书'],
    ['expert', '专家承诺书'],
  ] as const)
    await pinDefault(ctx, order.id, { companyId, kind: 'integrity-commitment', scope, purpose })
  const { selectionVersion } = OrderSettings.parse(order.settings)
  if (selectionVersion === undefined) return
  const offered = await pickTemplates(ctx, 'selection', { companyId })
  // Retired or replaced meanwhile: the plan was copied into the order, so nothing depends on it.
  if (offered.some((one) => one.versionId === selectionVersion))
    await recordUse(ctx, { versionId: selectionVersion, orderId: order.id, purpose: '评审办法' })
}

/** The commitment a supplier accepts by signing up, in the words of this order and the own company; null: none. */
export async function supplierCommitment(ctx: Context<Employee>, order: Order): Promise<Commitment | null> {
  return commitmentFor(ctx, order.id, { scope: 'supplier', values: () => supplierValues(ctx, order) })
}

async function supplierValues(ctx: Context<Employee>, order: Order): Promise<Record<string, string>> {
  const company = await ctx.tx
    .selectFrom('company')
    .select(['id', 'name', 'credit_code', 'identity', 'legal_person'])
    .where('id', '=', ctx.actor.companyId)
    .executeTakeFirstOrThrow()
  const own = { 承诺单位: company.name, 统一社会信用代码: shownCode(ctx, company), 法定代表人: company.legal_person }
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
  const version = await usableVersion(ctx, templateId, { companyId: ctx.actor.companyId, kind: 'notice' })
  const { body, title } = version.content
  if (!body) throw new AppError('notFound')
  const purpose = NoticeKind.label(Number(version.scope.split('/')[0]))
  await recordUse(ctx, { versionId: version.versionId, orderId: order.id, purpose })
  return { title, body }
}

/** What is written for every method speaks of tenders: a method with other words takes only what is written for it. */
function speaksOf(template: { scope: string }, { method, scope }: { method: number; scope: string }): boolean {
  return methodOf(method).takesCommonTemplates || template.scope === scope
}
