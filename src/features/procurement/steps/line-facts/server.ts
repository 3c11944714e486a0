import { methodOf } from '../../methods/all.ts'
import { orderItems } from '../../server/order-items.ts'
import type { StepServer } from '../../server/step-server.ts'
import { missingFacts } from './terms.ts'

/** Named one by one up to here. */
const NAMED = 3

export const lineFacts: StepServer = {
  publishChecks: [
    async (ctx, { order, settings }) => {
      const missing = missingFacts(
        await orderItems(ctx, order),
        methodOf(order.method).lineColumns,
        settings?.lineFacts,
      )
      const named = missing.slice(0, NAMED).map(({ line, titles }) => `第 ${line} 行未填写${titles.join('、')}`)
      const more = missing.length > NAMED ? ` 等 ${missing.length} 行` : ''
      const problems = missing.length > 0 ? [{ path: 'settings.lineFacts', message: named.join('；') + more }] : []
      return { says: '逐行要求', problems }
    },
  ],
}
