import { type RawBuilder, sql } from 'kysely'
import type { FurtherRound } from '#features/procurement/rules/own-offer.ts'
import { type Any, type Order, roundTerms } from './access.ts'
import { openRounds, roundRows, roundsSoFar } from '#features/quotes/server/public.ts'
import { openingRefusal } from '#features/quotes/rules/opening.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { HOST } from './quote-host.ts'
import { askedTo } from './sealed-rounds.ts'

const S = RoundStatus.values

/** What procurement asks of rounds: see its `round-port.ts`. */
export const rounds = {
  async standOf(ctx: Any, order: Order) {
    if (order.state !== 'quote.closed') return undefined
    const soFar = roundsSoFar(await roundRows(ctx, { orderId: order.id, kind: HOST.kind }))
    if (soFar.isOpen) return 'open' as const
    return openingRefusal(soFar, roundTerms(order)) ? ('last' as const) : undefined
  },

  async askedTo(ctx: Any, order: Order, tradeId: string) {
    const now = ctx.clock.now()
    return (await askedTo(ctx, order, tradeId)).flatMap(({ id: roundId, roundNo, status, ...row }) => {
      // Until it is closed the first round has the deadline of the order, which may be moved.
      const deadline = roundNo === 1 && status === S.quoting ? order.bidEnd : row.deadline
      return deadline
        ? [{ roundId, label: HOST.label(roundNo), deadline, isOpen: status === S.quoting && now < deadline }]
        : []
    })
  },

  isOpen: ({ tenantId }: Pick<Any, 'tenantId'>, orderId: RawBuilder<unknown>) =>
    openRounds({ tenantId, orderId, kind: HOST.kind, from: 2 }),
}

/** The further round that takes a quote of the trade `t` of an order `o`: of those that it was asked to alone. */
export function furtherRoundOf({ tenantId }: Pick<Any, 'tenantId'>): RawBuilder<FurtherRound | null> {
  return sql<FurtherRound | null>`(select jsonb_build_object('round', r.round_no, 'deadline', r.deadline)
    from quote_round r join quote_part p on p.tenant_id = r.tenant_id and p.round_id = r.id
    where r.tenant_id = ${tenantId} and r.order_id = o.id and r.kind = ${HOST.kind} and r.round_no > 1
      and r.status = ${S.quoting} and p.trade_id = t.id
    order by r.round_no desc limit 1)`
}
