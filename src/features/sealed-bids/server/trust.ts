import { AppError } from '#contract/errors.ts'
import { jointKeyOf } from '#features/joint-key/server/public.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { headStamp, policyAt, withCosignatures } from '#features/witnesses/server/public.ts'
import { encodeNoteKey } from '#features/sealing/core/log/checkpoint.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { NOTICE_TYPE, type NoticeTrust } from '#features/sealing/core/receipt.ts'
import { FIRST_ROUND } from '../rules.ts'
import type { Bid } from './bid.ts'
import { headAtDeadline, logOrigin } from './log.ts'
import { roundKeyFor } from './round-keys.ts'
import { currentRound } from './round-port.ts'
import { type Any, serviceKeys } from './service-keys.ts'

/**
 * What the notice of an order says for checking receipts of a round offline; `notFound` for a round that has not begun.
 */
export async function noticeTrust(ctx: Any, order: Bid['order'], round: number): Promise<NoticeTrust> {
  const keys = await serviceKeys(ctx)
  const current = await currentRound(ctx, order, null)
  if (round > current.round) throw new AppError('notFound')
  const head = await headAtDeadline(ctx, order.id, round)
  const deadline = head?.deadline ?? (round === current.round ? current.deadline : order.bidEnd)
  const roundKey = await roundKeyFor(ctx, order, round)
  const key = isJoint(order.settings) ? await jointKeyOf(ctx, order.id) : null
  const witnesses = order.publishedAt && (await policyAt(ctx, order.publishedAt))
  const timeStamp = head && (await headStamp(ctx, head.size))
  return {
    type: NOTICE_TYPE,
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    title: order.title,
    deadline: deadline?.toISOString() ?? '',
    logKey: await logKey(ctx),
    serviceKeys: { ed25519: keys.ed25519.publicKey, ...(order.suite === 'gm' ? { sm2: keys.sm2.publicKey } : {}) },
    checkpoint: head ? await withCosignatures(ctx, head) : null,
    ...(witnesses && { witnesses }),
    ...(timeStamp && { timeStamp }),
    ...(round > FIRST_ROUND && { round }),
    ...(key && { jointKey: key.fingerprint }),
    ...(roundKey && { roundKey: roundKey.fingerprint }),
  }
}

/** The log's C2SP verifier key. */
export async function logKey(ctx: Any): Promise<string> {
  const { log } = await serviceKeys(ctx)
  return encodeNoteKey({ name: await logOrigin(ctx), publicKey: fromHex(log.publicKey) })
}
