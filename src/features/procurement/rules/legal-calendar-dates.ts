import { dayOf, type At } from './legal-calendar-days.ts'

/*
 * Date checks of forms, with the texts of specification part 1 §5. Equal times are allowed everywhere; `now` is server
 * time. Each check returns the message (words in braces are the method's), or nothing when it holds or a date is not given yet.
 */

type Given = At | null | undefined

export const notBeforeNow = (at: Given, now: At) => earlier(at, now, '不能早于当前时间')
export const startNotAfterEnd = (start: Given, end: Given) => earlier(end, start, '开始时间不能晚于截止时间')
export const endNotBeforeStart = (end: Given, start: Given) => earlier(end, start, '截止时间不能早于开始时间')
export const openingNotBeforeSignUp = (openAt: Given, signUpDeadline: Given) =>
  earlier(openAt, signUpDeadline, '{opening}时间不能早于报名截止时间')
export const announcementNotAfterOpening = (noticeAt: Given, openAt: Given) =>
  earlier(openAt, noticeAt, '公告发布日期不能晚于{opening}时间')

/** Compares days of Beijing time: any time of today is good. */
export function notBeforeToday(at: Given, now: At): string | undefined {
  return at && dayOf(at) < dayOf(now) ? '不能早于当前日期' : undefined
}

/** The dates of an order form; all may be missing. */
export interface OrderDates {
  noticeAt?: Given
  signUpStart?: Given
  signUpDeadline?: Given
  documentSaleStart?: Given
  documentSaleEnd?: Given
  bidDeadline?: Given
  openAt?: Given
}

/**
 * All date mistakes of an order form, by field, as `details` of an `invalid` error. When an order is changed after its
 * publication, `before` holds its dates: one that stays as it was may lie behind.
 */
export function checkDates(dates: OrderDates, now: At, before: OrderDates = {}): { path: string; message: string }[] {
  const { noticeAt, signUpStart, signUpDeadline, documentSaleStart, documentSaleEnd, openAt } = dates
  const unchanged = (field: keyof OrderDates) => sameInstant(dates[field], before[field])
  const ahead = (field: keyof OrderDates) => (unchanged(field) ? undefined : notBeforeNow(dates[field], now))
  const checks: [keyof OrderDates, string | undefined][] = [
    ['noticeAt', unchanged('noticeAt') ? undefined : notBeforeToday(noticeAt, now)],
    ['noticeAt', announcementNotAfterOpening(noticeAt, openAt)],
    ['signUpStart', startNotAfterEnd(signUpStart, signUpDeadline)],
    ['signUpDeadline', endNotBeforeStart(signUpDeadline, signUpStart)],
    ['signUpDeadline', ahead('signUpDeadline')],
    ['documentSaleStart', startNotAfterEnd(documentSaleStart, documentSaleEnd)],
    ['documentSaleEnd', endNotBeforeStart(documentSaleEnd, documentSaleStart)],
    ['documentSaleEnd', ahead('documentSaleEnd')],
    ['bidDeadline', ahead('bidDeadline')],
    ['openAt', ahead('openAt')],
    ['openAt', openingNotBeforeSignUp(openAt, signUpDeadline)],
  ]
  return checks.flatMap(([path, message]) => (message ? [{ path, message }] : []))
}

function earlier(at: Given, limit: Given, message: string): string | undefined {
  return at && limit && new Date(at).getTime() < new Date(limit).getTime() ? message : undefined
}

function sameInstant(a: Given, b: Given): boolean {
  return !!a && !!b && new Date(a).getTime() === new Date(b).getTime()
}
