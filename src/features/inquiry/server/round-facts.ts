import type { RawBuilder } from 'kysely'
import { type Any, type Order, roundTerms } from './access.ts'
import { invitedTo, openRounds, roundRows, roundsSoFar } from '#features/quotes/server/public.ts'
import { openingRefusal } from '#features/quotes/rules/opening.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { HOST } from './quote-host.ts'

/** What procurement asks of rounds: see its `round-port.ts`. */
export const rounds = {
  async standOf(ctx: Any, order: Order) {
    if (order.state !== 'quote.closed') return undefined
    const soFar = roundsSoFar(await roundRows(ctx, { orderId: order.id, kind: HOST.kind }))
    if (soFar.isOpen) return 'open' as const
    return openingRefusal(soFar, roundTerms(order)) ? ('last' as const) : undefined
  },

  async takes(ctx: Any, order: Order, tradeId: string) {
    const now = ctx.clock.now()
    const [round] = (await roundRows(ctx, { orderId: order.id, kind: HOST.kind })).filter(
      ({ status }) => status === RoundStatus.values.quoting,
    )
    // Until it is closed the first round has the deadline of the order, which may be moved.
    const deadline = round?.roundNo === 1 ? order.bidEnd : round?.deadline
    if (!round || !deadline || now >= deadline) return null
    if (round.roundNo > 1 && !(await invitedTo(ctx, round.id)).includes(tradeId)) return null
    return { roundId: round.id, roundNo: round.roundNo, deadline }
  },

  isOpen: ({ tenantId }: Pick<Any, 'tenantId'>, orderId: RawBuilder<unknown>) =>
    openRounds({ tenantId, orderId, kind: HOST.kind, from: 2 }),
}
