import * as c from '#features/light-review/contract.ts'
import type { Stance } from '#features/light-review/rules/review.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

export const CRITERIA = ['技术参数和配置满足采购要求', '交货期和售后服务满足采购要求'] as const

/** Asks these people of the owner for their opinions on the offers; the first one chairs. */
export async function startOpinions(
  owner: HttpClient,
  orderId: string,
  { names, deadline }: { names: readonly string[]; deadline: Date },
): Promise<void> {
  const params = { orderId }
  const { people } = await owner.call(c.reviewSetting, { params })
  const memberIds = names.map((name) => people.find((one) => one.name === name)!.employeeId)
  const body = { criteria: [...CRITERIA], memberIds, chairId: memberIds[0]!, deadline: deadline.toISOString() }
  await owner.call(c.startReview, { params, body })
}

/** Hands in the same stance on everything, signed. */
export async function giveOpinion(
  member: HttpClient,
  orderId: string,
  { stance = 'agree', reason = '' }: { stance?: Stance; reason?: string } = {},
): Promise<void> {
  const params = { orderId }
  const { reviews, own } = await member.call(c.onlineReview, { params })
  const answers = reviews[0]!.criteria.map(() => ({ stance, reason }))
  await member.call(c.handInOpinion, { params, body: { answers, remark: '', signature: own!.name } })
}
