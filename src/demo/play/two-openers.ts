import { orderRounds } from '#features/inquiry/contract.ts'
import { setQuotePolicy } from '#features/inquiry/contract-policy.ts'
import type { Cast } from '../cast.ts'

/** Publishes an inquiry while the tenant's policy has two people open quotes. Throws after half a minute. */
export async function openedByTwo(cast: Cast, publish: () => Promise<string>): Promise<string> {
  const admin = await cast.as('admin')
  await admin.call(setQuotePolicy, { body: { openers: 2, reason: '采购内控制度第九条：重要采购由两人开启' } })
  const orderId = await publish()
  const buyer = await cast.as('buyer')
  // The first round is begun beside the request, and goes by what holds then.
  for (let i = 0; i < 300; i++) {
    const { rounds } = await buyer.call(orderRounds, { params: { orderId } })
    if (rounds.length > 0) {
      await admin.call(setQuotePolicy, { body: { openers: 0, reason: '一般采购按时自动开启' } })
      return orderId
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the first round of ${orderId} did not begin`)
}
