import { OrderStatus } from './enums.ts'

const S = OrderStatus.values

/** How suppliers may be added to an order: asked to sign up, taken along into a new run of an abortive one, or not at all. */
export function inviteMode(
  { status, signUpEnd }: { status: number; signUpEnd: number | null },
  now: number,
): 'invite' | 'rerun' | 'closed' {
  if (status === S.abortive) return 'rerun'
  return status === S.published && signUpEnd !== null && now < signUpEnd ? 'invite' : 'closed'
}
