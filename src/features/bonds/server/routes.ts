import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { GIGABYTE, MEGABYTE, SCANS, whoMay } from '#server/files/policy.ts'
import { actRoutes } from './approvals.ts'
import { extending, issuing, letterPaid } from './letters.ts'
import { messageKinds, messages } from './messages.ts'
import { ownRoutes } from './own.ts'
import { quotaRoutes } from './quota.ts'
import { refundRoute } from './refund-detail.ts'
import { registerRoutes } from './register.ts'
import { returnAgain, returning } from './returns.ts'
import { revealing } from './reveal.ts'
import { timers } from './timers.ts'

const PAPER = {
  maxSize: 20 * MEGABYTE,
  types: SCANS,
  person: { bytes: 2 * GIGABYTE, files: 2000 },
  company: { bytes: 10 * GIGABYTE, files: 10_000 },
}

/** What bidders give as security, from the choice of its form to its return. */
export function bonds({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'bonds',
    routes: [...registerRoutes, ...actRoutes(approvals), ...ownRoutes, ...quotaRoutes, refundRoute],
    workers: [returning, issuing],
    subscribers: [revealing, returnAgain, letterPaid, extending, ...timers, ...messages],
    messageKinds,
    uploads: {
      'bond-voucher': { ...PAPER, entitled: whoMay(['purchaser', 'agency'], ['tendering', 'agencyTendering']) },
      'bond-exemption': { ...PAPER, entitled: whoMay(['supplier'], ['bidding']) },
    },
    files: { 'bond.paid_voucher': 'id', 'bond.refund_voucher': 'id', 'bond_given.file_id': 'id' },
  }
}
