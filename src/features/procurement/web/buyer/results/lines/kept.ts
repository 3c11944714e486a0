import type * as z from 'zod'
import type { AwardInForce } from '../../../../contract/result.ts'
import { type LineChoices, NOTHING } from './line-choice.ts'

/** What stays with those who were awarded it, when others fall away. */
export function keptOf(award: z.output<typeof AwardInForce> | null, excluded: readonly string[]): LineChoices {
  if (!award) return NOTHING
  const cells: Record<string, Record<string, string>> = {}
  for (const { tradeId, lines } of award.winners)
    if (!excluded.includes(tradeId))
      for (const { itemId, quantity } of lines) if (itemId !== null) (cells[itemId] ??= {})[tradeId] = quantity
  return { ...NOTHING, cells }
}
