import { useNavigate } from 'react-router'
import type { Draft } from '#web/kit/use-draft.ts'
import { useOrderPages } from '../use-buyer.ts'
import type { OrderState } from '../../../engine/states.ts'
import { auditPageOf, type OrderStep, STEPS } from './audit-pages.ts'
import { isHeld } from '#web/kit/confirm-step.tsx'

/** Leaves the form of a step that was taken: to its outcome, or to its approval when it is held for one. */
export function useAfterStep(step: OrderStep, order: { state: OrderState }, draft?: Pick<Draft<never>, 'clear'>) {
  const pages = useOrderPages()
  const navigate = useNavigate()
  const { next } = STEPS[step]
  return (answer: unknown) => {
    draft?.clear()
    const page = isHeld(answer) ? auditPageOf(step, order) : next
    if (page) void navigate(pages(page), { replace: true })
  }
}
