import { AppError } from '#contract/errors.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { checkpointOf } from '#features/sealed-bids/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { FileAnswer } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { ConfirmState, DecryptState, MarkUnit } from '../rules.ts'
import { type HallPart, openingRow } from './access.ts'
import { biddersOf, companyName } from './hall.ts'
import { tell } from './host.ts'
import { jointSheetFacts } from './joint-view.ts'

const TEMPLATE = `
#import "base.typ": *
#show: official.with(title: "开标一览表", org: input.org, number: input.code, flipped: true)
#facts(input.facts, columns: 2)
#v(8pt)
#data-table(
  (
    (title: "序号", key: "no", width: 32pt, align: "center"),
    (title: "投标人", key: "name", width: 1.6fr),
    (title: "投标总价（元）", key: "quote", width: 1fr, align: "right"),
    (title: "大写", key: "capitals", width: 1.5fr),
    (title: "其他唱标内容", key: "marks", width: 1.2fr),
    (title: "解密情况", key: "state", width: 0.9fr),
    (title: "投标人确认", key: "confirm", width: 0.9fr),
    (title: "备注", key: "remark", width: 1fr),
  ),
  input.rows,
)
#if input.extensions.len() > 0 [
  = 解密时间变更
  #data-table(
    ((title: "原截止", key: "old", width: 1fr), (title: "新截止", key: "new", width: 1fr), (title: "原因", key: "reason", width: 2fr), (title: "操作人", key: "by", width: 0.8fr)),
    input.extensions,
  )
]
#seal-block(title: "封存清单校验信息", facts: (("截止时签名树头", input.checkpoint),), note: "投标清单在投标截止时间由透明日志签名树头固定，任何人可使用离线验证工具核验。")
`

/** Makes the opening sheet once the opening has ended. Idempotent: an existing sheet stays. */
export const makeSheetOnEnd: Subscriber = {
  name: 'opening-hall.sheet',
  kind: 'opening.ended',
  isSlow: true,
  async handle(ctx, event) {
    const { orderId } = event.payload as { orderId: string }
    const opening = await openingRow(ctx, orderId)
    if (!opening?.ended_at || opening.sheet_file_id) return
    const pdf = await renderPdf(TEMPLATE, await sheetData(ctx, orderId), { at: opening.ended_at })
    const stored = await ctx.files.put(pdf)
    const fileId = ctx.newId()
    const order = await orderRow(ctx, orderId)
    await ctx.tx
      .insertInto('file_object')
      .values({
        tenant_id: ctx.tenantId,
        id: fileId,
        sha256: Buffer.from(stored.sha256, 'hex'),
        size: stored.size,
        mime: 'application/pdf',
        name: `开标一览表-${order.code}.pdf`,
        use: 'opening-sheet',
        created_at: ctx.clock.now(),
      })
      .execute()
    await ctx.tx
      .updateTable('opening')
      .set({ sheet_file_id: fileId })
      .where('tenant_id', '=', ctx.tenantId)
      .where('order_id', '=', orderId)
      .execute()
    ctx.audit({
      action: 'opening.sheet',
      entity: 'order',
      entityId: orderId,
      summary: '生成开标一览表',
      data: { sha256: stored.sha256 },
    })
    tell(ctx, 'opening.sheet', { orderId })
  },
}

/** The sheet for download: buyer's side and bidders alike, since the opening is public among them. */
export async function sheetFile(ctx: Context<Employee>, part: HallPart): Promise<FileAnswer> {
  const opening = await openingRow(ctx, part.order.id)
  if (!opening?.sheet_file_id) throw new AppError('notFound', '开标一览表尚未生成')
  const file = await ctx.tx
    .selectFrom('file_object')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', opening.sheet_file_id)
    .executeTakeFirstOrThrow()
  return {
    name: file.name,
    mime: file.mime,
    size: file.size,
    content: await ctx.files.read(file.sha256.toString('hex')),
    inline: true,
  }
}

/** What the sheet says; plain data, so that the archive keeps it as JSON too. */
export async function sheetData(ctx: Context<Actor | null>, orderId: string) {
  const order = await orderRow(ctx, orderId)
  const opening = (await openingRow(ctx, orderId))!
  const rows = await biddersOf(ctx, { order, opening, viewer: null })
  const extensions = await ctx.tx
    .selectFrom('decrypt_extension')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .orderBy('at')
    .execute()
  return {
    org: await companyName(ctx, order.purchaser_company_id),
    code: order.code,
    facts: [
      ['项目（标段）', order.title],
      ['开标地点', order.place || '网上开标大厅'],
      ['开标时间', formatTime(opening.started_at, true)],
      ['结束时间', formatTime(opening.ended_at, true)],
      ['最高限价（元）', order.control_price === null ? '' : formatAmount(order.control_price)],
      ['投标人数', `${rows.length}`],
      ...(await jointSheetFacts(ctx, order)),
    ],
    rows: rows.map((b) => ({
      no: String(b.no),
      name: b.supplierName,
      quote: b.quote === null ? '—' : formatAmount(b.quote),
      capitals: toCapitals(b.quote),
      marks: b.marks
        .slice(1)
        .map((m) => `${m.markName}：${m.markValue}${MarkUnit.label(m.markUnit)}`)
        .join('；'),
      state: DecryptState.label(b.decryptState) + (b.failure ? `：${b.failure}` : ''),
      confirm: ConfirmState.label(b.confirmState) + (b.dispute ? `：${b.dispute}` : ''),
      remark: b.remark,
    })),
    extensions: extensions.map((x) => ({
      old: formatTime(x.old_end, true),
      new: formatTime(x.new_end, true),
      reason: x.reason,
      by: x.by_name,
    })),
    checkpoint: (await checkpointOf(ctx, orderId)) ?? '',
  }
}
