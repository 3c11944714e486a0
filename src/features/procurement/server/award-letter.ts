import { AppError } from '#contract/errors.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer, Route } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import * as contract from '../contract/notice.ts'
import * as supplierContract from '../contract/supplier.ts'
import { say } from '../methods/say.ts'
import { CONTRACT_DAYS, endOfPeriod } from '../rules/publicity.ts'
import type { Order } from './access.ts'
import { buyerFile, supplierFile } from './bind.ts'
import { calendarPolicy } from './legal.ts'
import { publishedNotice } from './notices.ts'
import { ownOrder, ownTrade } from './public.ts'
import { type Award, awardsOf } from './results.ts'

type Ctx = Context<Actor | null>

/** The letter that tells the winner (招标投标法第四十五条): for the buyer's side, and for the winner alone. */
export const awardLetterRoutes: readonly Route[] = [
  buyerFile(contract.awardLetter, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const [award] = await awardsOf(ctx, order.id)
    return letterFile(ctx, order, award)
  }),

  supplierFile(supplierContract.ownAwardLetter, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    const own = (await awardsOf(ctx, order.id)).find((award) => award.tradeId === trade.id)
    return letterFile(ctx, order, own)
  }),
]

/** The last day on which the contract may be signed, 24:00; ISO. */
export async function contractDue(ctx: Ctx, decidedAt: Date): Promise<string> {
  const { restDays = [] } = await calendarPolicy(ctx)
  return endOfPeriod(decidedAt, CONTRACT_DAYS, { restDays })
}

/** The letter of one winner as PDF, the same bytes each time; null while there is no notice of it. */
export async function awardLetter(
  ctx: Ctx,
  order: Order,
  award: Pick<Award, 'name' | 'price' | 'decidedAt' | 'noticeId'>,
): Promise<Buffer | null> {
  if (!award.noticeId) return null
  const notice = await publishedNotice(ctx, award.noticeId)
  const winner = say(order, '{winner}')
  const names = await ctx.many(
    'company',
    { id: [order.purchaserCompanyId, order.ownerCompanyId] },
    { columns: ['id', 'name'] },
  )
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
  const agency = order.ownerCompanyId === order.purchaserCompanyId ? null : nameOf(order.ownerCompanyId)
  const due = formatTime(await contractDue(ctx, award.decidedAt))
  const data = {
    title: say(order, '{won}通知书'),
    org: nameOf(order.purchaserCompanyId),
    number: order.code,
    to: award.name,
    text: `“${order.title}”${say(order, '{concluded}')}已经结束，确定贵单位为${winner}。请自本通知书发出之日起三十日内，按照采购文件和贵单位的${say(order, '{offer}')}与采购人订立书面合同，双方不得再行订立背离合同实质性内容的其他协议。`,
    facts: [
      [say(order, '{title}'), order.title],
      ['编号', order.code],
      [winner, award.name],
      [say(order, '{won}价'), `${formatAmount(award.price)} 元（${toCapitals(award.price)}）`],
      ['发出时间', `${formatTime(award.decidedAt, true)}（北京时间）`],
      ['合同订立期限', `${due}（北京时间）`],
      ...(agency ? [['代理机构', agency]] : []),
    ],
    notice: `${notice.title}（${notice.code}）`,
    hash: notice.contentHash?.toString('hex') ?? '',
  }
  return renderPdf(TEMPLATE, data, { at: award.decidedAt })
}

async function letterFile(ctx: Ctx, order: Order, award: Award | undefined): Promise<FileAnswer> {
  const content = award && (await awardLetter(ctx, order, award))
  if (!content) throw new AppError('notFound')
  const name = `${say(order, '{won}通知书')}-${order.code}.pdf`
  return { name, mime: 'application/pdf', content, size: content.length, inline: true }
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.number)
#text(weight: "bold", input.to + "：")

#par("　　" + input.text)

#facts(input.facts)

#seal-block(
  title: "核对",
  facts: (("结果公告", input.notice),),
  hashes: (("公告摘要 SHA-256", input.hash),),
  note: "本通知书所载与上述已签名的结果公告一致，公告可在平台门户查看和核验。",
)
`
