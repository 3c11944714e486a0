import { envelopeOf } from '#features/procurement/rules/enums.ts'
import { checkManifest } from '#features/sealing/core/manifest.ts'
import { UNOPENED_TYPE, type Unopened } from '#features/sealing/core/verify-bid.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { DecryptState } from '../rules.ts'
import type { BidderRecord, Order } from './access.ts'
import { openingRow } from './access.ts'

type Ctx = Context<Actor | null>
const D = DecryptState.values

export interface SealedRest {
  no: number
  supplierName: string
  /** What of the bid stays sealed. */
  what: 'all' | 'quotation'
  reason: string
}

/**
 * What of the bids on the closing list was not opened and never will be, with the reason: bids treated as revoked or
 * withdrawn, and the quotation envelopes of those who did not pass the first stage. As things stand now: before the
 * second opening nothing is final about second envelopes, so they are not in it.
 */
export async function sealedRest(ctx: Ctx, order: Order): Promise<SealedRest[]> {
  const rows = await restRows(ctx, order)
  return rows.map(({ row, what, reason }) => ({ no: row.no, supplierName: row.supplier, what, reason }))
}

/** The same for the archive, naming the sealed files: the verifier checks that none of their keys were given out. */
export async function unopenedRecord(ctx: Ctx, order: Order): Promise<Unopened> {
  const bids = (await restRows(ctx, order)).map(({ row, what, reason }) => {
    const manifest = checkManifest(row.manifest)
    const files = manifest.files.filter((file) => what === 'all' || envelopeOf(file.role) === 2)
    return { bidderId: manifest.bidderId, round: manifest.round, fileIds: files.map((file) => file.fileId), reason }
  })
  return { type: UNOPENED_TYPE, tenantId: String(ctx.tenantId), orderId: order.id, bids }
}

async function restRows(ctx: Ctx, order: Order) {
  const [first, second, offer] = await Promise.all([
    stageRows(ctx, order.id, 1),
    stageRows(ctx, order.id, 2),
    openingRow(ctx, order.id, 2),
  ])
  const isDouble = order.reviewModel === 2
  const isOver = order.endedAt !== null || order.awardedAt !== null
  return first.flatMap((row): { row: (typeof first)[number]; what: SealedRest['what']; reason: string }[] => {
    if (row.decryptState !== D.success) return gone(row) ? [{ row, what: 'all', reason: wordsOf(row) }] : []
    if (!isDouble) return []
    const again = second.find((other) => other.tradeId === row.tradeId)
    if (again) return gone(again) ? [{ row, what: 'quotation', reason: wordsOf(again) }] : []
    if (offer) return [{ row, what: 'quotation', reason: '未通过第一阶段评审，报价信封不予开启' }]
    return isOver ? [{ row, what: 'quotation', reason: '未进行报价开标，报价信封未开启' }] : []
  })
}

function gone({ decryptState: state }: Pick<BidderRecord, 'decryptState'>): boolean {
  return state === D.revoked || state === D.returned
}

function wordsOf({ decryptState: state, failure }: Pick<BidderRecord, 'decryptState' | 'failure'>): string {
  return DecryptState.label(state) + (failure ? `：${failure}` : '')
}

async function stageRows(ctx: Ctx, orderId: string, stage: number) {
  return ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .innerJoin('bid_submission as s', (j) =>
      j.onRef('s.tenantId', '=', 'b.tenantId').onRef('s.id', '=', 'b.submissionId'),
    )
    .select(['b.tradeId', 'b.no', 'b.decryptState', 'b.failure', 'c.name as supplier', 's.manifest'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', orderId)
    .where('b.stage', '=', stage)
    .orderBy('b.no')
    .execute()
}
