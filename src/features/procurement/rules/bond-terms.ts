import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import * as z from 'zod'
import { Exact, formatAmount } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'

/** What a bond may be given as. */
export const BOND_FORMS = { transfer: '转账（到账）', guarantee: '保函' } as const
export type BondForm = keyof typeof BOND_FORMS

/** What the documents attach to a bond that is not as they demand: where a committee reviews, and where none does (auctions). */
export const BOND_CONSEQUENCES = {
  hall: { warn: '提示，由经办人确认后继续', block: '由评标委员会认定是否否决投标' },
  none: { warn: '提示，由经办人确认后继续', block: '不得确定为成交供应商' },
} as const

/** What the tender documents say of the bond, beside its amount. */
export const BondTerms = z.object({
  onFault: z.enum(['warn', 'block']).default('warn'),
  /** Calendar days before the bid deadline by which it must be in; 0: on the day of the deadline at the latest. */
  daysBefore: z.number().int().min(0).max(20).default(0),
  forms: z
    .array(z.enum(['transfer', 'guarantee']))
    .min(1, '请选择接受的保证金形式')
    .max(2)
    .default(['transfer', 'guarantee']),
})
export type BondTerms = z.output<typeof BondTerms>

/** The ground on which a bid without the bond that the documents demand is put to the vote. */
export const BOND_FAULT_RULE =
  '《招标投标法实施条例》第二十六条、第五十一条第六项：未按招标文件要求提交投标保证金的，属于未对招标文件的实质性要求作出响应'

export const BOND_STATES = {
  notRequired: '无需缴纳',
  unrecorded: '未登记',
  short: '金额不足',
  late: '逾期到账',
  form: '形式不符',
  paid: '足额到账',
  guarantee: '保函有效',
} as const
export type BondState = keyof typeof BOND_STATES

export interface RecordedBond {
  amount: string
  form: BondForm
  /** Beijing day, `2026-11-21`. */
  paidOn: string
  recordedAt: Date
}

export interface BondVerdict {
  state: BondState
  /** Not as the documents demand. */
  isFault: boolean
  /** On record only after the deadline, whatever day it names. */
  isLateRecord: boolean
  /** In words, with what was demanded and what was recorded. */
  detail: string
}

/**
 * Judges one bidder's bond by the documents. `amount`: yuan demanded; `bidEnd`: the deadline for bids. The first fault
 * counts: nothing recorded, too little, too late, a form that is not accepted.
 */
export function judgeBond(
  { amount, bidEnd, terms }: { amount: string; bidEnd: Date | null; terms: BondTerms },
  bond: RecordedBond | undefined,
): BondVerdict {
  const verdict = (state: BondState, detail: string): BondVerdict => ({
    state,
    isFault: state === 'unrecorded' || state === 'short' || state === 'late' || state === 'form',
    isLateRecord: bond !== undefined && bidEnd !== null && bond.recordedAt > bidEnd,
    detail,
  })
  if (!new Exact(amount).gt(0)) return verdict('notRequired', '采购文件未要求保证金')
  const due = bondDueOn(bidEnd, terms)
  const demanded = `应提交 ${formatAmount(amount)} 元${due ? `，不迟于 ${due}` : ''}`
  if (!bond) return verdict('unrecorded', `未登记保证金（${demanded}）`)
  const given = `${BOND_FORMS[bond.form]} ${formatAmount(bond.amount)} 元，${bond.paidOn}`
  if (new Exact(bond.amount).lt(amount)) return verdict('short', `保证金金额不足：${given}（${demanded}）`)
  if (due !== null && bond.paidOn > due) return verdict('late', `保证金逾期：${given}（${demanded}）`)
  if (!terms.forms.includes(bond.form)) return verdict('form', `保证金形式不被采购文件接受：${given}`)
  return verdict(bond.form === 'guarantee' ? 'guarantee' : 'paid', given)
}

/** What the documents say of the bond beside its amount, for bidders. */
export function bondTermsInWords({ onFault, daysBefore, forms }: BondTerms, method: number): string {
  const end = say({ method }, '{deadline}日')
  const due = daysBefore === 0 ? `不迟于${end}` : `不迟于${end}前 ${daysBefore} 日`
  const block = methodOf(method).review === 'hall' ? '提请评标委员会认定是否否决投标' : '不得确定为成交供应商'
  const consequence = onFault === 'block' ? `；未按要求提交的，${block}` : ''
  return `${due}；接受${forms.map((form) => BOND_FORMS[form]).join('、')}${consequence}`
}

/** The last day for the bond, Beijing; null without a deadline. */
export function bondDueOn(bidEnd: Date | null, { daysBefore }: Pick<BondTerms, 'daysBefore'>): string | null {
  return bidEnd && formatDate(new Date(bidEnd.getTime() - daysBefore * DAY))
}
