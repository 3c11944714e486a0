import { type RawBuilder, sql } from 'kysely'
import { hasOpenQuestion } from '#features/quotes/server/public.ts'

const REASON = '供应商对报价的说明尚未处理，认定后方可继续'

/** What procurement asks of questions about quotes: see its `pending-port.ts`. */
export const openQuestions = {
  reason: ({ tenantId }: { tenantId: number }, orderId: string | RawBuilder<unknown>) =>
    sql<string | null>`case when ${hasOpenQuestion(tenantId, orderId)} then ${REASON}::text end`,
}
