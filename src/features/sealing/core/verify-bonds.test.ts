import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { concat, fromHex, toHex, utf8 } from './bytes.ts'
import { BONDS_TYPE, type BondRecord, verifyBonds } from './verify-bonds.ts'

const bond = (trade: string, amount: string, change: object = {}) => ({
  trade_id: trade,
  amount,
  form: 'transfer',
  paid_on: '2026-12-09',
  paid_recorded_at: '2026-12-09T08:00:00Z',
  refunded_on: null,
  interest: null,
  rate: null,
  kept_reason: '',
  ...change,
})
const standing = (tradeId: string, state: string, isFault: boolean) => ({
  tradeId,
  supplier: `${tradeId}公司`,
  standing: { state, isFault, isLateRecord: false },
})
let seq = 0
/** A record in its place of the chain; others stand between. */
const fact = (action: string, data: unknown) => {
  seq += 2
  const body = JSON.stringify({ action, data, seq })
  const before = '00'.repeat(32)
  return { seq, prev_hash: before, hash: toHex(sha256(concat(fromHex(before), utf8(body)))), body }
}
const paid = (tradeId: string, amount: string) =>
  fact('bond.paid', { tradeId, amount, form: 'transfer', paidOn: '2026-12-09' })

/** Two bidders: one in order, one short but accepted by the committee. */
const whole = (): BondRecord => ({
  type: BONDS_TYPE,
  orderId: 'o',
  amount: '20000.00',
  bidEnd: '2026-12-10T01:00:00.000Z',
  terms: { onFault: 'block', daysBefore: 1, forms: ['transfer'] },
  recorded: [bond('甲', '20000'), bond('乙', '19999')],
  decisions: [{ trade_id: '乙', accepted: true, fault: '金额不足', reason: '手续费' }],
  standings: [standing('甲', 'paid', false), standing('乙', 'short', true)],
  candidates: ['甲', '乙'],
  facts: [paid('甲', '20000'), paid('乙', '19999.00'), fact('bond.decided', [{ tradeId: '乙', accepted: true }])],
})
const failed = async (record: BondRecord) =>
  (await verifyBonds(record)).filter(({ ok }) => ok === false).map(({ id }) => id)

test('a record that holds', async () => {
  expect(await failed(whole())).toEqual([])
})

test.each<[string, (record: BondRecord) => void, string[]]>([
  ['a payment nobody recorded', (r) => r.facts.splice(0, 1), ['bond-entries']],
  ['a payment left out', (r) => r.recorded.splice(0, 1), ['bond-entries', 'bond-standings', 'bond-candidates']],
  ['an acceptance the committee did not give', (r) => r.facts.splice(2, 1), ['bond-entries']],
  ['a fault called in order', (r) => (r.standings[1] = standing('乙', 'paid', false)), ['bond-standings']],
  [
    'a candidate with a fault that nobody accepted',
    (r) => r.decisions.splice(0, 1),
    ['bond-entries', 'bond-candidates'],
  ],
  [
    'a letter of guarantee where the documents take none',
    (r) => {
      r.recorded[0] = bond('甲', '20000', { form: 'guarantee' })
      r.facts.shift()
      r.facts.push(fact('bond.paid', { tradeId: '甲', amount: '20000', form: 'guarantee', paidOn: '2026-12-09' }))
    },
    ['bond-standings', 'bond-candidates'],
  ],
])('%s', async (_, change, expected) => {
  const record = whole()
  change(record)
  expect(await failed(record)).toEqual(expected)
})
