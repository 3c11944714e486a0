import { inContext } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { LiveTopic } from '#server/live.ts'
import { Id } from '#contract/id.ts'
import { SEALED_BID } from '../rules.ts'
import { checkTenantLog } from './check.ts'
import { growingLog } from './growing-log.ts'
import { home } from './home.ts'
import { routes } from './routes.ts'
import { subscribers } from './tick.ts'
import { sealedPolicy } from './upload-policy.ts'

/** `bid:<tradeId>`: what happens to a bid; its own company hears of it and nobody else. */
const topics: readonly LiveTopic[] = [
  {
    prefix: 'bid',
    allows: async (kernel, { tenantId, actor }, id) => {
      if (!actor?.companyId || !Id.safeParse(id).success) return false
      const { companyId } = actor
      return inContext(kernel, { tenantId, actor, readOnly: true }, async ({ tx }) => {
        const own = await tx
          .selectFrom('trade')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('id', '=', id)
          .where('supplierCompanyId', '=', companyId)
          .executeTakeFirst()
        return own !== undefined
      })
    },
  },
]

export const sealedBids: Feature = {
  name: 'sealed-bids',
  files: { 'bid_upload.file_id': 'id', 'bid_file.file_id': 'id', 'opened_file.file_id': 'id' },
  routes,
  subscribers,
  topics,
  home,
  records: [growingLog],
  check: checkTenantLog,
  uploads: { [SEALED_BID]: sealedPolicy },
}
