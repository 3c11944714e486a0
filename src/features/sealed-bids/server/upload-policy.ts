import { sql } from 'kysely'
import { DAY } from '#contract/time.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { codesWith } from '#features/procurement/methods/all.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { UploadPolicy } from '#server/files/policy.ts'
import { inState } from '#features/procurement/server/public.ts'
import { MAX_FILE, MAX_TOTAL } from '../rules.ts'
import { hasRunningRound } from './running-round.ts'

/** Of one tender: a bid may be replaced several times, and a broken transfer begun anew. */
const PER_TENDER = { bytes: 4 * MAX_TOTAL, files: 200 }

/** Sealed files: from bidders only, while they may bid. Large ones take a night on a slow line. */
export const sealedPolicy: UploadPolicy = {
  maxSize: MAX_FILE,
  types: ['cipher'],
  entitled: tendersNow,
  person: PER_TENDER,
  company: PER_TENDER,
  unfinishedMs: DAY,
  usesReserve: true,
}

/**
 * Tenders with sealed bids that the company is admitted to and that closed within the thirty days that quotas count, or
 * have not closed; words when none of them is open.
 */
async function tendersNow(ctx: Context<Actor>): Promise<number | string> {
  const none = '您没有可以提交加密文件的项目，不能上传'
  const { companyId, rights } = ctx.actor
  if (companyId === null || !rights.has('bidding')) return none
  const now = ctx.clock.now()
  const { counted, open } = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .select((e) => e.fn.countAll<number>().as('counted'))
    .select(
      sql<number>`count(*) filter (where (o.bid_end > ${now} and ${inState('o.state', 'publish.open')})
        or ${hasRunningRound('o')})`.as('open'),
    )
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', companyId)
    .where('t.status', '=', TradeStatus.values.passed)
    .where('o.method', 'in', SEALED)
    .where((e) => e.or([e('o.bidEnd', '>', new Date(now.getTime() - 30 * DAY)), hasRunningRound('o')]))
    .executeTakeFirstOrThrow()
  return open > 0 ? counted : none
}

const SEALED = codesWith((method) => method.offers === 'sealed')
