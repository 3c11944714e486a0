import type { RawBuilder } from 'kysely'
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
