import type { ScheduleInput } from '../contract/shared.ts'

/**
 * The dates of an order with live offers. It has three: sign-up ends, questions end, the auction starts; what the engine
 * asks for besides follows from these. Documents are there as long as one may sign up; from the start on nothing changes.
 */
export function liveSchedule<T extends ScheduleInput>(schedule: T): T {
  return { ...schedule, saleStart: null, saleEnd: schedule.signUpEnd, bidEnd: schedule.openAt }
}

/** A message about the dates of a tender, as it is said of an auction. */
export function liveWords(text: string): string {
  return text
    .replaceAll('投标截止时间', '竞价开始时间')
    .replaceAll('开标时间', '竞价开始时间')
    .replaceAll('招标文件获取截止时间', '报名截止时间')
}
