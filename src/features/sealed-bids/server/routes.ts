import {
  type Caller,
  implement,
  implementFile,
  implementInLane,
  implementPublic,
  type Route,
} from '#server/implement.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  bidFileUpload,
  bidKeys,
  bidRoom,
  finishRehearsal,
  inspectBidFile,
  noteBidDraft,
  ownCipherFile,
  receiptJson,
  receiptPdf,
  registerBidKey,
  revokeBidKey,
  startRehearsal,
  submitBid,
  withdrawBid,
} from '../contract.ts'
import {
  logCheckpoint,
  logConsistency,
  logInclusion,
  logKeys,
  logOpenings,
  logRecords,
  logTile,
  orderCompleteness,
  orderTrust,
  receiptLookup,
  trustFile,
} from '../contract-log.ts'
import * as room from './bid-room.ts'
import { noteDraft } from './draft-notes.ts'
import * as files from './files.ts'
import { examineUploads } from './inspect.ts'
import * as keys from './keys.ts'
import * as log from './log-routes.ts'
import { bidCommits } from './record.ts'
import * as receipts from './receipts.ts'
import * as rehearsal from './rehearsal.ts'
import * as submit from './submit.ts'
import { keepSealed, receiveSealed } from './upload.ts'

const bidder = { workbench: 'supplier', right: 'bidding' } as const
/** Reads that may have to make the tenant's signing keys first. */
const keyed = { readOnly: false } as const
const open = { audience: 'public' } as const
/** A company commits one bid of an order after the other. */
const commits = {
  lane: bidCommits,
  rivalOf: ({ params }: { params: { orderId: string } }, { actor }: Caller) => `${params.orderId}/${actor?.companyId}`,
}

export const routes: readonly Route[] = [
  implement(bidKeys, bidder, keys.listKeys),
  implement(registerBidKey, bidder, keys.registerKey),
  implement(revokeBidKey, bidder, keys.revokeKey),
  implement(startRehearsal, bidder, rehearsal.startRehearsal),
  implement(finishRehearsal, bidder, rehearsal.finishRehearsal),
  implement(bidRoom, { ...bidder, ...keyed }, room.bidRoom),
  implement(noteBidDraft, bidder, noteDraft),
  implement(inspectBidFile, { ...bidder, prepare: examineOne }, files.inspectBidFile),
  implement(bidFileUpload, { ...bidder, prepare: receiveOne }, (ctx, { prepared }) => keepSealed(ctx, prepared)),
  implementInLane(submitBid, { ...bidder, ...commits, prepare: examineAll }, submit.decideSubmission),
  implementInLane(withdrawBid, { ...bidder, ...commits }, submit.decideWithdrawal),
  implementFile(receiptJson, bidder, receipts.receiptFile),
  implementFile(receiptPdf, bidder, receipts.receiptDocument),
  implementFile(ownCipherFile, bidder, receipts.ownCipher),
  implementFile(logCheckpoint, open, log.checkpoint),
  implementFile(logTile, open, log.tile),
  implementPublic(logInclusion, {}, log.inclusion),
  implementPublic(logConsistency, {}, log.consistency),
  implementPublic(logKeys, keyed, log.keys),
  implementPublic(orderTrust, keyed, log.trust),
  implementFile(trustFile, { ...open, ...keyed }, log.trustFile),
  implementPublic(receiptLookup, {}, log.lookup),
  implementFile(logOpenings, { ...open, ...keyed }, log.openings),
  implementPublic(orderCompleteness, {}, log.completeness),
  implementPublic(logRecords, {}, log.records),
]

type Prepare = NonNullable<Route['options']['prepare']>

function receiveOne(...[kernel, { raw }, caller]: Parameters<Prepare>) {
  return receiveSealed(kernel, raw, caller)
}

function examineOne(...[kernel, { params }, caller]: Parameters<Prepare>): Promise<void> {
  return examineUploads(kernel, [(params as { fileId: string }).fileId], caller)
}

function examineAll(...[kernel, { body }, caller]: Parameters<Prepare>): Promise<void> {
  return examineUploads(kernel, (body as BodyOf<typeof submitBid>).fileIds, caller)
}
