import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'

/*
 * Payments to small and medium-sized enterprises: 保障中小企业款项支付条例 (国务院令第802号, in force since 2025-06-01).
 * Days are `2026-11-21` in Beijing time, amounts decimal strings in yuan.
 */

export const SME_RULE = '保障中小企业款项支付条例（国务院令第802号）'

/** Days within which the law has an SME paid from delivery: what holds by itself, and the most that a contract may say. */
export const PAYERS = {
  organ: { label: '机关、事业单位', usual: 30, most: 60 },
  large: { label: '大型企业', usual: 60, most: 60 },
  other: { label: '其他单位', usual: null, most: null },
} as const
export type Payer = keyof typeof PAYERS

export const SIZES = { medium: '中型企业', small: '小型企业', micro: '微型企业', none: '不是中小企业' } as const
export type Size = keyof typeof SIZES

export const PAY_MODES = { accepted: '按验收数量结算', milestones: '按约定节点付款' } as const
export type PayMode = keyof typeof PAY_MODES

/** 0.05 % a day, where nothing was agreed (第十七条). */
const DAILY_RATE = '0.0005'
const YEAR = 365

export function isSme(size: Size | null): boolean {
  return size !== null && size !== 'none'
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** Whole days from one day to another; negative where `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)
}

/** The last day that the law allows for a delivery of this day; null where it binds nobody. */
export function legalDay(payer: Payer, size: Size | null, from: string): string | null {
  const { most } = PAYERS[payer]
  return most === null || !isSme(size) ? null : addDays(from, most)
}

/** Why so many days cannot be agreed with an SME; null: they can. */
export function payDaysProblem(payer: Payer, days: number, reason: string): string | null {
  const { label, usual, most } = PAYERS[payer]
  if (most === null || usual === null) return null
  if (days > most) return `${label}向中小企业付款的期限最长 ${most} 日，不能约定 ${days} 日（${SME_RULE}第九条）`
  if (days > usual && reason.trim().length < 2)
    return `${label}应当自交付之日起 ${usual} 日内付款，另有约定的须说明理由（${SME_RULE}第九条）`
  return null
}

/** Words by which a payment hangs on somebody else's: 第十条 forbids them. */
const PAID_WHEN_PAID =
  /背靠背|(?:收到|取得|待)[^。；\n]{0,12}(?:业主|第三方|上级|财政|甲方|总包)[^。；\n]{0,8}(?:付款|拨款|款项|资金)[^。；\n]{0,4}(?:后|再)/

/** The clause that makes payment wait for a third party's; null where there is none. */
export function paidWhenPaid(terms: string): string | null {
  return PAID_WHEN_PAID.exec(terms)?.[0] ?? null
}

interface Paid {
  amount: string
  paidOn: string
}

export interface InterestPart {
  amount: string
  /** First and last day that count. */
  from: string
  to: string
  days: number
  /** Not rounded. */
  interest: string
}

export interface Interest {
  /** In words, e.g. 日利率 0.05%. */
  rate: string
  parts: InterestPart[]
  /** Rounded half up once, at the end. */
  total: string
}

interface Owed {
  amount: string
  dueOn: string
  payments: readonly Paid[]
  /** Per cent a year that was agreed; null: 0.05 % a day. */
  yearly: string | null
  today: string
}

/**
 * Interest on what is paid behind its day, or not yet: each part of the amount for the days that it is late, up to and with
 * the day of its payment or `today`. Computed with 40 digits.
 */
export function lateInterest({ amount, dueOn, payments, yearly, today }: Owed): Interest {
  const daily = yearly === null ? new Exact(DAILY_RATE) : new Exact(yearly).div(100).div(YEAR)
  const paid = payments.reduce((total, one) => total.plus(one.amount), new Exact(0))
  const open = new Exact(amount).minus(paid)
  const owed = [...payments, ...(open.gt(0) ? [{ amount: open.toFixed(2), paidOn: today }] : [])]
  const parts = owed.flatMap(({ amount: part, paidOn }): InterestPart[] => {
    const days = daysBetween(dueOn, paidOn)
    if (days <= 0) return []
    const interest = new Exact(part).times(daily).times(days)
    return [
      { amount: new Exact(part).toFixed(2), from: addDays(dueOn, 1), to: paidOn, days, interest: interest.toFixed() },
    ]
  })
  const total = parts.reduce((all, one) => all.plus(one.interest), new Exact(0))
  return {
    rate: yearly === null ? '日利率 0.05%（未约定）' : `年利率 ${new Exact(yearly).toFixed()}% ÷ ${YEAR}（合同约定）`,
    parts,
    total: total.toFixed(2),
  }
}
