import type { OutputOf } from '#contract/endpoint.ts'
import type { supplierDetail } from '../contract/library.ts'

/** A record as its page shows it. */
export type Supplier = OutputOf<typeof supplierDetail>
