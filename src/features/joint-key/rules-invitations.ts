import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

/** What became of asking somebody to hold a part of a key. */
export const InvitationStatus = enumeration({
  waiting: { value: 1, label: '待答复' },
  accepted: { value: 2, label: '已接受' },
  declined: { value: 3, label: '已谢绝' },
  withdrawn: { value: 4, label: '已撤回' },
})
export type InvitationStatus = (typeof InvitationStatus.values)[keyof typeof InvitationStatus.values]

/** Of one order; more would be looking for people, not for supervisors. */
export const MOST_INVITATIONS = 30

interface Facts {
  status: InvitationStatus
  /** The order is a draft still: afterwards its officers are fixed. */
  isDraft: boolean
}

const S = InvitationStatus.values
const draft = ({ isDraft }: Facts) => isDraft || '采购单已发布或删除，邀请已失效'

export const INVITATION = statusTable<
  InvitationStatus,
  'accept' | 'decline' | 'withdraw',
  Facts,
  { part: 'owner' | 'person' }
>(
  (invitation) => invitation.status,
  [
    {
      action: 'accept',
      label: '接受',
      from: [S.waiting],
      to: S.accepted,
      who: (who) => who.part === 'person',
      guard: draft,
    },
    { action: 'decline', label: '谢绝', from: [S.waiting], to: S.declined, who: (who) => who.part === 'person' },
    { action: 'withdraw', label: '撤回', from: [S.waiting], to: S.withdrawn, who: (who) => who.part === 'owner' },
  ],
)
