import { expect, test } from 'vitest'
import { METHODS } from '#features/procurement/methods/all.ts'
import { Run } from '../contract/run.ts'
import { runBody } from '../server/testing/run.ts'
import { changesOf } from './changes.ts'
import { breachesOf, findingsOf } from './findings.ts'

const runWith = (change: object = {}) => Run.parse(runBody(change))
const broken = (change: object = {}) => breachesOf(findingsOf(runWith(change))).map(({ ruleId }) => ruleId)

test('a tender that kept every rule has no breach, and says what was checked', () => {
  expect(broken()).toEqual([])
  const rules = findingsOf(runWith()).map(({ ruleId }) => ruleId)
  expect(rules).toEqual(expect.arrayContaining(['sequence', 'document-sale', 'bidders-tender', 'line-sum', 'contract']))
})

test.each<[string, object, string]>([
  ['opened before the deadline', { openedAt: '2026-03-24T01:30:00.000Z' }, 'sequence'],
  ['awarded before the review', { awardedOn: '2026-03-20', candidatesFrom: null, candidatesTo: null }, 'sequence'],
  ['documents sold for three days', { documentsTo: '2026-03-05' }, 'document-sale'],
  [
    'too little time to bid',
    { regime: 'tender', documentsFrom: '2026-03-12', documentsTo: '2026-03-20' },
    'bid-preparation',
  ],
  ['contract after two months', { contractOn: '2026-06-20' }, 'contract'],
  ['two bidders', { participants: runBody().participants!.slice(0, 2) }, 'bidders-tender'],
  ['nobody took part', { participants: [] }, 'winner-participates'],
  ['over the ceiling', { ceiling: '900000.00' }, 'within-ceiling'],
  ['over the budget', { budget: '900000.00' }, 'within-budget'],
  [
    'another price than offered',
    { awards: [{ name: '江州康健医疗器械有限公司', price: '930000.00' }] },
    'price-as-offered',
  ],
  ['not the first', { awards: [{ name: '南屏仪器有限公司', price: '962000.00' }] }, 'winner-first'],
  ['lines that do not add up', { lines: [{ ...runBody().lines![0]!, quantity: '39' }] }, 'line-amounts'],
  ['a date unknown', { noticeOn: null }, 'dates-known'],
  [
    'the same twice',
    { participants: [...runBody().participants!, runBody().participants![0]!] },
    'participants-differ',
  ],
])('%s is a breach with its rule', (_what, change, ruleId) => {
  const found = breachesOf(findingsOf(runWith(change))).find((one) => one.ruleId === ruleId)
  expect(found).toMatchObject({ ok: false, source: expect.stringMatching(/./), message: expect.stringMatching(/./) })
})

test('each lot is counted by itself', () => {
  const participants = [...runBody().participants!, { ...runBody().participants![0]!, lotNo: 2, price: '10000.00' }]
  const awards = [...runBody().awards, { lotNo: 2, name: '江州康健医疗器械有限公司', price: '10000.00' }]
  const found = breachesOf(findingsOf(runWith({ participants, awards })))
  expect(found.map(({ ruleId, message }) => [ruleId, message])).toEqual([
    ['bidders-tender', '第 2 包：投标人只有 1 家，不得少于 3 家'],
  ])
})

test('every method can be checked, with every list empty or full', () => {
  for (const { code } of METHODS)
    for (const change of [{}, { participants: [], lines: [], notices: [] }])
      expect(() => findingsOf(runWith({ ...change, method: code, regime: 'government' }))).not.toThrow()
})

test('a version tells what differs, in fields and in lists', () => {
  const before = { content: runWith(), files: [] }
  const after = {
    content: runWith({ contractOn: '2026-04-21', participants: runBody().participants!.slice(0, 2) }),
    files: [{ name: '合同.pdf', sha256: 'a'.repeat(64) }],
  }
  expect(changesOf(before, after)).toEqual([
    { label: '签订合同', before: '2026-04-20', after: '2026-04-21' },
    { label: '参加单位', before: '第 1 包 南屏仪器有限公司，962,000.00 元，第 3 名', after: '' },
    { label: '附件', before: '', after: '合同.pdf（指纹 aaaaaaaaaaaaaaaa）' },
  ])
  expect(changesOf(before, before)).toEqual([])
})
