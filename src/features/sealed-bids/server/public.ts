import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { refuseOnHold } from '#server/marks/check.ts'
import { concat, toHex, utf8 } from '#features/sealing/core/bytes.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { freeze } from './freeze.ts'
import { headAtDeadline } from './log.ts'
import { nativeSigner } from './native-signer.ts'
import { type Any, serviceKeys } from './service-keys.ts'

/*
 * What other features may call. Everything runs in the caller's transaction. What tells who bids or how many is refused
 * with `tooEarly` before the deadline, whoever asks.
 */

export type { Checked, OpenedBidFile, Outcome, SubmissionFile } from './opening.ts'
export { checkSubmission, openSubmission, openSubmissionFile, submissionFiles } from './opening.ts'
export { type ArchivePart, archiveParts } from './archive.ts'

export interface ClosedBid {
  submissionId: string
  tradeId: string
  companyId: string
  keyId: string
  suite: SuiteName
  at: Date
  logIndex: number
  manifestHash: string
  manifest: BidManifest
}

/**
 * The bids in force at the deadline, in the order in which they came. Fixes the log first, which takes the order's row
 * for update: no submission can follow. Throws `tooEarly` before the deadline.
 */
export async function closingList(ctx: Any, orderId: string): Promise<ClosedBid[]> {
  if (!(await freeze(ctx, orderId))) throw new AppError('tooEarly', '未到投标截止时间')
  const rows = await ctx.tx
    .selectFrom('bid_submission as s')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 's.tenantId').onRef('t.id', '=', 's.tradeId'))
    .selectAll('s')
    .select('t.supplierCompanyId')
    .distinctOn('s.tradeId')
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.orderId', '=', orderId)
    .orderBy('s.tradeId')
    .orderBy('s.logIndex', 'desc')
    .execute()
  return rows
    .filter((row) => row.kind === 'submitted')
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .map((row) => ({
      submissionId: row.id,
      tradeId: row.tradeId,
      companyId: row.supplierCompanyId,
      keyId: row.keyId,
      suite: row.suite as SuiteName,
      at: row.at,
      logIndex: row.logIndex,
      manifestHash: row.manifestHash.toString('hex'),
      manifest: row.manifest as BidManifest,
    }))
}

/** The tree head at the order's deadline as a signed note; null while it is not fixed. */
export async function checkpointOf(ctx: Any, orderId: string): Promise<string | null> {
  return (await headAtDeadline(ctx, orderId))?.note ?? null
}

/** Suite of a submission of the own company and the key it is sealed to; a stranger's is `notFound`. */
export async function bidSuite(
  ctx: Context<Employee>,
  submissionId: string,
): Promise<{ suite: SuiteName; keyFingerprint: string }> {
  const row = await ctx.tx
    .selectFrom('bid_submission as s')
    .innerJoin('bid_key as k', (j) => j.onRef('k.tenantId', '=', 's.tenantId').onRef('k.id', '=', 's.keyId'))
    .select(['s.suite', 'k.fingerprint'])
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.id', '=', submissionId)
    .where('k.companyId', '=', ctx.actor.companyId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return { suite: row.suite as SuiteName, keyFingerprint: row.fingerprint }
}

/**
 * Signs bytes for another feature with the service's Ed25519 key, under a label of its own so that a signature for one
 * purpose can never stand for another. Hex. The public key is at `GET /log/keys` (use `ed25519`).
 */
export async function signBytes(
  ctx: Any,
  label: string,
  bytes: Uint8Array,
): Promise<{ publicKey: string; signature: string }> {
  return (await serviceSigner(ctx))(label, bytes)
}

/** What `signBytes` does, for whoever must read the keys before it knows what to sign. */
export async function serviceSigner(
  ctx: Any,
): Promise<(label: string, bytes: Uint8Array) => { publicKey: string; signature: string }> {
  const [, { ed25519 }] = await Promise.all([refuseOnHold(ctx), serviceKeys(ctx)])
  const { publicKey, sign } = nativeSigner(ed25519)
  return (label, bytes) => {
    if (!/^[a-z0-9/-]{1,60}$/.test(label)) throw new RangeError('bad label')
    return { publicKey, signature: toHex(sign(concat(utf8(`kaibiao/signed/1\0${label}\0`), bytes))) }
  }
}

/**
 * Whether an audit record (column `body`) tells of a bid that is still secret: the log has not been fixed at its order's
 * deadline. For whoever lists records across features.
 */
export function secretFact(ctx: Any): RawBuilder<boolean> {
  // The cast only where it is known to fit: what stands there for other entities need not be an id.
  return sql<boolean>`case when body->>'entity' = 'bid' then not exists (
    select 1 from trade t join bid_checkpoint c on c.tenant_id = t.tenant_id and c.order_id = t.order_id
    where t.tenant_id = ${ctx.tenantId} and t.id = (body->>'entityId')::uuid) else false end`
}
