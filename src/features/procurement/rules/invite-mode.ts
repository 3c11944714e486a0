import { methodFor, type Run } from '../methods/all.ts'
import type { OrderState } from '../engine/states.ts'

export type InviteMode = 'draft' | 'invite' | 'rerun' | 'closed'

/**
 * How suppliers may be added to an order: chosen before its letter goes out, asked to sign up, taken along into a new run of
 * an abortive one, or not at all.
 */
export function inviteMode(
  { state, signUpEnd, ...run }: Run & { state: OrderState; signUpEnd: number | null },
  now: number,
): InviteMode {
  if (state === 'abortive.declared') return 'rerun'
  const { admission, maxSuppliers } = methodFor(run)
  if (state === 'publish.draft') return admission === 'invited' ? 'draft' : 'closed'
  // The one that is asked alone stands in the notice.
  if (maxSuppliers === 1) return 'closed'
  return state === 'publish.open' && signUpEnd !== null && now < signUpEnd ? 'invite' : 'closed'
}

/** What became of an invitation. Signing up accepts it, whatever was said before. */
export const INVITATION_STATES = {
  chosen: '待发出',
  told: '已通知',
  read: '已读',
  accepted: '已接受',
  declined: '已谢绝',
} as const
export type InvitationState = keyof typeof INVITATION_STATES

export function invitationState(one: {
  isTold: boolean
  isRead: boolean
  hasSignedUp: boolean
  hasDeclined: boolean
}): InvitationState {
  if (one.hasSignedUp) return 'accepted'
  if (one.hasDeclined) return 'declined'
  if (one.isRead) return 'read'
  return one.isTold ? 'told' : 'chosen'
}
