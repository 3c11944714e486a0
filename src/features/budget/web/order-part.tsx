import type { OfOrder } from '#features/procurement/contract/slots.ts'
import { SubjectPart } from './subject-part.tsx'

/** On the page of an order, for its purchaser. */
export function Part({ order }: OfOrder) {
  return <SubjectPart subject="order" subjectId={order.orderId} />
}
