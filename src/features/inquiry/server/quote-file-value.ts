import { offerInWords } from '#features/quotes/rules/alternatives.ts'
import type { QuoteFile } from '#features/quotes/server/public.ts'
import type { QuoteFile as Shown } from '../contract-offer.ts'

/** A file of a quote as it is listed, with what it belongs to in words. */
export function fileValue(
  { fileId, label, name, size, itemId, alternativeNo }: QuoteFile,
  items: readonly { itemId: string; line: number }[],
): Shown {
  const line = items.find((item) => item.itemId === itemId)?.line
  return { fileId, label, name, size, of: line === undefined ? '' : offerInWords(line, alternativeNo) }
}
