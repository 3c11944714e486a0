import { valuesOf } from '#contract/draw.ts'
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
import { writeSheet } from '#server/sheet/sheet.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { keepFile } from '#server/files/keep-file.ts'
import { ConfirmState, DecryptState, isBesideMark, MarkUnit } from '../rules.ts'
import { type Stage, stageLabel } from '../rules-offer.ts'
import { type HallPart, openingRow, stageOf } from './access.ts'
import { drawOf } from './draw.ts'
import { biddersOf, companyName } from './hall.ts'
import { tell } from './host.ts'
import { jointSheetFacts } from './joint-view.ts'
import { sealedRest } from './unopened.ts'

const TEMPLATE = `
#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.code, flipped: true)
#facts(input.facts, columns: 2)
#v(8pt)
#data-table(
  (
    (title: "序号", key: "no", width: 32pt, align: "center"),
    (title: "投标人", key: "name", width: 1.6fr),
    ..if input.priced {
      (
        (title: "投标总价（元）", key: "quote", width: 1fr, align: "right"),
        (title: "大写", key: "capitals", width: 1.5fr),
      )
    } else { () },
    (title: if input.priced { "其他唱标内容" } else { "唱标内容" }, key: "marks", width: 1.2fr),
    ..if input.bonds { ((title: "投标保证金", key: "bond", width: 1fr),) } else { () },
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
#if input.sealed.len() > 0 [
  = 未开启的投标
  #data-table(
    ((title: "序号", key: "no", width: 32pt, align: "center"), (title: "投标人", key: "name", width: 1.4fr), (title: "未开启内容", key: "what", width: 0.8fr), (title: "原因", key: "reason", width: 2fr)),
    input.sealed,
  )
]
#if input.draws.len() > 0 [
  = 开标时抽取的参数
  #data-table(
    ((title: "参数", key: "name", width: 1fr), (title: "备选值", key: "options", width: 2fr), (title: "抽取结果", key: "value", width: 0.8fr), (title: "抽取方式", key: "how", width: 1.6fr)),
    input.draws,
  )
]
#seal-block(title: "封存清单校验信息", facts: (("截止时签名树头", input.checkpoint),), note: "投标清单在投标截止时间由透明日志签名树头固定，任何人可使用离线验证工具核验。")
`

/** Makes the opening sheet once the opening has ended. Idempotent: an existing sheet stays. */
export const makeSheetOnEnd: Subscriber = sheetMaker('opening-hall.sheet', 'opening.ended', 1)
export const makeOfferSheetOnEnd: Subscriber = sheetMaker('opening-hall.offer-sheet', 'opening.offerEnded', 2)

function sheetMaker(name: string, kind: string, stage: Stage): Subscriber {
  const handle: Subscriber['handle'] = async (ctx, event) => {
    const { orderId } = event.payload as { orderId: string }
    const opening = await openingRow(ctx, orderId, stage)
    if (!opening?.endedAt || opening.sheetFileId) return
    const data = await sheetData(ctx, orderId, stage)
    const pdf = await renderPdf(TEMPLATE, data, { at: opening.endedAt })
    const stored = await ctx.files.put(pdf)
    const order = await orderRow(ctx, orderId)
    const name = `${data.title}-${order.code}.pdf`
    const { fileId } = await keepFile(ctx, stored, { name, use: 'opening-sheet' })
    await ctx.update('opening', { orderId, stage }, { sheetFileId: fileId })
    ctx.audit({
      action: 'opening.sheet',
      entity: 'order',
      entityId: orderId,
      summary: `生成${data.title}`,
      data: { sha256: stored.sha256 },
    })
    tell(ctx, 'opening.sheet', { orderId })
  }
  return { name, kind, isSlow: true, handle }
}

/** The sheet for download: buyer's side and bidders alike, since the opening is public among them. */
export async function sheetFile(
  ctx: Context<Employee>,
  part: HallPart,
  { stage, format }: { stage?: Stage | undefined; format: 'pdf' | 'xlsx' },
): Promise<FileAnswer> {
  const opening = stage ? await openingRow(ctx, part.order.id, stage) : await latestSheet(ctx, part.order.id)
  if (!opening?.sheetFileId) throw new AppError('notFound', '开标一览表尚未生成')
  if (format === 'xlsx') return sheetAsXlsx(part.order.code, await sheetData(ctx, part.order.id, stageOf(opening)))
  const file = await ctx.expectOne('file_object', { id: opening.sheetFileId })
  return {
    name: file.name,
    mime: file.mime,
    size: file.size,
    content: await ctx.files.read(file.sha256.toString('hex')),
    inline: true,
  }
}

/** The opening whose sheet is the latest: while the second one goes on, still the first. */
async function latestSheet(ctx: Context<Employee>, orderId: string) {
  const second = await openingRow(ctx, orderId, 2)
  return second?.sheetFileId ? second : openingRow(ctx, orderId, 1)
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The same as a spreadsheet, to go on with: amounts are numbers. */
async function sheetAsXlsx(code: string, data: Awaited<ReturnType<typeof sheetData>>): Promise<FileAnswer> {
  const columns: SheetColumn[] = [
    { key: 'no', title: '序号', type: 'integer' },
    { key: 'name', title: '投标人', type: 'text' },
    ...(data.priced
      ? ([
          { key: 'amount', title: '投标总价（元）', type: 'amount' },
          { key: 'capitals', title: '大写', type: 'text' },
        ] satisfies SheetColumn[])
      : []),
    { key: 'marks', title: '其他唱标内容', type: 'text' },
    ...(data.bonds ? ([{ key: 'bond', title: '投标保证金', type: 'text' }] satisfies SheetColumn[]) : []),
    { key: 'state', title: '解密情况', type: 'text' },
    { key: 'confirm', title: '投标人确认', type: 'text' },
    { key: 'remark', title: '备注', type: 'text' },
  ]
  const content = await writeSheet({ title: `${data.org} ${data.title}`, columns, rows: data.rows })
  return { name: `${data.title}-${code}.xlsx`, mime: XLSX, content, size: content.length }
}

/** What the sheet says; plain data, so that the archive keeps it as JSON too. */
export async function sheetData(ctx: Context<Actor | null>, orderId: string, stage: Stage = 1) {
  const order = await orderRow(ctx, orderId)
  const opening = (await openingRow(ctx, orderId, stage))!
  const label = stageLabel(order.reviewModel, stage)
  const draw = stage === 1 ? await drawOf(ctx, orderId) : null
  const rows = await biddersOf(ctx, { order, opening, viewer: null })
  const extensions = await ctx.many('decrypt_extension', { orderId, stage }, { orderBy: ['at'] })
  return {
    title: label ? `开标一览表（${label}）` : '开标一览表',
    priced: label !== '商务开标',
    org: await companyName(ctx, order.purchaserCompanyId),
    code: order.code,
    facts: [
      ['项目（标段）', order.title],
      ['开标地点', order.place || '网上开标大厅'],
      ['开标时间', formatTime(opening.startedAt, true)],
      ['结束时间', formatTime(opening.endedAt, true)],
      ['最高限价（元）', order.controlPrice === null ? '' : formatAmount(order.controlPrice)],
      ...(opening.referencePrice === null
        ? []
        : [
            [
              '标底（元）',
              `${formatAmount(opening.referencePrice)}${opening.referenceBasis ? `（${opening.referenceBasis}）` : ''}`,
            ],
          ]),
      ['投标人数', `${rows.length}`],
      ...(await jointSheetFacts(ctx, order)),
    ],
    bonds: rows.some((b) => b.bond !== null),
    rows: rows.map((b) => ({
      no: String(b.no),
      name: b.supplierName,
      amount: b.quote,
      quote: b.quote === null ? '—' : formatAmount(b.quote),
      capitals: toCapitals(b.quote),
      marks: b.marks
        .filter(isBesideMark)
        .map((m) => `${m.markName}：${m.markValue}${MarkUnit.label(m.markUnit)}`)
        .join('；'),
      bond: b.bond === null ? '' : b.bond.isFault ? `${b.bond.label}：${b.bond.detail}` : b.bond.label,
      state: DecryptState.label(b.decryptState) + (b.failure ? `：${b.failure}` : ''),
      confirm:
        ConfirmState.label(b.confirmState) +
        (b.dispute ? `：${b.dispute}` : '') +
        (b.disputeReply ? `；答复：${b.disputeReply}` : ''),
      remark: b.remark,
    })),
    extensions: extensions.map((x) => ({
      old: formatTime(x.oldEnd, true),
      new: formatTime(x.newEnd, true),
      reason: x.reason,
      by: x.byName,
    })),
    sealed: (await sealedRest(ctx, order)).map((rest) => ({
      no: String(rest.no),
      name: rest.supplierName,
      what: rest.what === 'all' ? '全部投标文件' : '报价信封',
      reason: rest.reason,
    })),
    draws: (draw?.record.parts ?? []).map(({ label: name, options }) => ({
      name,
      options: options.map((one) => one.label).join('、'),
      value: `${valuesOf(draw!.record.result, name).join('')}%`,
      how: draw!.how,
    })),
    checkpoint: (await checkpointOf(ctx, orderId)) ?? '',
  }
}
