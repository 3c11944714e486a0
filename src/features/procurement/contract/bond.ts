import * as z from 'zod'
import { Instant } from '#contract/time.ts'

/** A bidder's bond as those see it who decide, and everybody at the opening; never before the opening. */
export const BondStanding = z.object({
  state: z.enum(['notRequired', 'unrecorded', 'short', 'late', 'form', 'paid', 'guarantee']),
  label: z.string(),
  /** Not as the documents demand. */
  isFault: z.boolean(),
  /** On record only after the bid deadline. */
  isLateRecord: z.boolean(),
  /** What was demanded and what is on record, in words. */
  detail: z.string(),
  /** What the committee decided of the fault; null where none was put to it, or not decided yet. */
  decision: z.object({ accepted: z.boolean(), reason: z.string(), at: Instant }).nullable(),
})
export type BondStanding = z.output<typeof BondStanding>

/** How a bidder's bond stands, for a tag: in order, or with what is wrong and what the committee decided of it. */
export function bondInWords({ state, label, isFault, isLateRecord, detail, decision }: BondStanding) {
  return {
    label: isLateRecord ? `${label}（截止后登记）` : label,
    tone: isFault ? ('warning' as const) : state === 'notRequired' ? ('neutral' as const) : ('success' as const),
    notes: [
      ...(isFault ? [detail] : []),
      ...(decision ? [`${decision.accepted ? '评标委员会接受' : '评标委员会否决'}：${decision.reason}`] : []),
    ],
  }
}
