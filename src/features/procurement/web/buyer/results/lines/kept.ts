import type * as z from 'zod'
import type { AwardInForce } from '../../../../contract/result.ts'
import { type LineChoices, NOTHING } from './line-choice.ts'

type Award = z.output<typeof AwardInForce>

/** What stays with those who were awarded it, when others fall away. */
export function keptOf(award: Award | null, excluded: readonly string[]): LineChoices {
  if (!award) return NOTHING
  const cells: Record<string, Record<string, string>> = {}
  for (const { tradeId, lines } of award.winners)
    if (!excluded.includes(tradeId))
      for (const { itemId, quantity } of lines) if (itemId !== null) (cells[itemId] ??= {})[tradeId] = quantity
  return { ...NOTHING, cells }
}

/** What is left of a choice: those who stay have what they had; for what becomes free nothing is chosen, and no reason given. */
export function leftOf({ winners, items, ...rest }: Award, excluded: readonly string[]): LineChoices {
  const free = winners.flatMap(({ tradeId, lines }) => (excluded.includes(tradeId) ? lines : []))
  const same = items.filter(({ itemId }) => free.every((line) => line.itemId !== itemId))
  return {
    cells: keptOf({ winners, items, ...rest }, excluded).cells,
    unbought: Object.fromEntries(same.map(({ itemId, unboughtReason }) => [itemId, unboughtReason])),
    reasons: Object.fromEntries(same.map(({ itemId, reason }) => [itemId, reason])),
  }
}
