import { expect, test } from 'vitest'
import { ORDER_STATUS } from '../engine/order-status.ts'
import { shownDate, wholeSchedule } from '../engine/schedule.ts'
import { railOf, stageOf } from '../engine/stage.ts'
import type { OrderState } from '../engine/states.ts'
import type { OrderFacts } from '../engine/step.ts'
import { NoticeKind } from '../rules/enums.ts'
import { textOf } from '../rules/rich-text.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import { RUNNABLE } from './all.ts'
import { compete } from './compete.ts'
import { foreignWords } from './foreign-words.ts'
import { builtInTemplates, noticeLabel } from './notices.ts'
import { say } from './say.ts'

const AUCTION = { method: compete.code }
const facts = (state: OrderState): OrderFacts => ({
  ...AUCTION,
  state,
  bidEnd: 1000,
  openAt: 1000,
  publicityEnd: null,
  openObjections: 0,
  hasContract: false,
  pendingApproval: null,
})
const allowed = (state: OrderState, part: 'owner' | 'clock', now = 0) =>
  ORDER_STATUS.allowed(facts(state), { part }, now).map((one) => one.action)

test('the dates of an auction follow from its three', () => {
  const dates = { saleStart: 'x', saleEnd: null, signUpEnd: 'a', questionEnd: 'b', bidEnd: null, openAt: 'c' }
  expect(wholeSchedule({ ...AUCTION, schedule: dates })).toEqual({
    ...dates,
    saleStart: null,
    saleEnd: 'a',
    bidEnd: 'c',
  })
  expect(shownDate(compete.code, 'bidEnd')).toEqual({ field: 'openAt', label: '竞价开始时间' })
})

test('a tender is opened at its deadline unless another time is given', () => {
  const dates = { saleStart: 'x', saleEnd: 'y', signUpEnd: 'a', questionEnd: 'b', bidEnd: 'c', openAt: null }
  expect(wholeSchedule({ method: 1, schedule: dates })).toEqual({ ...dates, openAt: 'c' })
  expect(wholeSchedule({ method: 1, schedule: { ...dates, openAt: 'd' } }).openAt).toBe('d')
})

test('texts come in the words of the method, and live fields stay', () => {
  expect(say(AUCTION, '{{中标人}}为{winner}，{documents}见附件')).toBe('{{中标人}}为成交人，采购文件见附件')
  expect(say({ method: 1 }, '确定{winner}')).toBe('确定中标人')
  expect(noticeLabel(NoticeKind.values.result, AUCTION)).toBe('成交结果公告')
  expect(noticeLabel(NoticeKind.values.result, { method: 1 })).toBe('中标结果公告')
  const texts = builtInTemplates(AUCTION).map((one) => textOf(one.content).replaceAll(/\{\{[^}]*\}\}/g, ''))
  // Announcement and letter, and what follows either.
  expect(texts).toHaveLength(builtInTemplates({ method: 1 }).length + 1)
  for (const text of texts) expect(text).not.toMatch(/中标|标段|投标人|招标文件|开标/)
})

test('no word is left open in what a method says', () => {
  for (const method of RUNNABLE) {
    const said = [
      ...builtInTemplates({ method: method.code }).flatMap(({ name, content }) => [name, textOf(content)]),
      ...ORDER_STATUS.rowsOf(method.code).flatMap(({ label, confirm = '' }) => [label, confirm]),
      ...Object.values(NoticeKind.values).map((kind) => noticeLabel(kind, { method: method.code })),
    ]
    for (const text of said) expect(text.replaceAll(/\{\{[^}]*\}\}/g, '')).not.toMatch(/[{}]/)
  }
})

test.each(RUNNABLE.map((method) => [method.name, method] as const))(
  '%s speaks no other method’s words',
  (_, method) => {
    const { code, name, words, dates, tabs, failures } = method
    const said = [
      name,
      ...Object.values(words),
      ...Object.values(dates.labels),
      ...Object.values(tabs),
      ...failures,
      ...builtInTemplates({ method: code }).flatMap((template) => [template.name, textOf(template.content)]),
      ...[...ORDER_STATUS.rowsOf(code), ...TRADE_STATUS.rowsOf(code)].flatMap(({ label, confirm = '' }) => [
        label,
        confirm,
      ]),
      ...Object.values(NoticeKind.values).map((kind) => noticeLabel(kind, { method: code })),
    ]
    for (const text of said) expect([text, foreignWords(method, text)]).toEqual([text, []])
  },
)

test('a word of tenders is found where the method has none, but not in the name of a law', () => {
  expect(foreignWords(compete, '确定中标人，《招标投标法》，{{中标人}}')).toEqual(['中标'])
  expect(foreignWords(RUNNABLE[0]!, '确定中标人')).toEqual([])
})

test('an auction is begun and ended by the clock, awarded by its owner, and never opened or reviewed', () => {
  expect(allowed('publish.open', 'owner')).toEqual(['change', 'clarify', 'copy', 'declareAbortive'])
  expect(allowed('publish.open', 'clock')).toEqual(['startAuction', 'failAuction'])
  expect(allowed('auction.running', 'owner')).toEqual(['copy', 'declareAbortive'])
  expect(allowed('auction.running', 'clock')).toEqual(['endAuction', 'failAuction'])
  expect(allowed('auction.failed', 'owner')).toEqual(['copy', 'declareAbortive'])
  expect(allowed('auction.ended', 'owner')).toEqual(['award', 'copy', 'declareAbortive'])
  // A step that waits for approval holds the owner up, and not the clock.
  const held = { ...facts('publish.open'), pendingApproval: '变更公告' }
  expect(ORDER_STATUS.next('startAuction', { record: held, who: { part: 'clock' }, now: 2000 })).toBe('auction.running')
})

test('the stage follows from state and clock', () => {
  const order = {
    ...AUCTION,
    publishedAt: 0,
    signUpEnd: 500,
    bidEnd: 1000,
    openAt: 1000,
    publicityEnd: null,
    awardedAt: null,
    endedAt: null,
  }
  const at = (state: OrderState, now: number) => stageOf({ ...order, state }, now).label
  expect(at('publish.open', 100)).toBe('报名中')
  expect(at('publish.open', 600)).toBe('待竞价')
  expect(at('auction.running', 1100)).toBe('竞价中')
  expect(at('auction.failed', 1100)).toBe('待流标处理')
  expect(at('auction.ended', 1100)).toBe('待定标')
  expect(railOf({ ...order, state: 'auction.running' }, 1100).map((stop) => stop.state)).toEqual([
    'done',
    'done',
    'now',
    'next',
    'next',
  ])
})
