import { expect, test } from 'vitest'
import { NoticeKind, TradeStatus } from '../../rules/enums.ts'
import { TRADE_STATUS } from '../../engine/trade-status.ts'
import { NO_TRADE } from '../../steps/sign-up/step.ts'
import { tenderActions, unconfirmed } from './next-action.ts'

const T = TradeStatus.values
const NOW = 1_000

/** Actions as the server's own table gives them. */
function actions(status: number, at: Partial<Record<'signUpEnd' | 'bidEnd' | 'questionEnd' | 'method', number>> = {}) {
  const facts = {
    method: 1,
    signUpEnd: 2_000,
    questionEnd: 2_000,
    bidEnd: 3_000,
    openAt: 3_000,
    publicityEnd: null,
    ...at,
  }
  return TRADE_STATUS.allowed({ status, orderState: 'publish.open', ...facts }, { part: 'supplier' }, NOW)
}
const change = { noticeId: 'n', kind: NoticeKind.values.change, needsConfirmation: true, confirmedAt: null }
const primary = (tender: Parameters<typeof tenderActions>[0]) => tenderActions(tender).find((a) => a.primary)?.label

test('each state has one next step', () => {
  expect(primary({ state: 'publish.open', actions: actions(NO_TRADE), tradeStatus: null, notices: [] })).toBe('报名')
  expect(primary({ state: 'publish.open', actions: actions(T.refused), tradeStatus: T.refused, notices: [] })).toBe(
    '修改后重新报名',
  )
  expect(primary({ state: 'publish.open', actions: actions(T.passed), tradeStatus: T.passed, notices: [] })).toBe(
    '制作投标文件',
  )
  expect(
    primary({ state: 'publish.open', actions: actions(T.passed, { bidEnd: 500 }), tradeStatus: T.passed, notices: [] }),
  ).toBe('进入开标大厅')
})

test('each method has its own, the one of its latest step', () => {
  const next = (method: number, bidEnd: number) =>
    primary({
      state: 'publish.open',
      actions: actions(T.passed, { method, bidEnd }),
      tradeStatus: T.passed,
      notices: [],
    })
  expect(next(6, 3_000)).toBe('提交响应文件')
  expect(next(8, 3_000)).toBe('进入竞价大厅')
  // A question is none, nor is a sign-up taken back.
  expect(
    primary({ state: 'publish.open', actions: actions(T.pending), tradeStatus: T.pending, notices: [] }),
  ).toBeUndefined()
})

test('an unconfirmed change comes before the bid, for participants only', () => {
  expect(primary({ state: 'publish.open', actions: actions(T.passed), tradeStatus: T.passed, notices: [change] })).toBe(
    '确认变更',
  )
  expect(primary({ state: 'publish.open', actions: actions(NO_TRADE), tradeStatus: null, notices: [change] })).toBe(
    '报名',
  )
  expect(unconfirmed({ tradeStatus: T.passed, notices: [{ ...change, confirmedAt: '2026-11-21T00:00:00Z' }] })).toEqual(
    [],
  )
})

test('what is closed stays with its reason and is never the next step', () => {
  const shown = tenderActions({
    state: 'publish.open',
    actions: actions(NO_TRADE, { signUpEnd: 500 }),
    tradeStatus: null,
    notices: [],
  })
  expect(shown).toMatchObject([{ action: 'signUp', reason: '报名已截止', primary: false }])
})

test('once the tender has gone on, nobody is shown a closed sign-up', () => {
  for (const state of ['open.running', 'archive.done', 'abortive.declared'] as const) {
    const facts = { method: 1, signUpEnd: 500, questionEnd: 500, bidEnd: 500, openAt: 500, publicityEnd: null }
    const given = TRADE_STATUS.allowed({ status: NO_TRADE, orderState: state, ...facts }, { part: 'supplier' }, NOW)
    expect(given).toMatchObject([{ action: 'signUp', reason: '报名已截止' }])
    expect(tenderActions({ state, actions: given, tradeStatus: null, notices: [] })).toEqual([])
  }
})
