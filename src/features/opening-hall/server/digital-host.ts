import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Filling } from '#features/procurement/rules/rich-text.ts'
import { orderFilling } from '#features/procurement/server/public.ts'
import type { ContentOf } from '#features/templates/contract/content.ts'
import { resolve } from '#features/templates/rules/resolve.ts'
import { hostLines, starterOf } from '#features/templates/rules/starters.ts'
import { chosenFor, defaultTemplate } from '#features/templates/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BidderRow } from '../contract.ts'
import type { DigitalHost } from '../contract-host.ts'
import { DecryptState, isBesideMark, MarkUnit } from '../rules.ts'
import { currentOpening, type HallPart, type Order } from './access.ts'
import { biddersOf } from './hall.ts'

type Avatar = ContentOf<'ai-avatar'>

/**
 * The digital host: of the template the order works with, else the company's default, else the platform's own words.
 * Bidders and their number are named only once they are known to all (A-107), quotes only once the marks are open. A
 * line that could not be filled whole is left out rather than read with a hole.
 */
export async function digitalHostOf(ctx: Context<Employee>, part: HallPart): Promise<DigitalHost> {
  const { order } = part
  const { name, content } = await templateOf(ctx, order)
  const opening = await currentOpening(ctx, order.id)
  const bidders = opening
    ? await biddersOf(ctx, { order, opening, viewer: part.part === 'bidder' ? part.tradeId : null })
    : []
  const filling = await orderFilling(ctx, order)
  const values = {
    ...filling.values,
    ...(opening ? { 投标人数量: String(bidders.length) } : {}),
    ...(opening?.decryptEnd ? { 解密截止时间: formatTime(opening.decryptEnd) } : {}),
  }
  const { reading: _reading, ...lines } = filled(content, { ...filling, values })
  return {
    templateName: name,
    host: content.host,
    voice: content.voice,
    lines,
    readings: bidders
      .filter((b) => opening?.marksOpenedAt && b.decryptState === DecryptState.values.success)
      .map((b) => ({ bidderId: b.bidderId, text: readingText(content, { bidder: b, filling, values }) })),
  }
}

async function templateOf(ctx: Context<Employee>, order: Order): Promise<{ name: string; content: Avatar }> {
  const chosen =
    (await chosenFor(ctx, order.id, { kind: 'ai-avatar' })) ??
    (await defaultTemplate(ctx, 'ai-avatar', { companyId: order.ownerCompanyId, scope: '' }))
  if (chosen) return { name: chosen.name, content: { ...chosen.content, lines: hostLines(chosen.content.lines) } }
  return { name: '', content: starterOf('ai-avatar', '') as Avatar }
}

/** Lines without a hole. */
function filled(content: Avatar, filling: Filling): Avatar['lines'] {
  const { content: done, missing } = resolve({ kind: 'ai-avatar', scope: '', content }, filling)
  const open = new Set(missing.map(({ path }) => path))
  return Object.fromEntries(
    Object.entries(done.lines).filter(([moment, text]) => text?.trim() && !open.has(`lines.${moment}`)),
  )
}

/** What is said of one bidder: the template's sentence, or, where no price is read out, what is. */
function readingText(
  content: Avatar,
  { bidder, filling, values }: { bidder: BidderRow; filling: Filling; values: Filling['values'] },
): string {
  const others = bidder.marks
    .filter((mark) => isBesideMark(mark) && mark.markValue !== '')
    .map((mark) => `${mark.markName}${mark.markValue}${MarkUnit.label(mark.markUnit)}`)
  const own = { 唱标序号: String(bidder.no), 投标人: bidder.supplierName }
  const tail = others.length > 0 ? `，${others.join('，')}` : ''
  if (bidder.quote === null) return `第${bidder.no}家，${bidder.supplierName}${tail}。`
  const price = { 投标报价: `${formatAmount(bidder.quote)} 元`, 投标报价大写: toCapitals(bidder.quote) }
  const { reading } = filled(content, { ...filling, values: { ...values, ...own, ...price } })
  const usual = `第${bidder.no}家，${bidder.supplierName}，投标总价${formatAmount(bidder.quote)}元，大写${toCapitals(bidder.quote)}`
  return reading ? `${reading}${others.length > 0 ? `${others.join('，')}。` : ''}` : `${usual}${tail}。`
}
