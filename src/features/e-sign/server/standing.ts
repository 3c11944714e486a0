import { AppError } from '#contract/errors.ts'
import { leftOf } from '#features/membership/server/public.ts'
import { SIGN_COPIES } from '#features/payment/rules/catalogue.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type Refusal, REFUSALS } from '../rules/refusals.ts'

type Ctx = Context<Actor | null>

/** Somebody who may sign for a company. */
export interface Signer {
  employeeId: string
  userId: string
  name: string
  openedAt: Date
}

/** Whether a company may sign at all, and since when. */
export async function companyOpening(ctx: Ctx, companyId: string): Promise<{ openedAt: Date } | undefined> {
  return ctx.one('sign_company', { companyId }, { columns: ['openedAt'] })
}

/**
 * All who may sign for a company now, those who were opened first in front: opened by themselves, not revoked, still working
 * there and marked as signer. None where the company is not opened.
 */
export async function signersOf(ctx: Ctx, companyId: string): Promise<Signer[]> {
  return inForce(ctx, companyId).execute()
}

/** The same of one person; undefined for whoever may not sign for this company. */
export async function signerOf(
  ctx: Ctx,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Signer | undefined> {
  return inForce(ctx, companyId).where('s.userId', '=', userId).executeTakeFirst()
}

function inForce(ctx: Ctx, companyId: string) {
  return ctx.tx
    .selectFrom('sign_employee as s')
    .innerJoin('employee as e', (j) => j.onRef('e.tenantId', '=', 's.tenantId').onRef('e.id', '=', 's.employeeId'))
    .innerJoin('sign_company as c', (j) =>
      j.onRef('c.tenantId', '=', 's.tenantId').onRef('c.companyId', '=', 's.companyId'),
    )
    .select(['s.employeeId', 's.userId', 's.name', 's.openedAt'])
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.companyId', '=', companyId)
    .where('s.state', '=', 'opened')
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .where('e.isSigner', '=', true)
    .orderBy('s.openedAt')
    .orderBy('s.id')
    .$narrowType<{ openedAt: Date }>()
}

/** How somebody stands with signing for a company: what is there, and the first thing that is in the way. */
export interface Standing {
  companyOpened: boolean
  personOpened: boolean
  /** Copies that are neither used nor set apart. */
  copiesLeft: number
  reason: Refusal | null
}

export async function standingOf(
  ctx: Ctx,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Standing> {
  const companyOpened = (await companyOpening(ctx, companyId)) !== undefined
  const personOpened = (await signerOf(ctx, { companyId, userId })) !== undefined
  const { remain: copiesLeft } = await leftOf(ctx, { companyId, product: SIGN_COPIES })
  const reason = !companyOpened
    ? 'companyNotOpened'
    : !personOpened
      ? 'personNotOpened'
      : copiesLeft === 0
        ? 'noCopies'
        : null
  return { companyOpened, personOpened, copiesLeft, reason }
}

/**
 * Throws `wrongState` where the company or the person is not opened and `serviceNotBought` where fewer than `copies` (1) are
 * left, with `details.reason` as `Refusal`. A signer of somebody else's task needs no copy: `copies` 0.
 */
export async function assertCanSign(
  ctx: Ctx,
  { companyId, userId, copies = 1 }: { companyId: string; userId: string; copies?: number },
): Promise<void> {
  const { reason, copiesLeft } = await standingOf(ctx, { companyId, userId })
  if (reason && reason !== 'noCopies') throw new AppError('wrongState', REFUSALS[reason], { reason })
  if (copiesLeft < copies) throw new AppError('serviceNotBought', REFUSALS.noCopies, { reason: 'noCopies' })
}
