import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { beginFurther } from '#features/inquiry/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import { buyer } from '#features/procurement/server/public.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { CHANGE_KINDS, type ChangeKind } from '../rules/panel.ts'
import { acting, announce, record, SEATED } from './access.ts'
import { type Any, invalid, type Order, remainingOf } from './rows.ts'
import { tellMembers, tellOne } from './telling.ts'
import { deadlineFrom } from './turns.ts'

/** What the group changes of the demands, and what it asks for at the end. */
export const changeRoutes: readonly Route[] = [
  implementForPerson(contract.proposeChange, SEATED, async (ctx, { params, body }) => {
    const { order, members, changes } = await acting(ctx, params.orderId, 'propose')
    const deadline = deadlineFrom(ctx.clock.now(), body.deadline)
    const version = changes.length + 1
    await ctx.insert('panel_change', {
      orderId: order.id,
      version,
      kinds: body.kinds,
      content: body.content,
      deadline,
      proposedBy: ctx.actor.userId,
      proposedName: ctx.actor.name,
      proposedAt: ctx.clock.now(),
    })
    record(ctx, order.id, { action: 'propose', summary: '提出变动采购需求', data: { version, kinds: body.kinds } })
    const deciding = members.filter(({ role }) => role === 'representative')
    await tellMembers(
      ctx,
      { order, members: deciding },
      { title: '请确认需求变动', content: '：小组提出变动采购需求，请确认。' },
    )
    announce(ctx, { order, members })
    return { version }
  }),

  implementForPerson(contract.decideChange, SEATED, async (ctx, { params, body }) => {
    const { order, members, changes, suppliers, own } = await acting(ctx, params.orderId, 'decide')
    const change = changes.find(({ version, agreed }) => version === params.version && agreed === null)
    if (!change) throw new AppError('wrongState', '该变动已处理，请刷新')
    const now = ctx.clock.now()
    const { version, content, kinds } = change
    const decided = { decidedBy: own!.userId, decidedName: own!.name, decidedAt: now }
    const which = { orderId: order.id, version }
    if (!body.agreed) {
      if (body.reason.length < 2) throw invalid('reason', '请填写不同意的原因')
      await ctx.update('panel_change', which, { ...decided, agreed: false, reason: body.reason })
      record(ctx, order.id, {
        action: 'refuse',
        summary: `采购人代表不同意需求变动：${body.reason}`,
        data: { version },
      })
      return announce(ctx, { order, members })
    }
    const deadline = deadlineFrom(now, change.deadline.toISOString())
    const remaining = remainingOf(suppliers)
    const roundNo = await askAnew(ctx, order, { tradeIds: remaining, deadline, by: own!.userId, isFinal: false })
    const told = {
      type: 'kaibiao/panel-change/1',
      orderCode: order.code,
      version,
      kinds,
      content,
      deadline: deadline.toISOString(),
      at: now.toISOString(),
    }
    const hash = createHash('sha256').update(canonicalBytes(told)).digest()
    await ctx.update('panel_change', which, { ...decided, agreed: true, roundNo, hash })
    await ctx.update('panel', { orderId: order.id }, { stage: 'responding', roundNo })
    record(ctx, order.id, {
      action: 'change',
      summary: `采购人代表确认需求变动，书面通知全部继续参加的供应商 ${remaining.length} 家`,
      data: { version, roundNo, hash: hash.toString('hex'), told: remaining },
    })
    const what = (kinds as ChangeKind[]).map((kind) => CHANGE_KINDS[kind]).join('、')
    // All of them, in this transaction: nobody knows of it before another.
    for (const tradeId of remaining)
      await tellOne(ctx, order, {
        tradeId,
        title: '采购需求变动，请重新提交响应文件',
        content: `：${what}变动，此前的响应文件不再有效，请在 ${formatTime(deadline)} 前按变动后的要求重新提交。变动内容：${content}`,
      })
    announce(ctx, { order, members }, remaining)
  }),

  buyer(contract.callFinalOffers, async (ctx, { params, body }) => {
    const { order, members, suppliers, to } = await acting(ctx, params.orderId, 'callFinal')
    const deadline = deadlineFrom(ctx.clock.now(), body.deadline)
    const remaining = remainingOf(suppliers)
    const roundNo = await askAnew(ctx, order, { tradeIds: remaining, deadline, by: ctx.actor.userId, isFinal: true })
    await ctx.update('panel', { orderId: order.id }, { stage: to, roundNo })
    record(ctx, order.id, {
      action: 'final',
      summary: `要求继续参加的供应商 ${remaining.length} 家提交最后报价`,
      data: { roundNo, deadline: deadline.toISOString() },
    })
    for (const tradeId of remaining)
      await tellOne(ctx, order, {
        tradeId,
        title: say(order, '请提交{offerPrice}'),
        content: `：${say(order, '{act}')}已结束，请在 ${formatTime(deadline)} 前一次密封提交最后报价，逾期视为退出；退出的，请在截止前办理。`,
      })
    announce(ctx, { order, members }, remaining)
  }),
]

/** A round among all who remain: of new responses, or of final offers. Returns its number. */
async function askAnew(
  ctx: Any,
  order: Order,
  { tradeIds, deadline, by, isFinal }: { tradeIds: readonly string[]; deadline: Date; by: string; isFinal: boolean },
): Promise<number> {
  const roundId = await beginFurther(ctx, order, {
    mode: QuoteMode.values.items,
    note: isFinal ? '最后报价' : '按变动后的采购需求重新响应',
    notAbove: 'none',
    isFinal,
    parts: tradeIds.map((tradeId) => ({ tradeId })),
    until: { deadline },
    createdBy: by,
  })
  return (await ctx.expectOne('quote_round', { id: roundId }, { columns: ['roundNo'] })).roundNo
}
