import { NoticeKind } from './enums.ts'
import { isLive } from './methods/all.ts'
import type { ScheduleInput } from '../contract/shared.ts'

/**
 * The dates of an order with live offers. It has three: sign-up ends, questions end, the auction starts; what the engine
 * asks for besides follows from these. Documents are there as long as one may sign up; from the start on nothing changes.
 */
function liveSchedule<T extends ScheduleInput>(schedule: T): T {
  return { ...schedule, saleStart: null, saleEnd: schedule.signUpEnd, bidEnd: schedule.openAt }
}

/**
 * A schedule with the dates that follow from others: all of an auction's, and of a tender the opening, which is at the
 * deadline (招标投标法第三十四条).
 */
export function wholeSchedule<T extends ScheduleInput>({ method, schedule }: { method: number; schedule: T }): T {
  if (isLive({ method })) return liveSchedule(schedule)
  return { ...schedule, openAt: schedule.openAt ?? schedule.bidEnd }
}

/** A message about the dates of a tender, as it is said of an auction. */
export function liveWords(text: string): string {
  return text
    .replaceAll('投标截止时间', '竞价开始时间')
    .replaceAll('开标时间', '竞价开始时间')
    .replaceAll('招标文件获取截止时间', '报名截止时间')
}

/** Words of tenders that auctions have others for; longest first. */
const WORDS: readonly (readonly [string, string])[] = [
  ['公开招标公告', '竞价公告'],
  ['招标文件', '采购文件'],
  ['招标公告', '竞价公告'],
  ['公开招标', '竞价采购'],
  ['新建招标', '新建竞价'],
  ['重新招标', '重新竞价'],
  ['招标中', '报名中'],
  ['中标候选人', '成交候选人'],
  ['中标', '成交'],
  ['项目（标段）', '采购单'],
  ['标段', '采购单'],
  ['投标保证金', '竞价保证金'],
  ['投标人', '竞价人'],
  ['我的投标', '我的竞价'],
  ['经依法评审并公示期满', '经竞价'],
  ['重新投标', '重新竞价'],
]

/** A text of the platform about tenders, as it is said of auctions. What stands in double braces is left alone. */
export function liveTerms(text: string): string {
  return text
    .split(/(\{\{[^}]*\}\})/)
    .map((part) => (part.startsWith('{{') ? part : WORDS.reduce((said, [from, to]) => said.replaceAll(from, to), part)))
    .join('')
}

/** What a notice of an order is called. */
export function noticeLabel(kind: number, order: { method: number }): string {
  return termOf(NoticeKind.label(kind), order)
}

/** A term of tenders, as it is said of this order. */
export function termOf(term: string, order: { method: number }): string {
  return isLive(order) ? liveTerms(term) : term
}
