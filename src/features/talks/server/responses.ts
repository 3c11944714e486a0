import { AppError } from '#contract/errors.ts'
import { TRADE_STATUS } from '#features/procurement/engine/trade-status.ts'
import { supplier, tradeFacts, unconfirmedNotices } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles, storedFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { demandLines, linesAsked, type Order, talkedTrade } from './access.ts'
import { responseValue } from './values.ts'

/** What the supplier hands in until the deadline. Facts of it have an entity of their own, which is not the order's history. */
export const responseRoutes: readonly Route[] = [
  supplier(contract.ownResponse, async (ctx, { params }) => {
    const { order, trade } = await talkedTrade(ctx, params.orderId)
    const rows = await ctx.many('response', { tradeId: trade.id }, { orderBy: ['createdAt desc'] })
    const current = rows.find((row) => row.withdrawnAt === null)
    return {
      orderId: order.id,
      code: order.code,
      title: order.title,
      method: order.method,
      bidEnd: order.bidEnd?.toISOString() ?? null,
      controlPrice: order.controlPrice,
      items: await linesAsked(ctx, order),
      blocked: blockedBy(ctx, order, trade.status),
      current: current ? responseValue(current) : null,
      earlier: rows.flatMap((row) =>
        row.withdrawnAt ? [{ ...responseValue(row), withdrawnAt: row.withdrawnAt.toISOString() }] : [],
      ),
    }
  }),

  supplier(contract.submitResponse, async (ctx, { params, body }) => {
    // Shared: a change of the deadline waits, or is seen.
    const { order, trade } = await talkedTrade(ctx, params.orderId, 'share')
    await lockTrade(ctx, trade.id)
    demandInTime(ctx, order, trade.status)
    if ((await unconfirmedNotices(ctx, order.id)) > 0)
      throw new AppError('wrongState', '有变更或澄清尚未确认，确认后方可提交')
    const lines = await demandLines(ctx, order, { ...body, isAgreed: false })
    // Prices by line say what is offered; a price alone does not.
    if (lines === null && body.files.length === 0)
      throw new AppError('invalid', '请上传响应文件', [{ path: 'files', message: '请上传响应文件' }])
    const [taken] = await takeBack(ctx, trade.id)
    if ((taken?.id ?? null) !== body.replaces)
      throw new AppError('conflict', '响应文件已由本企业其他人员更新，请刷新后重试')
    const kept = ((taken?.files ?? []) as { fileId: string }[]).map((one) => one.fileId)
    await demandOwnFiles(
      ctx,
      body.files.map((one) => one.fileId),
      { use: 'response', by: 'company', kept },
    )
    const id = ctx.newId()
    await ctx.insert('response', {
      id,
      orderId: order.id,
      tradeId: trade.id,
      price: body.price,
      lines: lines && JSON.stringify(lines),
      statement: body.statement,
      files: JSON.stringify(await storedFiles(ctx, body.files)),
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    record(ctx, order, { action: 'submit', summary: taken ? '替换响应文件' : '提交响应文件', responseId: id })
    return { responseId: id }
  }),

  supplier(contract.withdrawResponse, async (ctx, { params, body }) => {
    const { order, trade } = await talkedTrade(ctx, params.orderId, 'share')
    await lockTrade(ctx, trade.id)
    demandInTime(ctx, order, trade.status)
    const [taken] = await takeBack(ctx, trade.id)
    if (taken?.id !== body.responseId) throw new AppError('conflict', '响应文件已由本企业其他人员更新，请刷新后重试')
    record(ctx, order, { action: 'withdraw', summary: '撤回响应文件', responseId: taken.id })
  }),
]

/** One at a time for each supplier: two at once must not both count. */
async function lockTrade(ctx: Context<Employee>, tradeId: string): Promise<void> {
  await ctx.many('trade', { id: tradeId }, { columns: ['id'], lock: 'update' })
}

/** What counted until now does no longer. */
function takeBack(ctx: Context<Employee>, tradeId: string) {
  return ctx.tx
    .updateTable('response')
    .set({ withdrawnAt: ctx.clock.now() })
    .where('tenantId', '=', ctx.tenantId)
    .where('tradeId', '=', tradeId)
    .where('withdrawnAt', 'is', null)
    .returning(['id', 'files'])
    .execute()
}

/** The status table's word on handing in; the deadline is told by its own code. */
function demandInTime(ctx: Context<Employee>, order: Order, status: number): void {
  const now = ctx.clock.now()
  const reason = blockedBy(ctx, order, status)
  if (reason && order.bidEnd && now >= order.bidEnd) throw new AppError('tooLate', reason)
  if (reason) throw new AppError('wrongState', reason)
}

function blockedBy(ctx: Context<Employee>, order: Order, status: number): string | null {
  const facts = tradeFacts(order, { status })
  const allowed = TRADE_STATUS.allowed(facts, { part: 'supplier' }, ctx.clock.now().getTime())
  const action = allowed.find((one) => one.action === 'respond')
  return action ? (action.reason ?? null) : '当前状态不能提交响应文件'
}

function record(
  ctx: Context<Employee>,
  order: Order,
  { action, summary, responseId }: { action: string; summary: string; responseId: string },
): void {
  ctx.audit({ action: `response.${action}`, entity: 'response', entityId: order.id, summary, data: { responseId } })
}
