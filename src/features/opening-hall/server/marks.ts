import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import { MarkType, MarkUnit } from '../rules.ts'

interface Opened {
  supplier: string
  stage: number
  quote: string | null
  price_sheet: { marks?: { name: string; value: string; unit: number | null }[] } | null
}

/**
 * What is read out of one opened bid: the bidder as it is called now, the total quote where prices were opened, then what the
 * order asked for, as guarantee or custom mark. Of business envelopes that hold no statement only the name is read out.
 */
export function marksOf({ supplier, quote, price_sheet }: Opened, asked: OrderSettings['marks']) {
  const total = { mark_type: MarkType.values.quote, name: '投标总价', value: quote ?? '', unit: MarkUnit.values.yuan }
  const bidder = { mark_type: MarkType.values.bidder as number, name: '投标人', value: supplier, unit: null }
  return [
    bidder,
    ...(quote === null ? [] : [{ ...total, mark_type: total.mark_type as number, unit: total.unit as number | null }]),
    ...(price_sheet?.marks ?? []).map(({ name, value, unit }) => ({
      mark_type: (asked.find((mark) => mark.name === name)?.type ?? MarkType.values.custom) as number,
      name,
      value,
      unit,
    })),
  ]
}
