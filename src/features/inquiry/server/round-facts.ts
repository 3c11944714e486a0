import type { RawBuilder } from 'kysely'
import { type Any, type Order, roundTerms } from './access.ts'
import { hasPage } from '#features/procurement/methods/places.ts'
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

  /** What sealing asks: the round that takes offers, or took them last. */
  async currentRound(ctx: Any, order: Order) {
    const first = { round: 1, deadline: order.bidEnd, isOpen: order.state === 'publish.open' }
    if (!hasPage(order, 'quote.rounds')) return first
    const last = (await roundRows(ctx, { orderId: order.id, kind: HOST.kind })).at(-1)
    if (!last || last.roundNo === 1) return first
    const isOpen = last.status === RoundStatus.values.quoting
    return { round: last.roundNo, deadline: last.deadline, isOpen, tradeIds: await invitedTo(ctx, last.id) }
  },

  isOpen: ({ tenantId }: Pick<Any, 'tenantId'>, orderId: RawBuilder<unknown>) =>
    openRounds({ tenantId, orderId, kind: HOST.kind, from: 2 }),
}
