import { expect, test } from 'vitest'
import { BID_STATUS, type BidFacts, missingFiles, sheetMarks, statementMarks } from './rules.ts'

const NOW = Date.parse('2026-11-21T06:00:00.000Z')
const open: BidFacts = {
  method: 1,
  state: 'none',
  isOpen: true,
  deadline: NOW + 1,
  frozen: false,
  unconfirmed: 0,
  feeDue: false,
  isTimed: false,
  hasKey: true,
  rehearsed: true,
}
const who = { isBidder: true }

test('the window is open up to the last millisecond before the deadline', () => {
  const reason = (facts: Partial<BidFacts>, now = NOW) =>
    BID_STATUS.allowed({ ...open, state: 'submitted', ...facts }, who, now).find((a) => a.action === 'withdraw')!.reason
  expect(reason({})).toBeUndefined()
  expect(reason({}, NOW + 1)).toBe('投标已截止')
  expect(reason({ frozen: true })).toBe('投标已截止')
  expect(reason({ deadline: null })).toBe('当前状态不能投标')
  expect(reason({ isOpen: false })).toBe('当前状态不能投标')
})

test('what may be done with a bid', () => {
  const actions = (facts: Partial<BidFacts>) =>
    BID_STATUS.allowed({ ...open, ...facts }, who, NOW).map((a) => (a.reason ? `(${a.action})` : a.action))
  expect(actions({})).toEqual(['rehearse', 'submit'])
  expect(actions({ hasKey: false, rehearsed: false })).toEqual(['(rehearse)', '(submit)'])
  expect(actions({ rehearsed: false })).toEqual(['rehearse', '(submit)'])
  expect(actions({ state: 'submitted' })).toEqual(['rehearse', 'replace', 'withdraw'])
  expect(actions({ state: 'withdrawn' })).toEqual(['rehearse', 'submit'])
  expect(actions({ state: 'submitted', frozen: true })).toEqual(['(rehearse)', '(replace)', '(withdraw)'])
  // What has changed is confirmed before a bid is handed in; trying the key and taking the bid back are free.
  expect(actions({ unconfirmed: 1 })).toEqual(['rehearse', '(submit)'])
  expect(actions({ state: 'submitted', unconfirmed: 2 })).toEqual(['rehearse', '(replace)', 'withdraw'])
  // Who lost the key may still take the bid back.
  expect(actions({ state: 'submitted', hasKey: false, rehearsed: false })).toContain('withdraw')
  expect(BID_STATUS.allowed(open, { isBidder: false }, NOW)).toEqual([])
  // An inquiry is quoted and not bid for.
  const [submit] = BID_STATUS.allowed({ ...open, method: 7, isTimed: true, isOpen: false }, who, NOW)
  expect(submit).toMatchObject({ reason: '当前状态不能报价', confirm: '提交后在报价截止前可撤回或替换。确认提交？' })
  // Where the service's key opens the bids there is none of the bidder's to be tried.
  expect(actions({ isTimed: true, hasKey: false, rehearsed: false })).toEqual(['submit'])
})

test('what a bid lacks', () => {
  const asked = [
    { role: 'technical', name: '技术标文件', required: true },
    { role: 'technical', name: '样品照片', required: false },
    { role: 'business', name: '商务标文件', required: true },
    { role: 'business', name: '资格证明', required: true },
  ] as const
  const files = (...roles: ('price' | 'technical' | 'business')[]) =>
    missingFiles(
      { bidFiles: [...asked], marks: [], reviewModel: 1 },
      roles.map((role) => ({ role })),
    )
  expect(files('price', 'technical', 'business', 'business')).toEqual([])
  expect(files('price', 'technical', 'business')).toEqual(['资格证明'])
  expect(files('technical', 'business', 'business')).toEqual(['报价单'])
  expect(files('price', 'price', 'technical', 'business', 'business')).toEqual(['报价单只能有一份'])
  expect(files()).toEqual(['报价单', '技术标文件', '商务标文件', '资格证明'])
})

test('double envelope: what stands in which, and what a bid lacks then', () => {
  const marks = [
    { name: '工期', unit: null, envelope: 1 as const },
    { name: '优惠承诺', unit: null },
  ]
  const double = { bidFiles: [], marks, reviewModel: 2 }
  const lacks = (
    order: Parameters<typeof missingFiles>[0],
    ...roles: Parameters<typeof missingFiles>[1][number]['role'][]
  ) =>
    missingFiles(
      order,
      roles.map((role) => ({ role })),
    )
  expect(lacks(double, 'price', 'statement')).toEqual([])
  expect(lacks(double, 'price')).toEqual(['商务开标一览表'])
  expect(lacks({ ...double, marks: [] }, 'price', 'quotation')).toEqual(['商务及技术信封中的文件'])
  expect(lacks({ ...double, marks: [] }, 'price', 'qualification')).toEqual([])
  // Without double envelope nothing is read out before the price.
  expect(lacks({ ...double, reviewModel: 1 }, 'price', 'statement')).toEqual(['商务开标一览表多余'])
  expect(statementMarks(double).map((mark) => mark.name)).toEqual(['工期'])
  expect(sheetMarks(double).map((mark) => mark.name)).toEqual(['优惠承诺'])
  expect(sheetMarks({ ...double, reviewModel: 1 })).toEqual(marks)
})
