import { METHODS, methodOf } from '#features/procurement/methods/all.ts'
import type { Family } from '#features/procurement/methods/family.ts'

type Side = 'purchaser' | 'agency'
const SUPPLIER = '/orders/:orderId/online-review/file'

/** Where the setting or the file of the review of an order stands on the buyer's side. */
export function reviewPlace(orderId: string, page: 'setting' | 'file', side: Side): string {
  return `/${side}/review/online/${page}?orderId=${orderId}`
}

/** Where a supplier answers what it is asked for. */
export function answerPlace(order: { id: string; method: number }): string {
  return `/supplier/${methodOf(order.method).family.name}${SUPPLIER.replace(':orderId', order.id)}`
}

/** The addresses of that page, by family of methods. */
export const ANSWER_PATHS: readonly { family: Family; path: string }[] = [
  ...new Set(METHODS.filter(({ takesOpinions }) => takesOpinions).map(({ family }) => family)),
].map((family) => ({ family, path: `/supplier/${family.name}${SUPPLIER}` }))
