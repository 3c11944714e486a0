import { AppError } from '#contract/errors.ts'
import { ONBOARDING_STATUS, type OnboardingAction, type OnboardingState, type Way } from '../rules/onboarding.ts'
import { type Any, type Ctx, isKeeper, type Onboarding, ownOnboarding, todayOf } from './access.ts'
import { ONBOARDING_SUBJECT } from './kinds.ts'
import { move } from './record.ts'

/** Admits the company of a locked proposal; of what is decided already nothing is left to do. */
export async function accept(ctx: Ctx, onboardingId: string): Promise<object> {
  const row = await ownOnboarding(ctx, onboardingId, 'update')
  // The approval of this very step, where there was one, still holds the proposal.
  const to = nextOf(ctx, row, { action: 'accept', pendingApproval: null })
  if (row.validUntil < todayOf(ctx)) throw new AppError('wrongState', '申请的有效期已过，请修改后重新提交')
  const decided = { state: to, decidedAt: ctx.clock.now(), decidedByName: ctx.actor.name }
  await ctx.update('supplier_onboarding', { id: row.id }, decided)
  const record = await ctx.expectOne('supplier', { id: row.supplierId }, { lock: 'update' })
  const { categories, validFrom, validUntil, way, reason } = row
  const set = { categories, validFrom, validUntil, origin: way as Way }
  await move(ctx, record, { action: 'admit', who: 'process', reason, set })
  tell(ctx, row, to)
  return {}
}

/** The locked proposal to which the caller may do this now, and its next state. */
export async function demanded(ctx: Ctx, id: string, action: OnboardingAction) {
  const row = await ownOnboarding(ctx, id, 'update')
  const hold = await ctx.one('approval_hold', { subjectKind: ONBOARDING_SUBJECT, subjectId: id })
  return { row, to: nextOf(ctx, row, { action, pendingApproval: hold?.nodeLabel ?? null }) }
}

function nextOf(
  ctx: Ctx,
  row: Onboarding,
  { action, pendingApproval }: { action: OnboardingAction; pendingApproval: string | null },
): OnboardingState {
  demandWriter(ctx, row.way as Way)
  const record = { ...factsOf(row), pendingApproval }
  return ONBOARDING_STATUS.next(action, { record, who: whoOf(ctx), now: ctx.clock.now().getTime() })
}

export function factsOf({ way, state }: { way: string; state: string }) {
  return { way: way as Way, state: state as OnboardingState }
}

export function whoOf(ctx: Ctx) {
  return isKeeper(ctx) ? ('keeper' as const) : ('proposer' as const)
}

/** What is entered directly is of the library's keepers alone. */
export function demandWriter(ctx: Ctx, way: Way): void {
  if (way === 'direct' && !isKeeper(ctx)) throw new AppError('noRight')
}

export function demandReader(ctx: Ctx, way: Way): void {
  if (way === 'direct' && !isKeeper(ctx) && !ctx.actor.rights.has('auditing')) throw new AppError('noRight')
}

export async function moveRecord(
  ctx: Ctx,
  { supplierId }: Onboarding,
  { action, reason = '' }: { action: 'propose' | 'takeBack' | 'turnDown'; reason?: string },
) {
  const record = await ctx.expectOne('supplier', { id: supplierId }, { lock: 'update' })
  await move(ctx, record, { action, who: 'process', reason })
}

export function tell(ctx: Any, { id }: { id: string }, to: OnboardingState): void {
  ctx.emit({ kind: 'supplier.onboarding', payload: { onboardingId: id, to } })
}

export function note(
  ctx: Any,
  row: { id: string; supplierId: string },
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `supplier.onboarding-${action}`,
    entity: 'supplier',
    entityId: row.supplierId,
    summary,
    data: { onboardingId: row.id, ...data },
  })
}
