import { AppError } from '#contract/errors.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { FIRST_ROUND } from '../rules.ts'
import { freeze } from './freeze.ts'
import { inForce } from './in-force.ts'
import { headAtDeadline } from './log.ts'
import type { Any } from './service-keys.ts'

export interface ClosedBid {
  submissionId: string
  tradeId: string
  companyId: string
  /** Who handed it in. */
  by: string
  byName: string
  round: number
  keyId: string
  suite: SuiteName
  at: Date
  logIndex: number
  manifestHash: string
  manifest: BidManifest
}

/**
 * How many offers of a round stand, without fixing anything: the round may go on. For the clock alone, behind the deadline and
 * the lock of the order's row; nobody is told.
 */
export async function standingOffers(ctx: Any, orderId: string, round = FIRST_ROUND): Promise<number> {
  return (await inForce(ctx, orderId, round)).length
}

/**
 * The bids of a round in force at its deadline, in the order in which they came. Fixes the log first, which takes the order's row
 * for update: no submission can follow. Throws `tooEarly` before the deadline.
 */
export async function closingList(ctx: Any, orderId: string, round = FIRST_ROUND): Promise<ClosedBid[]> {
  if (!(await freeze(ctx, orderId, round))) throw new AppError('tooEarly', '未到截止时间')
  return listed(ctx, orderId, round)
}

/** The same where the log has been fixed, only read; `tooEarly` before. */
export async function closedBids(ctx: Any, orderId: string, round = FIRST_ROUND): Promise<ClosedBid[]> {
  if (!(await headAtDeadline(ctx, orderId, round))) throw new AppError('tooEarly', '未到截止时间')
  return listed(ctx, orderId, round)
}

async function listed(ctx: Any, orderId: string, round: number): Promise<ClosedBid[]> {
  const rows = await inForce(ctx, orderId, round)
  return rows.map((row) => ({
    submissionId: row.id,
    tradeId: row.tradeId,
    companyId: row.supplierCompanyId,
    by: row.createdBy,
    byName: row.byName ?? '',
    round: row.round,
    keyId: row.keyId,
    suite: row.suite as SuiteName,
    at: row.at,
    logIndex: row.logIndex,
    manifestHash: row.manifestHash.toString('hex'),
    manifest: row.manifest as BidManifest,
  }))
}
