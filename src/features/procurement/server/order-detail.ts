import { say } from '../methods/say.ts'
import { INVITEES_RULES } from '../rules/legal-calendar-rules.ts'
import { seesParticipants } from './visible.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/order.ts'
import { TradeStatus } from '../rules/enums.ts'
import { isRichText } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import { railOf } from '../engine/stage.ts'
import type { Order } from './access.ts'
import { buyer } from './bind.ts'
import { orderFiles } from './files.ts'
import { lawOf } from './order-check.ts'
import { announcementOf } from './draft-parts.ts'
import { orderValue } from './order-value.ts'
import { orderRows } from './orders.ts'
import { publishedNotices } from './notices.ts'
import { orderItems, ownOrder } from './public.ts'
import { instant, iso, itemValue, noticeRow, scheduleOf, stageFacts } from './values.ts'

export const detailRoutes: readonly Route[] = [
  buyer(contract.orderDetail, async (ctx, { params }) => {
    const own = await ownOrder(ctx, params.orderId)
    const { order, who } = own
    const now = ctx.clock.now()
    const row = await orderRows(ctx).where('o.id', '=', order.id).executeTakeFirstOrThrow()
    const project = await ctx.expectOne('project', { id: order.projectId })
    const announcement = await announcementOf(ctx, order)
    const content = announcement?.content as unknown
    const { openObjections } = await own.facts()
    return {
      ...orderValue(row, now),
      version: order.version,
      project: {
        projectId: project.id,
        code: project.code,
        name: project.name,
        category: project.category,
        regime: project.regime,
        budget: project.budget,
        region: project.region,
      },
      lotNo: order.lotNo,
      reviewModel: order.reviewModel,
      reviewMethod: order.reviewMethod,
      suite: order.suite as 'intl',
      controlPrice: order.controlPrice,
      bond: order.bond,
      documentFee: order.documentFee,
      place: order.place,
      decryptMinutes: order.decryptMinutes,
      schedule: scheduleOf(order),
      settings: OrderSettings.parse(order.settings),
      files: await orderFiles(ctx, order.id),
      items: (await orderItems(ctx, order)).map(itemValue),
      notices: (await publishedNotices(ctx, order.id)).map(noticeRow),
      announcement: {
        title: announcement?.title ?? '',
        content: isRichText(content) && (content.content ?? []).length > 0 ? content : null,
      },
      rail: railOf(stageFacts(order), now.getTime()).map((s) => ({ ...s, at: instant(s.at) })),
      findings: (await lawOf(ctx, { order, project })).filter(
        // How many are invited is the owner's knowledge.
        ({ ruleId }) => who.part === 'owner' || !INVITEES_RULES.includes(ruleId),
      ),
      actions: await own.actions(),
      pendingApproval: await holdOn(ctx, { kind: 'order', id: order.id }),
      signUps: seesParticipants(order, who) ? await signUpCounts(ctx, order.id) : null,
      openQuestions: await openQuestions(ctx, order.id),
      openObjections,
      people: await peopleOf(ctx, order),
      publishedAt: iso(order.publishedAt),
    }
  }),
]

async function signUpCounts(ctx: Context<Employee>, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('trade')
    .select((e) => ['status', e.fn.countAll<number>().as('n')])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .groupBy('status')
    .execute()
  const of = (status: number) => rows.find((row) => row.status === status)?.n ?? 0
  const { pending, passed, refused } = TradeStatus.values
  return { pending: of(pending), passed: of(passed), refused: of(refused) }
}

async function openQuestions(ctx: Context<Employee>, orderId: string): Promise<number> {
  const row = await ctx.tx
    .selectFrom('order_question')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('answeredAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Who stands behind an order: purchaser, agency, and the person who runs it. */
async function peopleOf(ctx: Context<Employee>, order: Order) {
  const agencyId = order.ownerCompanyId === order.purchaserCompanyId ? null : order.ownerCompanyId
  const ids = [order.purchaserCompanyId, ...(agencyId ? [agencyId] : [])]
  const companies = await ctx.many('company', { id: ids }, { columns: ['id', 'name'] })
  const nameOf = (id: string) => companies.find((c) => c.id === id)?.name ?? ''
  const person = await ctx.one(
    'employee',
    { companyId: order.ownerCompanyId, userId: order.createdBy },
    { columns: ['name'] },
  )
  return [
    { role: say(order, '{client}'), name: nameOf(order.purchaserCompanyId) },
    ...(agencyId ? [{ role: '代理机构', name: nameOf(agencyId) }] : []),
    ...(person ? [{ role: '经办人', name: person.name }] : []),
  ]
}
