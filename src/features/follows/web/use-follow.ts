import { useNavigate } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { ask } from '#web/feedback.ts'
import { type Outcome, useAction } from '#web/use-call.ts'
import { followCompany, followOrder, unfollowCompany, unfollowOrder } from '../contract.ts'

/** Where follows and memberships are sold. */
export const SERVICES = '/services/platform-points/list'

/** Follows an order, or no longer; offers the purchase where the company has bought too little. */
export function useFollowOrder() {
  const follow = useAction(followOrder, { overlay: false, success: '已关注，有公开进展时提醒' })
  const unfollow = useAction(unfollowOrder, { overlay: false, success: '已取消关注' })
  const offer = useOffer()
  return {
    busy: follow.busy || unfollow.busy,
    set: async (orderId: string, isFollowed: boolean) =>
      isFollowed
        ? offer(await follow.run({ params: { orderId } }))
        : void (await unfollow.run({ params: { orderId } })),
  }
}

/** The same of a company. */
export function useFollowCompany() {
  const follow = useAction(followCompany, { overlay: false, success: '已关注，有公开动态时提醒' })
  const unfollow = useAction(unfollowCompany, { overlay: false, success: '已取消关注' })
  const offer = useOffer()
  return {
    busy: follow.busy || unfollow.busy,
    set: async (companyId: string, isFollowed: boolean) =>
      isFollowed
        ? offer(await follow.run({ params: { companyId } }))
        : void (await unfollow.run({ params: { companyId } })),
  }
}

function useOffer() {
  const navigate = useNavigate()
  return async (outcome: Outcome<unknown>): Promise<void> => {
    if (outcome.ok || outcome.error.code !== ERRORS.serviceNotBought.code) return
    outcome.error.handled = true
    const question = { title: '关注数量不足', content: outcome.error.message, okText: '查看增值服务' }
    if (await ask(question)) void navigate(SERVICES)
  }
}
