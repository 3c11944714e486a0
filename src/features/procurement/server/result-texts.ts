import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { say, sayText } from '../methods/say.ts'
import { NoticeKind } from '../rules/enums.ts'
import { type AwardCause, awardChangeText, causeLabel } from '../rules/result-change.ts'
import type { Order } from './access.ts'
import { lastNotice } from './notices.ts'
import { awardInForce } from './results.ts'
import { draftOf } from './templates.ts'

type Ctx = Context<Employee>
type More = Record<string, string>

/** What a notice of candidates begins with; `more`: its live fields as they would be. */
export function candidateText(ctx: Ctx, order: Order, more: More = {}) {
  const title = `${order.title}${say(order, '{candidateNotice}')}`
  return draftOf(ctx, order, { kind: NoticeKind.values.candidate, title, more })
}

/** What a notice of the result begins with. */
export function winnerText(ctx: Ctx, order: Order, more: More = {}) {
  const title = `${order.title}${say(order, '{won}结果公告')}`
  return draftOf(ctx, order, { kind: NoticeKind.values.result, title, more })
}

/** What a notice says by which the winners in force fall away for this cause. */
export async function winnerChangeText(ctx: Ctx, order: Order, cause: AwardCause) {
  const names = (await awardInForce(ctx, order.id))?.winners.map(({ supplierName }) => supplierName) ?? []
  const before = await lastNotice(ctx, order.id, NoticeKind.values.result)
  const notice = { code: before?.code ?? '', publishedAt: formatTime(before?.publishedAt ?? null) }
  return {
    title: `${order.title}${say(order, '{won}结果变更公告')}`,
    content: sayText(order, awardChangeText({ names, notice, cause: causeLabel(cause) })),
  }
}
