import { sql } from 'kysely'
import { OrderSettings } from '../../rules/settings.ts'
import type { StepServer } from '../../server/step-server.ts'

export const priceTalk: StepServer = {
  facts: {
    talk: ({ tenantId }, orderId) => sql`(select 'open' from price_talk p
      where p.tenant_id = ${tenantId} and p.order_id = ${orderId} and p.status = 'open')`,
  },
  async factsOf(_ctx, { settings }) {
    return OrderSettings.safeParse(settings).data?.auction?.priceTalk ? { talk: 'allowed' } : {}
  },
}
