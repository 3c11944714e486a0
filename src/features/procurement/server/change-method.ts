import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { changeMethod } from '../contract/follow-up.ts'
import { OrderFields } from '../contract/order-fields.ts'
import { isAbortive } from '../engine/states.ts'
import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import { OrderSettings } from '../rules/settings.ts'
import { SoleTerms } from '../steps/publicity/terms.ts'
import type { Order } from './access.ts'
import { saveAnnouncement } from './draft-parts.ts'
import { addInvitees } from './invitations.ts'
import { draftOrder } from './order-draft.ts'
import { orderRow, ownersOrder } from './public.ts'
import { draftOf } from './templates.ts'

type Body = Omit<BodyOf<typeof changeMethod>, 'approval' | 'acceptWarnings'>
type Ctx = Context<Employee>

/**
 * The draft of the method to which the company's rules let a failed order change that found too few: the same lines, its
 * terms and evidence, the reason, and the one supplier. Its announcement is still to be published.
 */
export async function draftInstead(ctx: Ctx, orderId: string, body: Body) {
  const own = await ownersOrder(ctx, orderId, 'update')
  await own.demand('copy')
  const { order } = own
  const code = methodOf(order.method).insteadOfFew
  if (code === undefined) throw new AppError('wrongState', '该采购方式流标后不能改为其他采购方式')
  const instead = methodOf(code)
  if (!isAbortive(order)) throw new AppError('wrongState', say(order, '宣布流标后方可改变采购方式'))
  const before = await changedTo(ctx, order, code)
  if (before) throw new AppError('wrongState', `已改为${instead.name}（${before.code}），不能重复办理`)
  const files = await evidenceOf(ctx, order)
  const made = await draftOrder(ctx, {
    projectId: order.projectId,
    method: code,
    kept: files.map(({ fileId }) => fileId),
    fields: fieldsOf(order, {
      ...body,
      files: [...files, ...body.files.map((file) => ({ ...file, kind: 'attachment' as const }))],
    }),
  })
  await addInvitees(ctx, made.orderId, { companyIds: [body.companyId], reason: `${order.code} 流标后仅该供应商可供` })
  const draft = await orderRow(ctx, made.orderId, 'update')
  const { title, content } = await draftOf(ctx, draft, {
    kind: methodOf(code).opens,
    title: `${draft.title}${say(draft, '{announcement}')}`,
  })
  await saveAnnouncement(ctx, draft, { title, content })
  ctx.audit({
    action: 'order.change-method',
    entity: 'order',
    entityId: order.id,
    summary: `流标后改为${instead.name}：${made.code}`,
    data: { orderId: made.orderId, code: made.code, explanation: body.explanation },
  })
  return { ...made, method: code }
}

/** The order that took its place, unless that came to nothing as well. */
function changedTo(ctx: Ctx, { code, ownerCompanyId }: Order, method: number) {
  return ctx.tx
    .selectFrom('purchase_order')
    .select('code')
    .where('tenantId', '=', ctx.tenantId)
    .where('ownerCompanyId', '=', ownerCompanyId)
    .where('method', '=', method)
    .where(sql<boolean>`settings -> 'sole' ->> 'failedOrder' = ${code}`)
    .where(sql<boolean>`state not in ('abortive.declared', 'archive.abortive')`)
    .executeTakeFirst()
}

/** What was attached to the failed order; its documents tell of its own dates, and stay there. */
async function evidenceOf(ctx: Ctx, order: Order) {
  const rows = await ctx.many(
    'order_file',
    { orderId: order.id, kind: 'attachment', noticeId: NULL, replacedAt: NULL },
    { columns: ['fileId', 'name'], orderBy: ['id'] },
  )
  return rows.map((row) => ({ ...row, kind: 'attachment' as const }))
}

function fieldsOf(
  order: Order,
  { explanation, days, signUpEnd, bidEnd, files }: Omit<Body, 'files'> & { files: object[] },
) {
  const { qualifications, paymentTerms, delivery } = OrderSettings.parse(order.settings)
  const { grounds } = methodOf(methodOf(order.method).insteadOfFew!)
  const sole = SoleTerms.parse({
    reason: 'afterFailed',
    explanation,
    days: days ?? grounds?.afterFailed?.days ?? 0,
    failedOrder: order.code,
  })
  const { title, lotNo, estimatedPrice, controlPrice, bond, documentFee, place } = order
  const amounts = { estimatedPrice, controlPrice, bond, documentFee }
  const schedule = { saleStart: null, saleEnd: null, signUpEnd, questionEnd: signUpEnd, bidEnd, openAt: null }
  return OrderFields.parse({
    title,
    lotNo,
    place,
    ...amounts,
    schedule,
    files,
    settings: { qualifications, paymentTerms, delivery, sole },
    announcement: {},
  })
}
