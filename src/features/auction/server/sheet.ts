import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { OfferReceipt } from '#features/sealing/core/auction-offer.ts'
import { AUCTION_TYPE, type AuctionRecord } from '#features/sealing/core/verify-auction.ts'
import { say } from '#features/procurement/methods/say.ts'
import { type ArchivePart, jsonEntry } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import { ranking } from '../rules/offer.ts'
import { AuctionStatus, isClosed } from '../rules/status.ts'
import { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import {
  directionOf,
  DIRECTIONS,
  extensionInWords,
  stepInWords,
  stepOf,
} from '#features/procurement/rules/auction-terms-meaning.ts'
import { type AuctionRow, auctionRow, type Order, type Standing } from './access.ts'
import { eventsOf, offersOf } from './hall.ts'
import { archivedReserve } from './reserve.ts'

const TEMPLATE = `
#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.code, flipped: true)
#facts(input.facts, columns: 2)
#v(8pt)
= 最终排名
#data-table(
  ((title: "名次", key: "rank", width: 32pt, align: "center"), (title: "竞价人", key: "name", width: 1.6fr), (title: "代号", key: "mark", width: 40pt), (title: "最终报价（元）", key: "price", width: 1fr, align: "right"), (title: "大写", key: "capitals", width: 1.6fr)),
  input.ranking,
)
= 报价记录
#data-table(
  ((title: "序号", key: "seq", width: 32pt, align: "center"), (title: "受理时间（北京时间）", key: "at", width: 1fr), (title: "竞价人", key: "name", width: 1.4fr), (title: "报价（元）", key: "price", width: 0.8fr, align: "right"), (title: "延时", key: "extended", width: 32pt, align: "center"), (title: "回执哈希", key: "hash", width: 2fr)),
  input.rows,
)
= 过程记录
#data-table(
  ((title: "时间（北京时间）", key: "at", width: 1fr), (title: "事项", key: "kind", width: 0.8fr), (title: "说明", key: "reason", width: 2.4fr), (title: "结束时间变更为", key: "end", width: 1fr)),
  input.events,
)
#seal-block(title: "校验信息", facts: (("报价链末端哈希", input.head),), note: "每笔报价的哈希均包含其前一笔的哈希，任何增删改都会使末端哈希不同。竞价人可凭各自的签名回执核对。")
`

const EVENT_LABELS = {
  start: '竞价开始',
  pause: '暂停',
  resume: '恢复',
  outage: '平台中断顺延',
  end: '竞价结束',
  abortive: '流标',
} as const

/** The closing record (成交记录) for the buyer's side, once the auction is over. */
export async function closingRecord(
  ctx: Context<Employee>,
  { order, part }: Standing,
  format: 'pdf' | 'xlsx',
): Promise<FileAnswer> {
  if (part !== 'host' && part !== 'observer') throw new AppError('notFound')
  const auction = await auctionRow(ctx, order.id)
  if (!auction || !isClosed(auction.status as AuctionStatus))
    throw new AppError('tooEarly', '竞价结束后方可导出成交记录')
  const data = await recordData(ctx, order, auction)
  const name = `${data.title}-${order.code}`
  if (format === 'xlsx') {
    const content = await writeSheet({ title: `${data.org} ${data.title}`, columns: COLUMNS, rows: data.rows })
    return { name: `${name}.xlsx`, mime: XLSX, content, size: content.length }
  }
  const content = await renderPdf(TEMPLATE, data, { at: auction.closedAt! })
  return { name: `${name}.pdf`, mime: 'application/pdf', content, size: content.length, inline: true }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const COLUMNS: SheetColumn[] = [
  { key: 'seq', title: '序号', type: 'integer' },
  { key: 'at', title: '受理时间（北京时间）', type: 'text' },
  { key: 'name', title: '竞价人', type: 'text' },
  { key: 'mark', title: '代号', type: 'text' },
  { key: 'amount', title: '报价（元）', type: 'amount' },
  { key: 'extended', title: '延时', type: 'text' },
  { key: 'hash', title: '回执哈希', type: 'text' },
]

/** The auction in the archive: the closing record as data and every receipt. Nothing where none was held. */
export const auctionArchive: ArchivePart = {
  name: 'auction',
  async entries(ctx, order) {
    const auction = await auctionRow(ctx, order.id)
    if (!auction) return []
    const offers = await offersOf(ctx, order.id)
    return [
      jsonEntry('auction/record.json', await recordData(ctx, order, auction)),
      jsonEntry('auction/auction.json', await provable(ctx, order, { auction, offers })),
    ]
  },
}

/** The auction as the offline check reads it. */
async function provable(
  ctx: Context<Actor | null>,
  order: Order,
  { auction, offers }: { auction: AuctionRow; offers: Awaited<ReturnType<typeof offersOf>> },
): Promise<AuctionRecord> {
  const terms = AuctionTerms.parse(auction.terms)
  const bidders = await ctx.tx
    .selectFrom('auction_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['b.tradeId', 'b.mark', 'c.name'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', order.id)
    .orderBy('b.mark')
    .execute()
  const ranked = ranking(
    offers.map(({ tradeId, price, at }) => ({ tradeId, price, at: at.getTime() })),
    terms,
  )
  const reserve = await archivedReserve(ctx, order.id, terms)
  return {
    type: AUCTION_TYPE,
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    ...(terms.direction && { direction: terms.direction }),
    outcome: auction.status === AuctionStatus.values.ended ? 'ended' : 'abortive',
    startPrice: new Exact(auction.startPrice).toFixed(2),
    step: stepOf(terms, auction.startPrice).toFixed(2),
    startsAt: auction.startsAt.toISOString(),
    plannedEnd: auction.plannedEnd.toISOString(),
    endedAt: (auction.closedAt ?? auction.endsAt).toISOString(),
    windowMinutes: terms.windowMinutes,
    maxExtensions: terms.maxExtensions,
    bidders,
    offers: offers.map((offer) => offer.receipt as OfferReceipt),
    events: await eventsOf(ctx, order.id),
    head: auction.head.toString('hex'),
    ranking: ranked.map(({ tradeId, price }) => ({ tradeId, price })),
    ...(reserve && { reserve }),
  }
}

async function recordData(ctx: Context<Actor | null>, order: Order, auction: AuctionRow) {
  const offers = await offersOf(ctx, order.id)
  const purchaser = await ctx.one('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
  const terms = AuctionTerms.parse(auction.terms)
  const reserve = await archivedReserve(ctx, order.id, terms)
  const best = ranking(
    offers.map((row) => ({ ...row, tradeId: row.tradeId, at: row.at.getTime() })),
    terms,
  )
  return {
    title: '竞价成交记录',
    org: purchaser?.name ?? '',
    code: order.code,
    facts: [
      [say(order, '{title}'), order.title],
      ['竞价结果', auction.reason || AuctionStatus.label(auction.status)],
      ['竞价开始', formatTime(auction.startsAt, true)],
      ['竞价结束', formatTime(auction.closedAt, true)],
      ['起始价（元）', formatAmount(auction.startPrice)],
      [DIRECTIONS[directionOf(terms)].step, stepInWords(terms, auction.startPrice)],
      ...(reserve ? [['保留价（元）', reserve.price === null ? '未揭示' : formatAmount(reserve.price)]] : []),
      ['延时规则', extensionInWords(terms)],
      ['延时次数', `${auction.extensions}`],
      ['有效报价', `${offers.length} 笔`],
    ],
    ranking: best.map(({ name, mark, price }, i) => ({
      rank: String(i + 1),
      name,
      mark,
      price: formatAmount(price),
      capitals: toCapitals(price),
    })),
    rows: offers.map((row) => ({
      seq: String(row.seq),
      at: exactTime(row.at),
      name: row.name,
      mark: row.mark,
      amount: row.price,
      price: formatAmount(row.price),
      extended: row.isExtended ? '是' : '',
      hash: row.hash.toString('hex'),
    })),
    events: (await eventsOf(ctx, order.id)).map((event) => ({
      at: formatTime(event.at, true),
      kind: EVENT_LABELS[event.kind],
      reason: event.reason,
      end: event.newEnd === null ? '' : formatTime(event.newEnd, true),
    })),
    head: auction.head.toString('hex'),
  }
}

/** With milliseconds: who came first is what the record is about. */
function exactTime(at: Date): string {
  return `${formatTime(at, true)}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`
}
