import { AppError } from '#contract/errors.ts'
import { envelopeOf } from '#features/procurement/rules/enums.ts'
import { bidSuite, submissionFiles } from '#features/sealed-bids/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { DecryptState } from '../rules.ts'
import { openedEnvelope, stageOf } from './access.ts'
import { type Mine, mineOf } from './bidder.ts'

type Ctx = Context<Employee>

/** The own bid in its running or past opening, by its submission; a stranger's is `notFound`. */
export async function ownBidFile(ctx: Ctx, submissionId: string, lock?: 'update'): Promise<Mine> {
  const found = await ctx.one('opening_bidder', { submissionId }, { columns: ['orderId', 'tradeId'], limit: 1 })
  if (!found) throw new AppError('notFound')
  return mineOf(ctx, found.orderId, { bidderId: found.tradeId, ...(lock ? { lock } : {}) })
}

/** What the own bid is sealed with, before and after the opening alike. */
export async function spType(ctx: Ctx, submissionId: string) {
  const { suite, keyFingerprint } = await bidSuite(ctx, submissionId)
  return { spType: suite === 'gm' ? 2 : 1, suite, keyFingerprint }
}

/** Envelopes of what is opened now, with the place that must stand in them. */
export async function envelopes(ctx: Context<Actor | null>, { order, bidder, opening }: Mine) {
  const stage = stageOf(opening)
  return {
    stage,
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    envelopeBidderId: await bidderCompany(ctx, bidder.tradeId),
    files: await submissionFiles(ctx, bidder.submissionId, openedEnvelope(order, stage)),
  }
}

/** How far the decryption of the own bid has come, all envelopes. */
export async function envelopeStatus(ctx: Ctx, submissionId: string) {
  const { bidder, opening } = await ownBidFile(ctx, submissionId)
  const opened = await ctx.many(
    'opened_file',
    { orderId: bidder.orderId, tradeId: bidder.tradeId },
    { columns: ['position'] },
  )
  const positions = new Set(opened.map((file) => file.position))
  return {
    stage: stageOf(opening),
    decryptState: bidder.decryptState,
    failure: bidder.failure,
    releasedAt: bidder.releasedAt?.toISOString() ?? null,
    decryptedAt: bidder.decryptState === DecryptState.values.success ? bidder.decryptedAt!.toISOString() : null,
    files: (await submissionFiles(ctx, submissionId)).map(({ position, name, role }) => ({
      position,
      name,
      role,
      envelope: envelopeOf(role),
      isOpened: positions.has(position),
    })),
  }
}

export async function bidderCompany(ctx: Context<Actor | null>, tradeId: string): Promise<string> {
  const row = await ctx.expectOne('trade', { id: tradeId }, { columns: ['supplierCompanyId'] })
  return row.supplierCompanyId
}
