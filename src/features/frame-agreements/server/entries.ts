import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { repriceUnderAgreement } from '#features/contracts/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/agreement.ts'
import * as own from '../contract/entry.ts'
import { ceilingOf, type Price } from '../rules/quota.ts'
import { ENTRY_STATES } from '../rules/status.ts'
import { demandedEntry, demandPrices, KEEPS, record, SELLS } from './access.ts'
import { type Agreement, type Ctx, type Entry, invalid, itemsOf, namesOf, pricesOf } from './rows.ts'
import { contentHash } from './content.ts'
import { progress } from './signing.ts'

type Adjustment = Pick<BodyOf<typeof calls.adjustPrices>, 'reason' | 'prices'>

/** What becomes of a supplier in an agreement, and of its prices. */
export const entryRoutes: readonly Route[] = [
  implement(calls.actOnEntry, KEEPS, async (ctx, { params, body: { action, reason } }) => {
    const { agreementId, entryId } = params
    const { agreement, entry, to } = await demandedEntry(ctx, entryId, { action, agreementId })
    await ctx.update('frame_entry', { id: entry.id }, { state: to, reason })
    // Nobody answers for who has left.
    const open = await ctx.one('frame_version', { entryId, state: 'offered' }, { columns: ['version'] })
    if (action === 'exit' && open) await close(ctx, entry, { state: 'withdrawn' })
    const name = (await namesOf(ctx, [entry.supplierCompanyId])).get(entry.supplierCompanyId) ?? ''
    record(ctx, agreement, { action, summary: `${name}：${ENTRY_STATES[to]}，${reason}` })
    ctx.emit({ kind: 'frame.entry', payload: { agreementId, entryId: entry.id, to } })
    await progress(ctx, agreement)
  }),

  implement(calls.recallAdjustment, KEEPS, async (ctx, { params }) => {
    const { agreementId, entryId } = params
    const { agreement, entry } = await demandedEntry(ctx, entryId, { action: 'recallAdjustment', agreementId })
    const version = await close(ctx, entry, { state: 'withdrawn' })
    record(ctx, agreement, { action: 'recall-adjustment', summary: `撤回调价（第 ${version.version} 版）` })
  }),

  implement(own.answerAdjustment, SELLS, async (ctx, { params, body }) => {
    const action = body.agree ? 'agreeAdjustment' : 'refuseAdjustment'
    const { agreement, entry } = await demandedEntry(ctx, params.entryId, { action })
    const open = await openVersion(ctx, entry)
    if (open.contentHash.toString('hex') !== body.contentHash)
      throw new AppError('conflict', '调价内容已更新，请重新阅读后确认')
    if (!body.agree && body.reason.length < 2) throw invalid('reason', '请填写原因')
    await close(ctx, entry, body.agree ? { state: 'agreed' } : { state: 'refused', refusal: body.reason })
    if (body.agree) {
      const { version } = open
      const inForce = { prices: JSON.stringify(open.prices), contentHash: open.contentHash, version }
      await ctx.update('frame_entry', { id: entry.id }, inForce)
      await reprice(ctx, agreement, { entry, version: open })
    }
    const summary = body.agree
      ? `供应商同意调价（第 ${open.version} 版），此前的订单价格不变`
      : `供应商不同意调价：${body.reason}`
    const data = { version: open.version, hash: body.contentHash }
    record(ctx, agreement, { action: body.agree ? 'agree-adjustment' : 'refuse-adjustment', summary, data })
    const payload = { agreementId: agreement.id, entryId: entry.id, agree: body.agree }
    ctx.emit({ kind: 'frame.adjustment-answered', payload })
  }),
]

/** The contract of the entry follows: what it may be worth is bounded by the highest prices that orders were made at. */
async function reprice(
  ctx: Ctx,
  { quota }: Agreement,
  { entry, version: { version, contentHash: hash, prices } }: { entry: Entry; version: Version },
): Promise<void> {
  const agreed = await ctx.many('frame_version', { entryId: entry.id, state: 'agreed' }, { columns: ['prices'] })
  const highest = pricesOf({ prices }).map((one) => ({ ...one, unitPrice: highestOf(agreed.map(pricesOf), one.line) }))
  const price = ceilingOf(quota, { share: entry.share, prices: highest }, await itemsOf(ctx, entry.agreementId))!
  await repriceUnderAgreement(ctx, entry.contractId!, {
    version,
    price,
    contentHash: hash,
    prices: pricesOf({ prices }),
  })
}

function highestOf(versions: readonly Price[][], line: number): string | null {
  const all = versions.flatMap((prices) => prices.find((one) => one.line === line)?.unitPrice ?? [])
  return all.length === 0 ? null : Exact.max(...all).toFixed()
}

/** Proposes new prices to a supplier; those in force stay until it agrees. */
export async function adjust(
  ctx: Ctx,
  { agreementId, entryId }: { agreementId: string; entryId: string },
  { reason, prices }: Adjustment,
): Promise<{ version: number }> {
  const { agreement, entry } = await demandedEntry(ctx, entryId, { action: 'adjust', agreementId, isHeld: false })
  const made = await adjusted(ctx, entry, prices)
  const [last] = await ctx.many('frame_version', { entryId }, { orderBy: ['version desc'], limit: 1 })
  const version = last!.version + 1
  const hash = await contentHash(ctx, agreement, { entry, version, prices: made })
  await ctx.insert('frame_version', {
    entryId,
    version,
    prices: JSON.stringify(made),
    contentHash: hash,
    reason,
    state: 'offered',
    proposedByName: ctx.actor.name,
    proposedAt: ctx.clock.now(),
  })
  record(ctx, agreement, { action: 'adjust', summary: `提出调价：${reason}`, data: { version, prices: made } })
  ctx.emit({ kind: 'frame.adjustment', payload: { agreementId, entryId } })
  return { version }
}

/** New prices of the lines that are named; quantities stay what was agreed. */
export async function adjusted(ctx: Ctx, entry: Entry, prices: readonly Price[]): Promise<Price[]> {
  demandPrices(prices, await itemsOf(ctx, entry.agreementId), 'prices')
  const before = pricesOf(entry)
  const named = prices.filter(({ unitPrice }) => unitPrice !== null)
  if (named.some(({ line }) => !before.some((one) => one.line === line && one.unitPrice !== null)))
    throw invalid('prices', '该行标的没有协议价，按订单报价')
  if (named.every(({ line, unitPrice }) => before.some((one) => one.line === line && one.unitPrice === unitPrice)))
    throw invalid('prices', '价格没有变化')
  return before.map((one) => ({
    ...one,
    unitPrice: named.find(({ line }) => line === one.line)?.unitPrice ?? one.unitPrice,
  }))
}

type Version = Awaited<ReturnType<typeof openVersion>>

function openVersion(ctx: Ctx, { id }: Entry) {
  return ctx.expectOne('frame_version', { entryId: id, state: 'offered' })
}

async function close(ctx: Ctx, entry: Entry, answer: { state: 'agreed' | 'refused' | 'withdrawn'; refusal?: string }) {
  const open = await openVersion(ctx, entry)
  const by = { answeredByName: ctx.actor.name, answeredAt: ctx.clock.now() }
  await ctx.update('frame_version', { entryId: entry.id, version: open.version }, { ...answer, ...by })
  return open
}
