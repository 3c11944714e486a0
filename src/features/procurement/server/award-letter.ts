import { AppError } from '#contract/errors.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileAnswer, Route } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import * as contract from '../contract/notice.ts'
import * as supplierContract from '../contract/supplier.ts'
import { NoticeKind } from '../rules/enums.ts'
import { say } from '../methods/say.ts'
import { CONTRACT_DAYS, endOfPeriod } from '../rules/publicity.ts'
import type { Order } from './access.ts'
import { buyerFile, supplierFile } from './bind.ts'
import { calendarPolicy } from './legal.ts'
import { lastNotice } from './notices.ts'
import { ownOrder, ownTrade } from './public.ts'

type Ctx = Context<Actor | null>

/** The letter that tells the winner (招标投标法第四十五条): for the buyer's side, and for the winner alone. */
export const awardLetterRoutes: readonly Route[] = [
  buyerFile(contract.awardLetter, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    return letterFile(ctx, order)
  }),

  supplierFile(supplierContract.ownAwardLetter, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    if ((await awardOf(ctx, order.id))?.trade_id !== trade.id) throw new AppError('notFound')
    return letterFile(ctx, order)
  }),
]

/** The award of an order with its winner's name; undefined before. */
export function awardOf(ctx: Ctx, orderId: string) {
  return ctx.tx
    .selectFrom('award as a')
    .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.trade_id'))
    .innerJoin('company as c', 'c.id', 't.supplier_company_id')
    .select(['a.trade_id', 'a.price', 'a.decided_at', 'c.name', 'c.id as company_id'])
    .where('a.tenant_id', '=', ctx.tenantId)
    .where('a.order_id', '=', orderId)
    .executeTakeFirst()
}

/** The last day on which the contract may be signed, 24:00; ISO. */
export async function contractDue(ctx: Ctx, decidedAt: Date): Promise<string> {
  const { restDays = [] } = await calendarPolicy(ctx)
  return endOfPeriod(decidedAt, CONTRACT_DAYS, { restDays })
}

/** The letter as PDF, the same bytes each time; null before the award. */
export async function awardLetter(ctx: Ctx, order: Order): Promise<Buffer | null> {
  const award = await awardOf(ctx, order.id)
  const notice = await lastNotice(ctx, order.id, NoticeKind.values.result)
  if (!award || !notice) return null
  const winner = say(order, '{winner}')
  const names = await ctx.tx
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', 'in', [order.purchaser_company_id, order.owner_company_id])
    .execute()
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
  const agency = order.owner_company_id === order.purchaser_company_id ? null : nameOf(order.owner_company_id)
  const due = formatTime(await contractDue(ctx, award.decided_at))
  const data = {
    title: say(order, '{won}通知书'),
    org: nameOf(order.purchaser_company_id),
    number: order.code,
    to: award.name,
    text: `“${order.title}”${say(order, '{concluded}')}已经结束，确定贵单位为${winner}。请自本通知书发出之日起三十日内，按照采购文件和贵单位的${say(order, '{offer}')}与采购人订立书面合同，双方不得再行订立背离合同实质性内容的其他协议。`,
    facts: [
      [say(order, '{title}'), order.title],
      ['编号', order.code],
      [winner, award.name],
      [say(order, '{won}价'), `${formatAmount(award.price)} 元（${toCapitals(award.price)}）`],
      ['发出时间', `${formatTime(award.decided_at, true)}（北京时间）`],
      ['合同订立期限', `${due}（北京时间）`],
      ...(agency ? [['代理机构', agency]] : []),
    ],
    notice: `${notice.title}（${notice.code}）`,
    hash: notice.content_hash?.toString('hex') ?? '',
  }
  return renderPdf(TEMPLATE, data, { at: award.decided_at })
}

async function letterFile(ctx: Ctx, order: Order): Promise<FileAnswer> {
  const content = await awardLetter(ctx, order)
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
