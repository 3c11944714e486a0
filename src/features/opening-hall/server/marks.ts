import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { MarkType, MarkUnit } from '../rules.ts'
import type { OpeningRow } from './access.ts'

interface Opened {
  supplier: string
  stage: number
  quote: string | null
  priceSheet: { marks?: { name: string; value: string; unit: number | null }[] } | null
}

/**
 * What is read out of one opened bid: the bidder as it is called now, the total quote where prices were opened, then what the
 * order asked for, as guarantee or custom mark. Of business envelopes that hold no statement only the name is read out.
 */
export function marksOf({ supplier, quote, priceSheet }: Opened, asked: OrderSettings['marks']) {
  const total = { markType: MarkType.values.quote, name: '投标总价', value: quote ?? '', unit: MarkUnit.values.yuan }
  const bidder = { markType: MarkType.values.bidder as number, name: '投标人', value: supplier, unit: null }
  return [
    bidder,
    ...(quote === null ? [] : [{ ...total, markType: total.markType as number, unit: total.unit as number | null }]),
    ...(priceSheet?.marks ?? []).map(({ name, value, unit }) => ({
      markType: (asked.find((mark) => mark.name === name)?.type ?? MarkType.values.custom) as number,
      name,
      value,
      unit,
    })),
  ]
}

/** The host's notes by bidder and opening, of this opening and the one before; none until the marks are open. */
export async function remarksOf(
  ctx: Context<Actor | null>,
  orderId: string,
  opening: OpeningRow,
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const notes = new Map<string, Map<number, string>>()
  if (!opening.marksOpenedAt) return notes
  const rows = await ctx.tx
    .selectFrom('opening_bidder')
    .select(['tradeId', 'stage', 'remark'])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('stage', '<=', opening.stage)
    .execute()
  for (const { tradeId: id, stage, remark } of rows) notes.set(id, (notes.get(id) ?? new Map()).set(stage, remark))
  return notes
}
