import { METHODS } from '#features/procurement/methods/all.ts'
import { BILL_STATES, type BillState } from '../rules/bill.ts'

/** A charge's state as a tag. */
export function billTag(state: BillState, pending: string | null = null) {
  return pending === null ? BILL_STATES[state] : { label: '审批中', tone: 'active' as const }
}

export const METHOD_OPTIONS = METHODS.map(({ code, name }) => ({ value: code, label: name }))

/** Methods that a line is for, in words. */
export function methodNames(methods: readonly number[]): string {
  if (methods.length === 0) return '全部采购方式'
  return methods.map((code) => METHOD_OPTIONS.find(({ value }) => value === code)?.label ?? String(code)).join('、')
}

export const BILL_TABS = [
  { value: '', label: '全部' },
  ...Object.entries(BILL_STATES).map(([value, { label }]) => ({ value, label })),
]
