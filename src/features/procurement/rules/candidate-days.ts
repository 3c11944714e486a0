import { methodOf } from '../methods/all.ts'
import type { OrderSettings } from './settings.ts'

/** What documents say by themselves where nobody says otherwise (GB/T 43711-2024, 7.5.2 demands a publicity and no length). */
export const USUAL_CANDIDATE_DAYS = 3

interface Published {
  method: number
  /** As stored; may be of any age. */
  settings: unknown
}

/** The days for which an order publicises its candidates at least, by its method or its documents; 0: not at all. */
export function candidateDays({ method, settings }: Published): number {
  const { publicityDays = USUAL_CANDIDATE_DAYS, quote } = (settings ?? {}) as Partial<OrderSettings>
  switch (methodOf(method).candidates) {
    case 'always':
      return publicityDays
    case 'optional':
      return quote?.candidateDays ?? 0
    case 'never':
      return 0
  }
}

/** Whether candidates are publicised before the order is awarded. */
export function publicises(order: Published): boolean {
  return candidateDays(order) > 0
}
