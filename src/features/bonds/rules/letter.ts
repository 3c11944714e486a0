import { Exact, formatAmount } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import type { LetterKind } from './kinds.ts'

export const LETTER_TYPE = 'kaibiao.guarantee/1'

/** What an issuer signs. Amounts are decimal strings in yuan, days Beijing days. */
export interface Letter {
  type: typeof LETTER_TYPE
  number: string
  form: LetterKind
  issuer: string
  applicant: string
  beneficiary: string
  orderCode: string
  amount: string
  currency: 'CNY'
  validFrom: string
  validUntil: string
  terms: string
  issuedAt: string
  /** The letter before, whose time it makes longer; '' for the first. */
  extends: string
}

/** What the documents of the order demand of it. */
export interface Demanded {
  applicant: string
  beneficiary: string
  orderCode: string
  amount: string
  neededUntil: string
}

export const LETTER_STATES = {
  applied: '待付费',
  paid: '出具中',
  issued: '验真中',
  verified: '已验真',
  extended: '已展期',
  claimed: '已索赔',
  released: '已释放',
  expired: '已到期',
  refused: '验真未通过',
} as const
export type LetterState = keyof typeof LETTER_STATES

/** What a genuine letter must say, in the order in which it is looked at; the first that does not hold is the refusal. */
export const LETTER_RULES: readonly {
  id: string
  holds: (letter: Letter, demanded: Demanded) => boolean
  words: (letter: Letter, demanded: Demanded) => string
}[] = [
  {
    id: 'beneficiary',
    holds: (letter, { beneficiary }) => letter.beneficiary === beneficiary,
    words: (letter, { beneficiary }) => `受益人为${letter.beneficiary}，应为${beneficiary}`,
  },
  {
    id: 'applicant',
    holds: (letter, { applicant }) => letter.applicant === applicant,
    words: (letter, { applicant }) => `被保证人为${letter.applicant}，应为${applicant}`,
  },
  {
    id: 'order',
    holds: (letter, { orderCode }) => letter.orderCode === orderCode,
    words: (letter, { orderCode }) => `项目编号为 ${letter.orderCode}，应为 ${orderCode}`,
  },
  {
    id: 'amount',
    holds: (letter, { amount }) => letter.currency === 'CNY' && new Exact(letter.amount).gte(amount),
    words: (letter, { amount }) =>
      `担保金额 ${formatAmount(letter.amount)} 元，低于应提交的 ${formatAmount(amount)} 元`,
  },
  {
    id: 'validity',
    holds: (letter, { neededUntil }) => letter.validUntil >= neededUntil,
    words: (letter, { neededUntil }) => `有效期至 ${letter.validUntil}，早于投标有效期 ${neededUntil}`,
  },
]

/** Why a genuine letter does not do; '' where it does. */
export function refusalOfLetter(letter: Letter, demanded: Demanded): string {
  const broken = LETTER_RULES.find((rule) => !rule.holds(letter, demanded))
  return broken ? broken.words(letter, demanded) : ''
}

/** Days for which bids are good after their opening, where the documents say nothing else (usage). */
export const BID_VALIDITY_DAYS = 90

/** The day until which a letter must be good: as long as the bids (实施条例第二十六条). */
export function neededUntil({ bidEnd, openAt }: { bidEnd: Date | null; openAt: Date | null }, now: Date): string {
  const from = openAt ?? bidEnd ?? now
  return formatDate(new Date(from.getTime() + BID_VALIDITY_DAYS * DAY))
}

/** What the local issuers charge: percent of the amount, at least so many yuan (examples, no tariff). */
export const LETTER_FEES: Readonly<Record<LetterKind, { issuer: string; percent: string; least: string }>> = {
  bank: { issuer: '模拟银行', percent: '0.5', least: '200' },
  surety: { issuer: '模拟融资担保公司', percent: '1', least: '200' },
  insurance: { issuer: '模拟财产保险公司', percent: '0.6', least: '100' },
}

/** Yuan, two decimals, half up. */
export function letterFee(kind: LetterKind, amount: string): string {
  const { percent, least } = LETTER_FEES[kind]
  const fee = new Exact(amount).times(percent).div(100)
  return (fee.lt(least) ? new Exact(least) : fee).toFixed(2)
}
