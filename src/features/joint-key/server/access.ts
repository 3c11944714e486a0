import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { orderRow, ownersOrder } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { JointCeremony, JointOfficer } from '#server/database/tables.ts'
import type { CeremonyFacts, CeremonyStatus } from '../rules.ts'

export type Any = Context<Actor | null>
export type CeremonyRow = Selectable<JointCeremony>
export type OfficerRow = Selectable<JointOfficer>

/** A ceremony with its officers, and of its order what decides on it. */
export interface Attempt {
  row: CeremonyRow
  officers: OfficerRow[]
  isDraft: boolean
  /** The order ended without being opened to the end. */
  isOver: boolean
  openAt: Date | null
}

/** The order for whoever runs it; `notFound` for others. `lock` is on the order. */
export async function orderOfOwner(ctx: Context<Employee>, orderId: string, lock?: 'update') {
  return (await ownersOrder(ctx, orderId, lock)).order
}

/** The officer's own attempt, or `notFound`. Locked, when it is to be changed: officers act one after the other. */
export async function ownAttempt(
  ctx: Context<Actor>,
  ceremonyId: string,
  lock?: 'update',
): Promise<Attempt & { own: OfficerRow }> {
  const attempt = await attemptOf(ctx, ceremonyId, lock)
  const own = attempt?.officers.find((officer) => officer.userId === ctx.actor.userId)
  if (!attempt || !own) throw new AppError('notFound')
  return { ...attempt, own }
}

/**
 * The attempt of the owner's order that `is` it, locked as officers lock it; `notFound` when there is none. The order is
 * locked by the caller before.
 */
export async function ownersAttempt(
  ctx: Context<Employee>,
  orderId: string,
  is: (row: CeremonyRow) => boolean,
): Promise<Attempt> {
  const found = (await attemptsOf(ctx, orderId)).find(({ row }) => is(row))
  const attempt = found && (await attemptOf(ctx, found.row.id, 'update'))
  if (!attempt) throw new AppError('notFound')
  return attempt
}

/** An attempt without any access check. */
export async function attemptOf(ctx: Any, ceremonyId: string, lock?: 'update'): Promise<Attempt | undefined> {
  const row = await ctx.tx
    .selectFrom('joint_ceremony')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', ceremonyId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  return row && withOfficers(ctx, row)
}

/** All attempts of an order, the newest first. */
export async function attemptsOf(ctx: Any, orderId: string): Promise<Attempt[]> {
  const rows = await ctx.many('joint_ceremony', { orderId }, { orderBy: ['attempt desc'] })
  const attempts: Attempt[] = []
  for (const row of rows) attempts.push(await withOfficers(ctx, row))
  return attempts
}

export function factsOf({ row, isDraft }: Attempt, own: OfficerRow | null): CeremonyFacts {
  return {
    status: row.status as CeremonyStatus,
    isDraft,
    own: own && {
      device: own.device !== null,
      dealing: own.dealing !== null,
      confirmation: own.confirmation !== null,
    },
  }
}

async function withOfficers(ctx: Any, row: CeremonyRow): Promise<Attempt> {
  const officers = await ctx.many('joint_officer', { ceremonyId: row.id }, { orderBy: ['idx'] })
  const order = await orderRow(ctx, row.orderId)
  const isDraft = order.state === 'publish.draft'
  return { row, officers, isDraft, isOver: isOver(order), openAt: order.openAt }
}
