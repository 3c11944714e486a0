import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, sum, trimZeros } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { publishWinner } from '../contract/notice.ts'
import { say } from '../methods/say.ts'
import type { Order } from './access.ts'
import { isProposed, isRanked } from './award-scope.ts'
import { orderItems } from './public.ts'
import { awardItems, candidateRows, type OfferedLine, publishedCandidates } from './results.ts'

/*
 * What a buyer proposes to award and publicises before it does. A whole order: ranked candidates, of whom the first shall win.
 * An order that may be divided: all who shall win, each with its lines.
 */

type Any = Context<Actor | null>

/** Who wins, as bodies of calls say it. */
export type Choice = Pick<BodyOf<typeof publishWinner>, 'tradeId' | 'awards' | 'unbought' | 'reasons'>

/** The proposal that is public, in the form of an award; null where nothing is proposed, or not yet public. */
export async function proposalInForce(ctx: Any, order: Order) {
  const head = isProposed(order) ? await publishedCandidates(ctx, order.id) : undefined
  if (!head) return null
  const rows = await candidateRows(ctx, order.id)
  const items = new Map((await orderItems(ctx, order)).map((item) => [item.id, item]))
  const winners = (isRanked(order) ? rows.slice(0, 1) : rows).map(({ tradeId, supplierName, price, lines }) => ({
    tradeId,
    supplierName,
    price,
    lines: (lines ?? []).map((line) => {
      const { line: number = 0, name = null, spec = null, unit = null } = items.get(line.itemId) ?? {}
      return { ...plain(line), line: number, name, spec, unit }
    }),
  }))
  return {
    price: new Exact(sum(winners.map(({ price }) => price))).toFixed(2),
    reason: head.reason,
    decidedAt: head.decidedAt.toISOString(),
    winners,
    items: await awardItems(ctx, { resultId: head.id }),
  }
}
export type ProposalInForce = NonNullable<Awaited<ReturnType<typeof proposalInForce>>>

/**
 * What an award takes from the proposal that is public. Throws `invalid` where `chosen` is something else: that would have
 * to be publicised first.
 */
export function proposedChoice(order: Order, proposal: ProposalInForce, chosen: Choice): Choice {
  const own = choiceOf(order, proposal)
  const isOpen = chosen.tradeId === undefined && chosen.awards === undefined
  if (!isOpen && (chosen.tradeId !== own.tradeId || quantitiesIn(chosen) !== quantitiesIn(own))) {
    const message = say(order, '与{publicity}的内容不一致，须重新公示后确定{winner}')
    throw new AppError('invalid', message, [{ path: own.tradeId === undefined ? 'awards' : 'tradeId', message }])
  }
  return own
}

function choiceOf(order: Order, { winners, items }: ProposalInForce): Choice {
  if (isRanked(order)) return { tradeId: winners[0]!.tradeId }
  return {
    awards: winners.map(({ tradeId, lines }) => ({
      tradeId,
      lines: lines.map(({ itemId, quantity }) => ({ itemId, quantity })),
    })),
    unbought: items
      .filter(({ unboughtReason }) => unboughtReason !== '')
      .map(({ itemId, unbought, unboughtReason }) => ({ itemId, quantity: unbought, reason: unboughtReason })),
    reasons: items.filter(({ reason }) => reason !== '').map(({ itemId, reason }) => ({ itemId, reason })),
  }
}

/** Who gets how much of which line, in one text that is the same for the same choice. */
function quantitiesIn({ awards = [] }: Choice): string {
  return awards
    .flatMap(({ tradeId, lines }) =>
      lines.map(({ itemId, quantity }) => `${tradeId} ${itemId} ${trimZeros(new Exact(quantity).toFixed())}`),
    )
    .toSorted()
    .join('\n')
}

function plain({ itemId, quantity, unitPrice, amount }: OfferedLine) {
  return { itemId, quantity: trimZeros(quantity), unitPrice: trimZeros(unitPrice), amount }
}
