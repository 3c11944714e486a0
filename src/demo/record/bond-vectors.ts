import { sha256 } from '@noble/hashes/sha2.js'
import { concat, fromHex, toHex, utf8 } from '#features/sealing/core/bytes.ts'
import { BONDS_TYPE, type BondRecord } from '#features/sealing/core/verify-bonds.ts'

const BONDS = 'kaibiao.vector-bonds/1'

interface Bidder {
  amount: string
  form?: string
  paidOn: string
  recordedAt?: string
  refundedOn?: string
  interest?: string
  state: string
  isFault: boolean
  isLateRecord?: boolean
  accepted?: boolean
}

/** One bidder in every state; two refunds with interest, one of which ends on half a cent. */
const BIDDERS: Readonly<Record<string, Bidder>> = {
  甲: {
    amount: '20000',
    paidOn: '2026-12-09',
    refundedOn: '2026-12-30',
    interest: '4.03',
    state: 'paid',
    isFault: false,
  },
  乙: { amount: '19999.00', paidOn: '2026-12-08', state: 'short', isFault: true, accepted: true },
  丙: { amount: '20000.00', paidOn: '2026-12-10', state: 'late', isFault: true },
  丁: { amount: '20000.00', form: 'cheque', paidOn: '2026-12-01', state: 'form', isFault: true },
  戊: { amount: '25000.00', form: 'guarantee', paidOn: '2026-12-01', state: 'guarantee', isFault: false },
  己: {
    amount: '182500.00',
    paidOn: '2026-12-01',
    recordedAt: '2026-12-11T01:00:00.000Z',
    refundedOn: '2026-12-02',
    interest: '1.75',
    state: 'paid',
    isFault: false,
    isLateRecord: true,
  },
}

/** The bonds of one order, whole. */
export function bondVector(): { type: string; bonds: BondRecord } {
  let seq = 0
  let last = '00'.repeat(32)
  const fact = (action: string, data: unknown) => {
    seq += 1
    const body = JSON.stringify({ action, data, seq })
    const before = last
    last = toHex(sha256(concat(fromHex(before), utf8(body))))
    return { seq, body, prev_hash: before, hash: last }
  }
  const all = Object.entries(BIDDERS)
  const decisions = all.flatMap(([tradeId, { accepted }]) => (accepted === undefined ? [] : [{ tradeId, accepted }]))
  const refunds = all.flatMap(([tradeId, { refundedOn }]) => (refundedOn ? [{ tradeId, refundedOn }] : []))
  const standings = all.map(([tradeId, { state, isFault, isLateRecord = false }]) => {
    return { tradeId, supplier: `${tradeId}公司`, standing: { state, isFault, isLateRecord } }
  })
  return {
    type: BONDS,
    bonds: {
      type: BONDS_TYPE,
      orderId: 'o1',
      amount: '20000.00',
      bidEnd: '2026-12-10T17:00:00.000Z',
      terms: { onFault: 'block', daysBefore: 2, forms: ['transfer', 'guarantee'] },
      recorded: all.map(([trade, one]) => ({
        trade_id: trade,
        amount: one.amount,
        form: one.form ?? 'transfer',
        paid_on: one.paidOn,
        paid_recorded_at: one.recordedAt ?? '2026-12-09T08:00:00.000Z',
        refunded_on: one.refundedOn ?? null,
        interest: one.interest ?? null,
        rate: one.interest === undefined ? null : '0.35',
        kept_reason: trade === '丁' ? '撤销投标' : '',
      })),
      decisions: decisions.map(({ tradeId, accepted }) => {
        return { trade_id: tradeId, accepted, fault: '金额不足', reason: '手续费' }
      }),
      standings: [
        ...standings,
        { tradeId: '庚', supplier: '庚公司', standing: { state: 'unrecorded', isFault: true, isLateRecord: false } },
        { tradeId: '辛', supplier: '辛公司', standing: null },
      ],
      candidates: ['甲', '乙', '戊'],
      facts: [
        ...all.map(([tradeId, { amount, form, paidOn }]) =>
          fact('bond.paid', { tradeId, amount, ...(form && { form }), paidOn }),
        ),
        fact('bond.decided', decisions),
        ...refunds.map((data) => fact('bond.refunded', data)),
        fact('bond.kept', { tradeId: '丁' }),
      ],
    },
  }
}
