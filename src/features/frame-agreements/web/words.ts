import { Exact, formatAmount, formatDigits } from '#contract/money.ts'
import { CALL_OFF_STATES } from '#features/contracts/rules/status.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import { AGREEMENT_STATES, type AgreementState, ENTRY_STATES, type EntryState } from '../rules/status.ts'

const TONES: Record<AgreementState, Tone> = {
  draft: 'neutral',
  sent: 'active',
  signed: 'active',
  inForce: 'success',
  expired: 'neutral',
  ended: 'danger',
}
const ENTRY_TONES: Record<EntryState, Tone> = {
  drafted: 'neutral',
  offered: 'active',
  active: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
  suspended: 'warning',
  exited: 'neutral',
}

export const agreementTag = (state: AgreementState) => ({ label: AGREEMENT_STATES[state], tone: TONES[state] })
export const entryTag = (state: EntryState) => ({ label: ENTRY_STATES[state], tone: ENTRY_TONES[state] })

export const orderTag = (state: string) => {
  const tones: Record<string, Tone> = { refused: 'danger', cancelled: 'neutral', done: 'success' }
  return { label: CALL_OFF_STATES[state as keyof typeof CALL_OFF_STATES] ?? state, tone: tones[state] ?? 'active' }
}

/** Tabs of a list by state; `more` behind them. */
export function tabsOf(states: Readonly<Record<string, string>>, more: { value: string; label: string }[] = []) {
  return [
    { value: '', label: '全部', countKey: 'all' },
    ...Object.entries(states).map(([value, label]) => ({ value, label })),
    ...more,
  ]
}

export const options = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

/** Uploaded files as a call takes them. */
export function given(files: readonly { fileId: string; name: string }[] | undefined) {
  return (files ?? []).map(({ fileId, name }) => ({ fileId, name }))
}

export function filePath(agreementId: string): (file: { fileId: string }) => string {
  return ({ fileId }) => `/api/workbench/frame-agreements/${agreementId}/files/${fileId}`
}

export const priceText = (price: string | null) => (price === null ? '按订单报价' : formatDigits(price, 2))
export const boundText = (quantity: string | null, unit: string) =>
  quantity === null ? '不限' : `${formatDigits(quantity)} ${unit}`
export const moneyText = (amount: string | null) => (amount === null ? '按数量控制' : `${formatAmount(amount)} 元`)

/** How much of a bound is used, in whole per cent, 0 where there is none. */
export function percentOf(used: string, whole: string | null): number {
  if (whole === null || Number(whole) === 0) return 0
  return new Exact(used).div(whole).times(100).toDecimalPlaces(0, Exact.ROUND_DOWN).toNumber()
}

/** What both sides must know of how they sign here. */
export const NO_E_SIGNATURE =
  '双方在本平台确认的是协议内容的哈希（SHA-256），证明双方确认的是同一内容并记入审计链；这不是《电子签名法》意义上的可靠电子签名。'
