import type { OutputOf } from '#contract/endpoint.ts'
import type { orderDetail } from '#features/procurement/contract/order.ts'
import type { projectDetail } from '#features/procurement/contract/project.ts'
import type { batchLots, projectPackages } from '../contract.ts'

export type BatchLot = OutputOf<typeof batchLots>['rows'][number]
export type Project = OutputOf<typeof projectDetail>

/** Drafts that are edited, or taken in. */
export interface Given {
  rows: readonly BatchLot[]
  order: OutputOf<typeof orderDetail>
  packages: OutputOf<typeof projectPackages>
}
