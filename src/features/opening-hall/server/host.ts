import { AppError } from '#contract/errors.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import { methodOf } from '#features/procurement/rules/methods/all.ts'
import { advanceOrder } from '#features/procurement/server/public.ts'
import { closingList } from '#features/sealed-bids/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { releaseState } from './joint-access.ts'
import { startJoint } from './joint-start.ts'
import { DecryptState, isSettled, MarkType, MAX_WINDOW_MS, mayReturn } from '../rules.ts'
import {
  asHost,
  type BidderRecord,
  bidderRecord,
  claimBidder,
  type OpeningRow,
  openingRow,
  type Order,
  setBidder,
} from './access.ts'

const D = DecryptState.values
const S = OrderStatus.values
type Ctx = Context<Employee>

/**
 * Starts the opening at its time: the closing list is fixed under the order's lock, every bidder gets a number, the
 * decrypt window begins. Fewer bids than the method needs: `legalRule`, the order has to be declared abortive.
 */
export async function start(ctx: Ctx, orderId: string): Promise<void> {
  const { order, who } = await asHost(ctx, orderId)
  const now = ctx.clock.now()
  if (order.status === S.published && (order.open_at === null || now < order.open_at))
    throw new AppError('tooEarly', '未到开标时间')
  const bids = order.status === S.published ? await closingList(ctx, orderId) : []
  const { minSuppliers } = methodOf(order.method)
  if (order.status === S.published && bids.length < minSuppliers) {
    throw new AppError(
      'legalRule',
      `投标人少于${minSuppliers}个，不得开标，应当依法重新招标（招标投标法第二十八条，A-109）`,
      {
        ruleId: 'A-109',
        bids: bids.length,
      },
    )
  }
  await advanceOrder(ctx, order, {
    action: 'startOpening',
    who,
    summary: `开始开标，投标人${bids.length}家`,
    data: { submissions: bids.map((b) => b.submissionId) },
  })
  const end = new Date(now.getTime() + order.decrypt_minutes * MINUTE)
  await ctx.tx
    .insertInto('opening')
    .values({
      tenant_id: ctx.tenantId,
      order_id: orderId,
      host_user_id: ctx.actor.userId,
      started_at: now,
      decrypt_end: end,
    })
    .execute()
  await ctx.tx
    .insertInto('opening_bidder')
    .values(
      bids.map((bid, i) => ({
        tenant_id: ctx.tenantId,
        order_id: orderId,
        trade_id: bid.tradeId,
        submission_id: bid.submissionId,
        no: i + 1,
      })),
    )
    .execute()
  await startJoint(ctx, order)
  tell(ctx, 'opening.started', { orderId })
}

/** Extends the window, before or after it has run out, with a reason on record. Until the marks are open. */
export async function extend(
  ctx: Ctx,
  orderId: string,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<Date> {
  const { order } = await asHost(ctx, orderId)
  const opening = await running(ctx, order)
  if (opening.marks_opened_at) throw new AppError('wrongState', '开标一览表已公布，不能延长解密时间')
  if ((await releaseState(ctx, order))?.isClosed) throw new AppError('wrongState', '已截止提交密钥，不能延长解密时间')
  const now = ctx.clock.now()
  const from = Math.max(opening.decrypt_end!.getTime(), now.getTime())
  const end = new Date(from + minutes * MINUTE)
  if (end.getTime() - opening.started_at!.getTime() > MAX_WINDOW_MS)
    throw new AppError('invalid', `解密时间合计不能超过${MAX_WINDOW_MS / HOUR}小时`)
  await ctx.tx
    .insertInto('decrypt_extension')
    .values({
      tenant_id: ctx.tenantId,
      id: ctx.newId(),
      order_id: orderId,
      old_end: opening.decrypt_end!,
      new_end: end,
      reason,
      by_user_id: ctx.actor.userId,
      by_name: ctx.actor.name,
      at: now,
    })
    .execute()
  await setOpening(ctx, orderId, { decrypt_end: end })
  ctx.audit({
    action: 'opening.extend',
    entity: 'order',
    entityId: order.id,
    summary: `延长解密时间${minutes}分钟：${reason}`,
    data: { oldEnd: opening.decrypt_end, newEnd: end },
  })
  tell(ctx, 'opening.extended', { orderId })
  return end
}

/** Gives an undecrypted bid back unopened, because the failure was not the bidder's (视为撤回, A-112): see `mayReturn`. */
export async function fileBack(
  ctx: Ctx,
  orderId: string,
  { bidderId, reason }: { bidderId: string; reason: string },
): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  const opening = await running(ctx, order)
  if (opening.marks_opened_at) throw new AppError('wrongState', '开标一览表已公布')
  if (!(await bidderRecord(ctx, orderId, bidderId))) throw new AppError('notFound')
  // Given back means unopened, so not while it is being opened.
  const bidder = await claimBidder(ctx, orderId, bidderId)
  if (!bidder) throw new AppError('wrongState', '该投标文件正在解密，请稍候')
  const verdict = mayReturn(bidder.decrypt_state as DecryptState, ctx.clock.now() >= opening.decrypt_end!)
  if (verdict !== true) throw new AppError('wrongState', verdict)
  const failure = bidder.decrypt_state === D.faulted ? `${reason}（${bidder.failure}）` : reason
  await undecrypted(ctx, bidder, { state: D.returned, failure })
  tell(ctx, 'opening.bidder', { orderId, bidderId })
}

/**
 * Opens all quotes and marks at one instant. Waits for the window while somebody has still to decrypt; after it, who
 * has not decrypted counts as having revoked its bid (视为撤销, A-112), who could not by the fault of the platform as
 * having withdrawn it (视为撤回), and the rest goes on.
 */
export async function openMarks(ctx: Ctx, orderId: string): Promise<void> {
  const { order, who } = await asHost(ctx, orderId)
  if (order.status !== S.opened) throw new AppError('wrongState')
  const opening = await running(ctx, order)
  const now = ctx.clock.now()
  // Not locked: the order is, and without its lock only a released row can change, which stops us below.
  const rows = await ctx.tx
    .selectFrom('opening_bidder')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .orderBy('no')
    .execute()
  const late = rows.filter((r) => !isSettled(r.decrypt_state as DecryptState))
  const joint = await releaseState(ctx, order)
  if (joint && !joint.isDone) throw new AppError('tooEarly', '保管人尚未共同开启全部投标文件')
  if (!joint && late.length > 0 && now < opening.decrypt_end!)
    throw new AppError('tooEarly', '解密时间未结束，仍有投标人未完成解密')
  if (late.some((r) => r.decrypt_state === D.released)) throw new AppError('wrongState', '仍有投标文件正在解密，请稍候')
  for (const row of late) {
    const state = row.decrypt_state === D.faulted ? D.returned : D.revoked
    await undecrypted(ctx, row, { state, failure: row.failure || '未在规定时间内完成解密' })
  }
  const opened = rows.filter((r) => r.decrypt_state === D.success)
  const marks = opened.flatMap((row) =>
    marksOf(row).map((mark, sort) => ({
      tenant_id: ctx.tenantId,
      id: ctx.newId(),
      order_id: orderId,
      trade_id: row.trade_id,
      sort,
      ...mark,
    })),
  )
  if (marks.length > 0) await ctx.tx.insertInto('opening_mark').values(marks).execute()
  await setOpening(ctx, orderId, { marks_opened_at: now })
  await advanceOrder(ctx, order, {
    action: 'openMarks',
    who,
    summary: `公布开标一览表：有效开标${opened.length}家，未解密${rows.length - opened.length}家`,
    data: opened.map((r) => ({ tradeId: r.trade_id, quote: r.quote })),
  })
  tell(ctx, 'opening.marks', { orderId })
}

/** Reads one bidder out; again moves the read-out line back to it without a second record. */
export async function readOut(ctx: Ctx, orderId: string, bidderId: string): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  if (order.status !== S.announcing) throw new AppError('wrongState')
  const bidder = await bidderRecord(ctx, orderId, bidderId)
  if (!bidder) throw new AppError('notFound')
  if (bidder.decrypt_state !== D.success) throw new AppError('wrongState', '该投标人无可唱标内容')
  await setBidder(ctx, { orderId, tradeId: bidderId }, { read_at: ctx.clock.now() })
  if (!bidder.read_at)
    ctx.audit({
      action: 'opening.readOut',
      entity: 'order',
      entityId: orderId,
      summary: `唱标：第${bidder.no}家`,
      data: { tradeId: bidderId, quote: bidder.quote },
    })
  tell(ctx, 'opening.reading', { orderId, bidderId })
}

/** Notes something on a bidder; part of the opening record, so not after the end. */
export async function remark(ctx: Ctx, orderId: string, given: { bidderId: string; remark: string }): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  await running(ctx, order)
  const bidder = await bidderRecord(ctx, orderId, given.bidderId)
  if (!bidder) throw new AppError('notFound')
  await setBidder(ctx, { orderId, tradeId: given.bidderId }, { remark: given.remark })
  ctx.audit({
    action: 'opening.remark',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家备注：${given.remark}`,
    data: { tradeId: given.bidderId },
  })
  tell(ctx, 'opening.bidder', { orderId, bidderId: given.bidderId })
}

/** Ends the opening: the record is fixed, the opening sheet is made. Everybody opened must have been read out. */
export async function end(ctx: Ctx, orderId: string): Promise<void> {
  const { order, who } = await asHost(ctx, orderId)
  const unread = await ctx.tx
    .selectFrom('opening_bidder')
    .select('no')
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('decrypt_state', '=', D.success)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (unread) throw new AppError('wrongState', `第${unread.no}家尚未唱标`)
  await advanceOrder(ctx, order, { action: 'endOpening', who })
  await setOpening(ctx, orderId, { ended_at: ctx.clock.now() })
  tell(ctx, 'opening.ended', { orderId })
}

/** Events of the hall name what happened and to whom, never a price: pages refetch. */
export function tell(ctx: Pick<Ctx, 'emit'>, kind: string, about: { orderId: string; bidderId?: string }): void {
  ctx.emit({ kind, payload: { ...about }, topics: [`hall:${about.orderId}`] })
}

async function running(ctx: Ctx, order: Order): Promise<OpeningRow> {
  if (order.status === S.abortive) throw new AppError('wrongState', '该标段已流标')
  const opening = await openingRow(ctx, order.id)
  if (!opening) throw new AppError('wrongState', '开标尚未开始')
  if (opening.ended_at) throw new AppError('wrongState', '开标已结束')
  return opening
}

/** What follows from a bid that was not decrypted, by whose fault. */
export async function undecrypted(
  ctx: Ctx,
  row: BidderRecord,
  { state, failure }: { state: typeof D.revoked | typeof D.returned; failure: string },
): Promise<void> {
  const values = { decrypt_state: state, failure, released_keys: '{}' }
  await setBidder(ctx, { orderId: row.order_id, tradeId: row.trade_id }, values)
  ctx.audit({
    action: state === D.returned ? 'opening.fileBack' : 'opening.revoked',
    entity: 'order',
    entityId: row.order_id,
    summary: `第${row.no}家投标${DecryptState.label(state)}：${failure}`,
    data: { tradeId: row.trade_id, was: row.decrypt_state },
  })
}

async function setOpening(ctx: Ctx, orderId: string, values: Partial<OpeningRow>): Promise<void> {
  await ctx.tx
    .updateTable('opening')
    .set(values)
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .execute()
}

function marksOf(row: {
  quote: string | null
  price_sheet: { marks?: { name: string; value: string; unit: number | null }[] } | null
}) {
  return [
    { mark_type: MarkType.values.quote as number, name: '投标总价', value: row.quote ?? '', unit: 1 as number | null },
    ...(row.price_sheet?.marks ?? []).map((m) => ({
      mark_type: MarkType.values.custom as number,
      name: m.name,
      value: m.value,
      unit: m.unit,
    })),
  ]
}
