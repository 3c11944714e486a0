import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { refuseOnHold } from '#server/marks/check.ts'
import { labelled } from '#features/sealing/core/auction-offer.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { FIRST_ROUND } from '../rules.ts'
import { headAtDeadline } from './log.ts'
import { nativeSigner } from './native-signer.ts'
import type { Signer } from '#features/sealing/core/receipt.ts'
import { type Any, receiptSigners, serviceKeys } from './service-keys.ts'

/*
 * What other features may call. Everything runs in the caller's transaction. What tells who bids or how many is refused
 * with `tooEarly` before the deadline, whoever asks.
 */

export type { Checked, OpenedBidFile, Outcome, SubmissionFile } from './opening.ts'
export { checkSubmission, openSubmission, openSubmissionFile, submissionFiles } from './opening.ts'
export { type ArchivePart, archiveParts } from './archive.ts'
export { recordParts } from './archive-records.ts'
export { closedBids, type ClosedBid, closingList, standingOffers } from './closing-list.ts'
export { hasSealed, nothingHandedIn, ownStandOf } from './handed-in.ts'
export { type OpenedBid, openReleased, openRound } from './open-round.ts'
export { type RoundKey, roundKey } from './round-keys.ts'
export { triedKeys } from './tried-keys.ts'
export { noticeTrust } from './trust.ts'
export { closingEvidence } from './closing-evidence.ts'
export { bidHeads } from './witnessed-log.ts'
export type { CurrentRound, Released } from './round-port.ts'

/** The tree head at the deadline of a round as a signed note; null while it is not fixed. */
export async function checkpointOf(ctx: Any, orderId: string, round = FIRST_ROUND): Promise<string | null> {
  return (await headAtDeadline(ctx, orderId, round))?.note ?? null
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

/** Who signs for the service in this suite: what a receipt needs, and an archive. */
export async function signersOf(ctx: Any, suite: SuiteName): Promise<readonly Signer[]> {
  const [, keys] = await Promise.all([refuseOnHold(ctx), serviceKeys(ctx)])
  return receiptSigners(keys, suite)
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
    return { publicKey, signature: toHex(sign(labelled(label, bytes))) }
  }
}

/**
 * Whether an audit record (column `body`) tells of a bid that is still secret: the log has not been fixed at the
 * deadline of its round. For whoever lists records across features.
 */
export function secretFact(ctx: Any): RawBuilder<boolean> {
  // The cast only where it is known to fit: what stands there for other entities need not be an id.
  return sql<boolean>`case when body->>'entity' = 'bid' then not exists (
    select 1 from trade t join bid_checkpoint c on c.tenant_id = t.tenant_id and c.order_id = t.order_id
    where t.tenant_id = ${ctx.tenantId} and t.id = (body->>'entityId')::uuid
      and c.round = coalesce((body->'data'->>'round')::int, ${FIRST_ROUND})) else false end`
}
