import type { JointKey } from '#features/sealing/core/joint/joint-key.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { orderRow } from '#features/procurement/server/public.ts'
import { CeremonyStatus, type OfficerRole } from '../rules.ts'
import { type Any, attemptsOf, ownAttempt } from './access.ts'
import { unchecked } from './care.ts'
import { independenceOfAttempt, supervisorsInWords } from './holders.ts'
import { recordOf } from './view.ts'

type Order = Awaited<ReturnType<typeof orderRow>>

/*
 * What other features may call. No access checks unless said: a ready joint key is public with its order.
 */

export { ceremonyArchive } from './archive.ts'
export { answerHolds, type MaskedBid, unmask } from './joint-thread.ts'
export { notifyOfficers } from './messages.ts'

/** Who holds the parts of a finished joint key. */
export interface Holders {
  ceremonyId: string
  /** Hex, of the record: what the announcement publishes. */
  fingerprint: string
  threshold: number
  officers: {
    index: number
    userId: string
    name: string
    companyName: string
    role: OfficerRole
    /** Stepped back because of a tie to a bidder: takes no part in the opening. */
    isExcused: boolean
  }[]
}

/** Whose the finished joint key of an order is, without its record, which is large; null while there is none. */
export async function holdersOf(ctx: Any, orderId: string): Promise<Holders | null> {
  const row = await ctx.one(
    'joint_ceremony',
    { orderId, status: CeremonyStatus.values.ready },
    { columns: ['id', 'fingerprint', 'threshold'] },
  )
  if (!row?.fingerprint) return null
  const officers = await ctx.tx
    .selectFrom('joint_officer')
    .select(['idx as index', 'userId as userId', 'name', 'companyName as companyName', 'role', 'excusedAt'])
    .where('tenantId', '=', ctx.tenantId)
    .where('ceremonyId', '=', row.id)
    .orderBy('idx')
    .execute()
  return {
    ceremonyId: row.id,
    fingerprint: row.fingerprint,
    threshold: row.threshold,
    officers: officers.map(({ excusedAt, ...officer }) => ({
      ...officer,
      role: officer.role as OfficerRole,
      isExcused: excusedAt !== null,
    })),
  }
}

/** How many officers have shown lately that their devices work, of how many; for the buyer's side alone. */
export interface Readiness {
  threshold: number
  officers: number
  checked: number
  /** Who has not. */
  missing: { name: string; companyName: string }[]
}

/** Null while an order has no finished joint key. */
export async function readinessOf(ctx: Any, orderId: string): Promise<Readiness | null> {
  const ready = (await attemptsOf(ctx, orderId)).find(({ row }) => row.status === CeremonyStatus.values.ready)
  if (!ready) return null
  const officers = ready.officers.filter((officer) => officer.excusedAt === null).length
  const missing = unchecked(ready).map(({ name, companyName }) => ({ name, companyName }))
  return { threshold: ready.row.threshold, officers, checked: officers - missing.length, missing }
}

/**
 * The finished joint key of an order as its publication looks at it: how it is spread over organisations by where its
 * officers work now, and why it may not be used, if so; null while there is none.
 */
export async function keyOf(ctx: Any, order: Order) {
  const ready = (await attemptsOf(ctx, order.id)).find(({ row }) => row.status === CeremonyStatus.values.ready)
  if (!ready?.row.fingerprint) return null
  const { holders, supervisors } = await independenceOfAttempt(ctx, order, ready)
  const problem = supervisors.length > 0 ? `${supervisorsInWords(supervisors)}，请作废后另选保管人` : ''
  return { fingerprint: ready.row.fingerprint, holders, problem }
}

/** The finished joint key of an order with its fingerprint; null while there is none. */
export async function jointKeyOf(ctx: Any, orderId: string): Promise<{ record: JointKey; fingerprint: string } | null> {
  const ready = (await attemptsOf(ctx, orderId)).find(({ row }) => row.status === CeremonyStatus.values.ready)
  if (!ready?.row.fingerprint) return null
  return { record: recordOf(ctx, ready), fingerprint: ready.row.fingerprint }
}

/** The order and the own index of an officer of this ceremony; `notFound` for everybody else. */
export async function officerIn(
  ctx: Context<Actor>,
  ceremonyId: string,
): Promise<{ orderId: string; index: number; name: string; isReady: boolean }> {
  const { row, own } = await ownAttempt(ctx, ceremonyId)
  return {
    orderId: row.orderId,
    index: own.idx,
    name: own.name,
    isReady: row.status === CeremonyStatus.values.ready,
  }
}
