import { placeOf } from '#features/procurement/methods/places.ts'

/** Where a bidder's people stand in the hall: its project is the order, its bidder the trade. */
export function bidderHall({ id, method }: { id: string; method: number }, tradeId: string): string {
  return placeOf({ id, method, ids: { projectId: id, bidderId: tradeId } }, 'open.supplierHall', 'supplier')
}
