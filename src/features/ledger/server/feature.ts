import type { Feature } from '#server/feature.ts'
import { checkLedger } from './check.ts'
import { dailyClosing } from './closing.ts'

/** Accounts, journals and closings; no calls of its own. */
export const ledger: Feature = {
  name: 'ledger',
  routes: [],
  subscribers: [dailyClosing],
  check: checkLedger,
}
