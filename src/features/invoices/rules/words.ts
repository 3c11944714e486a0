import { InvoiceStatus } from '#features/payment/rules/enums.ts'
import type { InvoiceState } from './enums.ts'

/** What the orders of an application are to the specification (part 2 section 4.1). */
export const STATUS_OF: Record<InvoiceState, number> = {
  applied: InvoiceStatus.values.applied,
  issuing: InvoiceStatus.values.applied,
  issued: InvoiceStatus.values.invoiced,
  reversed: InvoiceStatus.values.none,
  rejected: InvoiceStatus.values.rejected,
  withdrawn: InvoiceStatus.values.none,
}

/** Said wherever an invoice of the local issuer is shown. */
export const SAMPLE_NOTE = '平台未接入税务数字账户，发票由本地模拟开具，仅为样张，不作为报销和抵扣凭证。'

/** The number of an application: `FP00000012`. */
export function codeOf(seq: number | string): string {
  return `FP${String(seq).padStart(8, '0')}`
}
