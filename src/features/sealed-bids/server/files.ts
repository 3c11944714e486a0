import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { ownBid } from './bid.ts'
import { inspectedUpload, uploadRows } from './inspect.ts'
import { currentRound } from './round-port.ts'

type Ctx = Context<Employee>

/** What an upload was found to be, before the commit: a broken file is told early, and the commit is an instant. */
export async function inspectBidFile(ctx: Ctx, { params }: { params: { orderId: string; fileId: string } }) {
  const { order, trade } = await ownBid(ctx, params.orderId)
  const { round } = await currentRound(ctx, order, trade.id)
  const [found] = await uploadRows(ctx, [params.fileId])
  const { header, ...file } = await inspectedUpload(ctx, found, {
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    bidderId: ctx.actor.companyId,
    round,
    suite: order.suite,
  })
  return {
    fileId: file.fileId,
    envelopeId: header.fileId,
    role: header.role,
    name: header.name,
    size: file.size,
    plainSize: header.plainSize,
    suite: header.suite,
    recipient: header.recipient,
    cipherHash: file.cipherHash,
  }
}
