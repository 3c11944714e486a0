import { AppError } from '#contract/errors.ts'
import { formatAmount, formatDigits, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import {
  type ArchivePart,
  buyerFile,
  fileAnswer,
  filed,
  jsonEntry,
  supplierFile,
} from '#features/procurement/server/public.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { FileAnswer, Route } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import * as contract from '../contract.ts'
import { SIDES } from '../rules.ts'
import { type Any, linesAsked, type Order, responseOf, talkedOrder, talkedTrade, talksOf } from './access.ts'
import { PEOPLE_TABLE } from './people-table.ts'
import { isRevealed } from './talks.ts'
import { responseValue, talkValue } from './values.ts'

/** Files of responses and minutes, and the minutes as PDF; each side has what is its own. */
export const minutesRoutes: readonly Route[] = [
  buyerFile(contract.talkFile, async (ctx, { params }) => {
    const { order } = await talkedOrder(ctx, params.orderId)
    const response = isRevealed(order, ctx.clock.now()) ? await responseOf(ctx, order.id) : undefined
    return heldFile(ctx, params.fileId, [response, ...(await talksOf(ctx, order.id))])
  }),
  buyerFile(contract.talkMinutes, async (ctx, { params }) => {
    const { order } = await talkedOrder(ctx, params.orderId)
    return minutesFile(
      ctx,
      order,
      (await talksOf(ctx, order.id)).find(({ id }) => id === params.talkId),
    )
  }),
  supplierFile(contract.ownTalkFile, async (ctx, { params }) => {
    const { order, trade } = await talkedTrade(ctx, params.orderId)
    const responses = await ctx.many('response', { tradeId: trade.id }, { columns: ['files'] })
    const talks = (await talksOf(ctx, order.id)).filter((one) => one.tradeId === trade.id)
    return heldFile(ctx, params.fileId, [...responses, ...talks])
  }),
  supplierFile(contract.ownTalkMinutes, async (ctx, { params }) => {
    const { order, trade } = await talkedTrade(ctx, params.orderId)
    const talk = (await talksOf(ctx, order.id)).find(({ id, tradeId: of }) => id === params.talkId && of === trade.id)
    return minutesFile(ctx, order, talk)
  }),
]

/** Response and minutes in the archive of an order; nothing where nobody was talked to. */
export const talkArchive: ArchivePart = {
  name: 'talks',
  async entries(ctx, order) {
    const response = await responseOf(ctx, order.id)
    const talks = await talksOf(ctx, order.id)
    if (!response || !isRevealed(order, ctx.clock.now())) return []
    const stored = [response, ...talks].flatMap(({ files }) => files as unknown as StoredFile[])
    return [
      jsonEntry('talks/response.json', responseValue(response)),
      jsonEntry('talks/talks.json', talks.map(talkValue)),
      ...(await Promise.all(
        talks.map(async (talk) => filed('review', `协商情况记录-${talk.no}.pdf`, await minutesPdf(ctx, order, talk))),
      )),
      ...stored.map(({ sha256, name }) => filed('bids', `响应文件/${sha256.slice(0, 8)}-${name}`, { sha256 })),
    ]
  },
}

type TalkRow = Awaited<ReturnType<typeof talksOf>>[number]

function heldFile(ctx: Any, fileId: string, holders: readonly ({ files: unknown } | undefined)[]): Promise<FileAnswer> {
  const held = holders.flatMap((one) => (one?.files ?? []) as StoredFile[]).find((one) => one.fileId === fileId)
  if (!held) throw new AppError('notFound')
  return fileAnswer(ctx, held)
}

async function minutesFile(ctx: Any, order: Order, talk: TalkRow | undefined): Promise<FileAnswer> {
  if (!talk) throw new AppError('notFound')
  const content = await minutesPdf(ctx, order, talk)
  return {
    name: `协商情况记录-${order.code}-${talk.no}.pdf`,
    mime: 'application/pdf',
    content,
    size: content.length,
    inline: true,
  }
}

async function minutesPdf(ctx: Any, order: Order, talk: TalkRow): Promise<Buffer> {
  const {
    people,
    heldAt,
    place,
    priceBasis,
    terms,
    price,
    lines,
    agreed,
    reason,
    repliedByName,
    repliedAt,
    byName,
    at,
  } = talkValue(talk)
  const items = lines === null ? [] : await linesAsked(ctx, order)
  const purchaser = await ctx.expectOne('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
  const reply = agreed === null ? '待确认' : agreed ? '已确认' : `已退回：${reason}`
  const data = {
    org: purchaser.name,
    number: order.code,
    facts: [
      ['采购单', order.title],
      ['公示截止时间', order.publicityEnd ? `${formatTime(order.publicityEnd)}（北京时间）` : '未公示'],
      ['协商时间', `${formatTime(heldAt)}（北京时间）`],
      ['协商地点', place],
      ['商定价格', `${formatAmount(price)} 元（${toCapitals(price)}）`],
    ],
    people: people.map(({ side, ...one }) => ({ ...one, side: SIDES[side] })),
    lines: items.map(({ itemId, line, name, unit }) => {
      const { quantity, unitPrice, amount } = lines!.find((one) => one.itemId === itemId)!
      return {
        line: String(line),
        name,
        quantity: `${formatDigits(quantity)} ${unit}`,
        unitPrice: formatDigits(unitPrice, 2),
        amount: formatAmount(amount),
      }
    }),
    priceBasis,
    terms,
    signs: [
      ['采购人提交', `${byName}，${formatTime(at, true)}（北京时间）`],
      ['供应商', repliedAt ? `${reply}，${repliedByName}，${formatTime(repliedAt, true)}（北京时间）` : reply],
    ],
  }
  return renderPdf(TEMPLATE, data, { at: talk.repliedAt ?? talk.createdAt })
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: "协商情况记录", org: input.org, number: input.number)
#facts(input.facts)
${PEOPLE_TABLE}
#if input.lines.len() > 0 [
= 商定单价
#data-table(
  ((title: "序号", key: "line", width: 0.5fr), (title: "名称", key: "name", width: 2fr), (title: "数量", key: "quantity", width: 1fr), (title: "单价（元）", key: "unitPrice", width: 1fr), (title: "金额（元）", key: "amount", width: 1.2fr)),
  input.lines,
)
]
= 成本、同类合同价格及专利等情况
#par(input.priceBasis)
= 合同主要条款及价格商定情况
#par(input.terms)
#seal-block(title: "双方确认", facts: input.signs, hashes: (), note: "供应商在本平台以本单位账号确认，确认记入审计链。")
`
