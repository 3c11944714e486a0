import { expect, test } from 'vitest'
import { NoticeKind, OrderStatus } from './enums.ts'
import { liveTerms, liveWords, noticeLabel, wholeSchedule } from './live-order.ts'
import { auctionMethod } from './methods/auction.ts'
import { builtInTemplates } from './live-notice-templates.ts'
import { ORDER_STATUS, type OrderFacts } from './order-status.ts'
import { textOf } from './rich-text.ts'
import { railOf, stageOf } from './stage.ts'

const S = OrderStatus.values
const AUCTION = { method: auctionMethod.code }
const facts = (status: OrderStatus): OrderFacts => ({
  status,
  isLive: true,
  bidEnd: 1000,
  openAt: 1000,
  publicityEnd: null,
  openObjections: 0,
  pendingApproval: null,
})
const allowed = (status: OrderStatus, part: 'owner' | 'clock', now = 0) =>
  ORDER_STATUS.allowed(facts(status), { part }, now).map((one) => one.action)

test('the dates of an auction follow from its three', () => {
  const dates = { saleStart: 'x', saleEnd: null, signUpEnd: 'a', questionEnd: 'b', bidEnd: null, openAt: 'c' }
  expect(wholeSchedule({ method: 8, schedule: dates })).toEqual({
    ...dates,
    saleStart: null,
    saleEnd: 'a',
    bidEnd: 'c',
  })
  expect(liveWords('报名截止时间不能晚于投标截止时间')).toBe('报名截止时间不能晚于竞价开始时间')
})

test('what is said of tenders is said of auctions, and placeholders stay', () => {
  expect(liveTerms('{{中标人}}为中标人，招标文件见附件')).toBe('{{中标人}}为成交人，采购文件见附件')
  expect(noticeLabel(NoticeKind.values.result, AUCTION)).toBe('成交结果公告')
  expect(noticeLabel(NoticeKind.values.result, { method: 1 })).toBe('中标结果公告')
  const texts = builtInTemplates(AUCTION).map((one) => textOf(one.content).replaceAll(/\{\{[^}]*\}\}/g, ''))
  expect(texts).toHaveLength(builtInTemplates({ method: 1 }).length)
  for (const text of texts) expect(text).not.toMatch(/中标|标段|投标人|招标文件|开标/)
})

test('an auction is begun and ended by the clock, awarded by its owner, and never opened or reviewed', () => {
  expect(allowed(S.published, 'owner')).toEqual(['change', 'clarify', 'copy', 'declareAbortive'])
  expect(allowed(S.published, 'clock')).toEqual(['startAuction', 'failAuction'])
  expect(allowed(S.opened, 'owner')).toEqual(['copy', 'declareAbortive'])
  expect(allowed(S.opened, 'clock')).toEqual(['endAuction', 'failAuction'])
  expect(allowed(S.openingEnded, 'owner')).toEqual(['copy', 'declareAbortive'])
  expect(allowed(S.reviewed, 'owner')).toEqual(['award', 'copy', 'declareAbortive'])
  // A step that waits for approval holds the owner up, and not the clock.
  const held = { ...facts(S.published), pendingApproval: '变更公告' }
  expect(ORDER_STATUS.next('startAuction', { record: held, who: { part: 'clock' }, now: 2000 })).toBe(S.opened)
})

test('the stage follows from status and clock', () => {
  const order = {
    isLive: true,
    publishedAt: 0,
    signUpEnd: 500,
    bidEnd: 1000,
    openAt: 1000,
    publicityEnd: null,
    awardedAt: null,
    endedAt: null,
  }
  const at = (status: OrderStatus, now: number) => stageOf({ ...order, status }, now).label
  expect(at(S.published, 100)).toBe('报名中')
  expect(at(S.published, 600)).toBe('待竞价')
  expect(at(S.opened, 1100)).toBe('竞价中')
  expect(at(S.openingEnded, 1100)).toBe('待流标处理')
  expect(at(S.reviewed, 1100)).toBe('待定标')
  expect(railOf(auctionMethod, { ...order, status: S.opened }, 1100).map((stop) => stop.state)).toEqual([
    'done',
    'done',
    'now',
    'next',
    'next',
  ])
})
