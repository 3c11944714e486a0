import { AppError } from '#contract/errors.ts'
import { formatAmount, formatDigits, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer, Route } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import * as contract from '../contract/notice.ts'
import * as supplierContract from '../contract/supplier.ts'
import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import { CONTRACT_DAYS, endOfPeriod } from '../rules/publicity.ts'
import type { Order } from './access.ts'
import { awardScope } from './award-scope.ts'
import { buyerFile, supplierFile } from './bind.ts'
import { calendarPolicy } from './legal.ts'
import { publishedNotice } from './notices.ts'
import { ownOrder, ownTrade, participants } from './public.ts'
import { type Award, awardLines, awardsOf } from './results.ts'

type Ctx = Context<Actor | null>

/**
 * Letters that tell participants how an order ended. A winner's (招标投标法第四十五条) names what it delivers alone and is for the
 * buyer's side and that winner; everybody else's says what the notice of the result says.
 */
export const awardLetterRoutes: readonly Route[] = [
  buyerFile(contract.awardLetter, async (ctx, { params, query }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const awards = await awardsOf(ctx, order.id)
    const { tradeId = awards.length === 1 ? awards[0]!.tradeId : undefined } = query
    if (tradeId === undefined || awards.some((award) => award.tradeId === tradeId))
      return winnerFile(
        ctx,
        order,
        awards.find((award) => award.tradeId === tradeId),
      )
    const other = (await participants(ctx, order.id)).find((one) => one.tradeId === tradeId)
    return resultFile(ctx, order, other?.companyName)
  }),

  supplierFile(supplierContract.ownAwardLetter, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    const own = (await awardsOf(ctx, order.id)).find((award) => award.tradeId === trade.id)
    return winnerFile(ctx, order, own)
  }),

  supplierFile(supplierContract.ownResultLetter, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    const hasWon = (await awardsOf(ctx, order.id)).some((award) => award.tradeId === trade.id)
    return resultFile(ctx, order, hasWon ? undefined : ctx.actor.companyName)
  }),
]

/** The last day on which the contract may be signed, 24:00; ISO. Null of a sale: who buys pays and takes away, and signs none. */
export async function contractDue(ctx: Ctx, order: Pick<Order, 'method'>, decidedAt: Date): Promise<string | null> {
  if (methodOf(order.method).sells) return null
  const { restDays = [] } = await calendarPolicy(ctx)
  return endOfPeriod(decidedAt, CONTRACT_DAYS, { restDays })
}

/** The letter of one winner as PDF, the same bytes each time; null while there is no notice of it. */
export async function awardLetter(
  ctx: Ctx,
  order: Order,
  award: Pick<Award, 'name' | 'price' | 'decidedAt' | 'noticeId' | 'resultId' | 'tradeId'>,
): Promise<Buffer | null> {
  if (!award.noticeId) return null
  const winner = say(order, '{winner}')
  const due = await contractDue(ctx, order, award.decidedAt)
  const asks = due
    ? `请自本通知书发出之日起三十日内，按照采购文件和贵单位的${say(order, '{offer}')}与采购人订立书面合同，双方不得再行订立背离合同实质性内容的其他协议。`
    : say(order, '请{duty}。')
  const lines = awardScope(order) === 'whole' ? [] : await awardLines(ctx, award)
  return letter(ctx, order, {
    decision: { ...award, noticeId: award.noticeId },
    title: say(order, '{won}通知书'),
    to: award.name,
    text: `“${order.title}”${say(order, '{concluded}')}已经结束，确定贵单位为${winner}。${asks}`,
    facts: [
      [winner, award.name],
      [say(order, '{won}价'), inYuan(award.price)],
      ['发出时间', `${formatTime(award.decidedAt, true)}（北京时间）`],
      ...(due ? [['合同订立期限', `${formatTime(due)}（北京时间）`]] : []),
    ],
    lines: lines
      .filter(({ name }) => name !== null)
      .map(({ line, name, spec, unit, quantity, unitPrice, amount }) => ({
        line,
        name: [name, spec].filter(Boolean).join('，'),
        unit,
        quantity: formatDigits(quantity),
        unitPrice: formatDigits(unitPrice, 2),
        amount: formatAmount(amount),
      })),
  })
}

/** What everybody is told who has not won: who has, at which sum, as the notice says it. */
async function resultLetter(ctx: Ctx, order: Order, to: string): Promise<Buffer | null> {
  const awards = await awardsOf(ctx, order.id)
  const [first] = awards
  if (!first?.noticeId) return null
  return letter(ctx, order, {
    decision: { ...first, noticeId: first.noticeId },
    title: say(order, '{won}结果通知书'),
    to,
    text: `“${order.title}”${say(order, '{concluded}')}已经结束，贵单位未被确定为${say(order, '{winner}')}。感谢贵单位的参与。`,
    facts: [
      ...awards.map(({ name, price }) => [say(order, '{winner}'), `${name}，${inYuan(price)}`]),
      ['发出时间', `${formatTime(first.decidedAt, true)}（北京时间）`],
    ],
    lines: [],
  })
}

interface Letter {
  decision: { noticeId: string; decidedAt: Date }
  title: string
  to: string
  text: string
  /** Beside those of the order. */
  facts: string[][]
  lines: object[]
}

async function letter(ctx: Ctx, order: Order, { decision, title, to, text, facts, lines }: Letter): Promise<Buffer> {
  const notice = await publishedNotice(ctx, decision.noticeId)
  const names = await ctx.many(
    'company',
    { id: [order.purchaserCompanyId, order.ownerCompanyId] },
    { columns: ['id', 'name'] },
  )
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
  const agency = order.ownerCompanyId === order.purchaserCompanyId ? null : nameOf(order.ownerCompanyId)
  const data = {
    title,
    org: nameOf(order.purchaserCompanyId),
    number: order.code,
    to,
    text,
    facts: [
      [say(order, '{title}'), order.title],
      ['编号', order.code],
      ...facts,
      ...(agency ? [['代理机构', agency]] : []),
    ],
    lines,
    notice: `${notice.title}（${notice.code}）`,
    hash: notice.contentHash?.toString('hex') ?? '',
  }
  return renderPdf(TEMPLATE, data, { at: decision.decidedAt })
}

async function winnerFile(ctx: Ctx, order: Order, award: Award | undefined): Promise<FileAnswer> {
  return fileOf(order, '{won}通知书', award && (await awardLetter(ctx, order, award)))
}

/** `to`: undefined where nobody is to be told so. */
async function resultFile(ctx: Ctx, order: Order, to: string | undefined): Promise<FileAnswer> {
  return fileOf(order, '{won}结果通知书', to === undefined ? null : await resultLetter(ctx, order, to))
}

function fileOf(order: Order, name: string, content: Buffer | null | undefined): FileAnswer {
  if (!content) throw new AppError('notFound')
  const file = `${say(order, name)}-${order.code}.pdf`
  return { name: file, mime: 'application/pdf', content, size: content.length, inline: true }
}

function inYuan(price: string): string {
  return `${formatAmount(price)} 元（${toCapitals(price)}）`
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.number)
#text(weight: "bold", input.to + "：")

#par("　　" + input.text)

#facts(input.facts)

#if input.lines.len() > 0 {
  data-table(
    (
      (key: "line", title: "序号", width: 32pt, align: "center"),
      (key: "name", title: "名称"),
      (key: "unit", title: "单位", width: 36pt, align: "center"),
      (key: "quantity", title: "数量", width: 60pt, align: "right"),
      (key: "unitPrice", title: "单价（元）", width: 84pt, align: "right"),
      (key: "amount", title: "金额（元）", width: 96pt, align: "right"),
    ),
    input.lines,
  )
}

#seal-block(
  title: "核对",
  facts: (("结果公告", input.notice),),
  hashes: (("公告摘要 SHA-256", input.hash),),
  note: "本通知书所载与上述已签名的结果公告一致，公告可在平台门户查看和核验。",
)
`
