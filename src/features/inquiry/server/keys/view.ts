import type * as z from 'zod'
import { holdersOf } from '#features/joint-key/server/public.ts'
import { participants } from '#features/procurement/server/public.ts'
import type { RoundRow } from '#features/quotes/server/public.ts'
import { closedBids } from '#features/sealed-bids/server/public.ts'
import type { JointState, Phase, RoundRelease } from '../../contract-keys.ts'
import type { Any, Order } from '../access.ts'
import { extensionRefusal, extensionsOf } from './extension.ts'
import { answersOf, endOf, type Opening, openingOf, releasesOf } from './opening.ts'

export function phaseOf({ ceremonyId, closedAt, begunAt, doneAt }: Opening): Phase {
  if (doneAt) return 'opened'
  if (ceremonyId === null || closedAt === null) return 'releasing'
  return begunAt ? 'opening' : 'answering'
}

/** Who is awaited behind the deadline of a round, for the buyer's side; null before, and where the service holds the key. */
export async function releaseView(
  ctx: Any,
  { order, round, isOwner }: { order: Order; round: RoundRow; isOwner: boolean },
): Promise<z.input<typeof RoundRelease> | null> {
  const opening = await openingOf(ctx, round.id)
  if (!opening) return null
  const [list, releases, people, extensions] = await Promise.all([
    closedBids(ctx, order.id, round.roundNo),
    releasesOf(ctx, round.id),
    participants(ctx, order.id),
    extensionsOf(ctx, round.id),
  ])
  const awaited = list.length - releases.length
  return {
    phase: phaseOf(opening),
    end: (await endOf(ctx, opening)).toISOString(),
    extensions,
    mayExtend: isOwner ? await extensionRefusal(ctx, { order, opening, awaited }) : '由经办单位延长提交密钥的时限',
    suppliers: list.map(({ tradeId }) => ({
      tradeId,
      supplierName: people.find((one) => one.tradeId === tradeId)?.companyName ?? '',
      releasedAt: releases.find((one) => one.tradeId === tradeId)?.releasedAt.toISOString() ?? null,
    })),
    joint: await jointState(ctx, order.id, opening),
  }
}

/** The officers' part; null where they hold no key. */
export async function jointState(ctx: Any, orderId: string, opening: Opening): Promise<JointState | null> {
  const key = opening.ceremonyId === null ? null : await holdersOf(ctx, orderId)
  if (!key) return null
  const answers = await answersOf(ctx, opening.roundId)
  return {
    threshold: key.threshold,
    fingerprint: key.fingerprint,
    closedAt: opening.closedAt?.toISOString() ?? null,
    begunAt: opening.begunAt?.toISOString() ?? null,
    officers: key.officers.map(({ index, name, companyName, role, isExcused }) => {
      const own = answers.filter(({ idx }) => idx === index)
      const held = own.find(({ holds }) => holds)
      const state = held ? 'answered' : isExcused ? 'excused' : own.length > 0 ? 'refused' : 'waiting'
      const lies = own.filter(({ holds }) => !holds).length
      return { index, name, companyName, role, state, answeredAt: held?.at.toISOString() ?? null, lies }
    }),
  }
}
