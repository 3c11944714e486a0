import { sql } from 'kysely'
import type { StepServer } from '../../server/step-server.ts'

export const winner: StepServer = {
  facts: {
    hasContract: ({ tenantId }, orderId) => sql`exists (select from order_contract_date d
      where d.tenant_id = ${tenantId} and d.order_id = ${orderId})`,
  },
  todos: [{ action: 'award', key: 'award', page: 'winner.edit' }],
}
