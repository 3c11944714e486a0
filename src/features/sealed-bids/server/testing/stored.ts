import type { Readable } from 'node:stream'
import { orderRow } from '#features/procurement/server/public.ts'
import type { NoticeTrust, Receipt } from '#features/sealing/core/receipt.ts'
import { FIRST_ROUND } from '../../rules.ts'
import type { Any } from '../service-keys.ts'
import { noticeTrust } from '../trust.ts'

/** The bytes of a sealed file of a submission, as they lie on the disk. */
export async function cipherStream(ctx: Any, fileId: string): Promise<Readable> {
  const file = await ctx.tx
    .selectFrom('bid_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select('o.sha256')
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.fileId', '=', fileId)
    .limit(1)
    .executeTakeFirstOrThrow()
  return ctx.files.read(file.sha256.toString('hex'))
}

/** The receipt of a submission or withdrawal. */
export async function receiptOf(ctx: Any, submissionId: string): Promise<Receipt> {
  const row = await ctx.expectOne('bid_submission', { id: submissionId }, { columns: ['receipt'] })
  return row.receipt as Receipt
}

/** What an order's notice says for checking receipts: keys, deadline, tree head. Makes the keys when there are none. */
export async function trustOf(ctx: Any, orderId: string): Promise<NoticeTrust> {
  return noticeTrust(ctx, await orderRow(ctx, orderId), FIRST_ROUND)
}
