import { useParams } from 'react-router'
import type { At } from '../at.ts'
import { PlanForm } from './plan-form.tsx'
import { PlanReview } from './plan-review.tsx'

/** One address for what is done with a plan: `new` and `change` write one, `review` reads and judges it. */
export function Screen(at: At) {
  const { planId, type = planId ? 'review' : 'new' } = useParams()
  if (planId && type !== 'new')
    return type === 'change' ? <PlanForm at={at} planId={planId} isChange /> : <PlanReview at={at} planId={planId} />
  return <PlanForm at={at} {...(planId && { planId })} />
}
