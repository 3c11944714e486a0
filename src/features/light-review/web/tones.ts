import type { Tone } from '#web/kit/status-tag.tsx'
import type { ReviewStatus, Stance } from '../rules/review.ts'

export const REVIEW_TONES: Readonly<Record<ReviewStatus, Tone>> = {
  set: 'neutral',
  running: 'active',
  'handed-in': 'warning',
  concluded: 'success',
  cancelled: 'neutral',
}

export const STANCE_TONES: Readonly<Record<Stance, Tone>> = { agree: 'success', reserved: 'warning', against: 'danger' }
