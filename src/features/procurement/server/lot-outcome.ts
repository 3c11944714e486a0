import type { EachOutcome } from '#server/implement.ts'
import type { LotOutcome } from '../contract/shared.ts'

/** What became of one order among several; one that waits for its approval is not done yet. */
export function lotOutcome(one: EachOutcome<object>): LotOutcome {
  const orderId = one.record
  if (!one.isDone) return { orderId, outcome: 'refused', code: one.code, reason: one.reason }
  const isHeld = 'approval' in one.answer && one.answer.approval !== undefined
  return { orderId, outcome: isHeld ? 'held' : 'done', code: null, reason: '' }
}
