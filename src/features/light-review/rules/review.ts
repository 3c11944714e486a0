import type { OrderFacts } from '#features/procurement/engine/step.ts'
import { statesReached } from '#features/procurement/engine/states.ts'
import { methodOf } from '#features/procurement/methods/all.ts'

/** The least number of opinions that an award may rest on. */
export const MIN_MEMBERS = 2
export const MAX_MEMBERS = 9
export const MAX_CRITERIA = 30

export const REVIEW_STATES = {
  set: '待发起',
  running: '评审中',
  'handed-in': '待汇总',
  concluded: '已完成',
  cancelled: '已取消',
} as const
export type ReviewStatus = keyof typeof REVIEW_STATES

/** States of a review that has begun and not ended; the order waits for it. */
export const OPEN_STATES = ['running', 'handed-in'] as const satisfies readonly ReviewStatus[]

export function isOpenReview(status: string): boolean {
  return (OPEN_STATES as readonly string[]).includes(status)
}

/** Whether the opinions may be read. */
export function isUnsealed(status: string): boolean {
  return status === 'handed-in' || status === 'concluded'
}

export const STANCES = { agree: '同意', reserved: '有保留意见', against: '不同意' } as const
export type Stance = keyof typeof STANCES

/** One criterion as a member answers it; without a stance: not answered yet. */
export interface Answer {
  stance: Stance | null
  reason: string
}

export const ASK_KINDS = { file: '补充文件', price: '价格说明' } as const
export type AskKind = keyof typeof ASK_KINDS

/** States of an order in which its offers are known and nobody has been chosen. */
export const REVIEWABLE = statesReached('ranked', 'publicised')

/** Why opinions on the offers of an order cannot be asked for now; null when they can. */
export function startRefusal(order: OrderFacts): string | null {
  if (!REVIEWABLE.includes(order.state)) return '报价开启后、定标前方可组织线上评审'
  if (order.pendingApproval !== null) return `“${order.pendingApproval}”审批中，审批结束或撤回后方可组织线上评审`
  if (order.round === 'open') return '本轮报价尚未结束，结束后方可组织线上评审'
  return null
}

/** Whether orders of the method may be reviewed by opinions. */
export function takesOpinions({ method }: { method: number }): boolean {
  return methodOf(method).takesOpinions === true
}

/** What keeps an opinion from being handed in, by field: every criterion is answered, and every doubt has a reason. */
export function opinionProblems(answers: readonly Answer[], criteria: readonly string[]): Problem[] {
  return criteria.flatMap((_, i): Problem[] => {
    const { stance = null, reason = '' } = answers[i] ?? {}
    if (stance === null) return [{ path: `answers.${i}.stance`, message: '请选择意见' }]
    if (stance !== 'agree' && reason.trim().length < 2)
      return [{ path: `answers.${i}.reason`, message: '有保留或者不同意的，请说明理由' }]
    return []
  })
}

interface Problem {
  path: string
  message: string
}

/** How often each stance was taken on a criterion. */
export function tally(opinions: readonly (readonly Answer[])[], criterion: number): Record<Stance, number> {
  const of = (stance: Stance) => opinions.filter((answers) => answers[criterion]?.stance === stance).length
  return { agree: of('agree'), reserved: of('reserved'), against: of('against') }
}
