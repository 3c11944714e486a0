import { formatAmount, formatDigits } from '#contract/money.ts'
import { heading, paragraph, type RichNode, table } from './rich-text.ts'

interface Part {
  supplierName: string
  price: string
  lines: readonly { itemId: string; quantity: string; unitPrice: string; amount: string }[]
}

interface AwardText {
  parts: readonly Part[]
  unbought: readonly { itemId: string; quantity: string; reason: string }[]
  items: readonly { itemId: string; line: number; name: string; spec: string; unit: string }[]
  /** Lines and unit prices are named as well. */
  hasLines: boolean
}

/**
 * The text of a result notice with what each winner delivers, before who signs it; words of the method in braces. The sums of several
 * winners must stand in it, those of one stand in its live fields.
 */
export function withAwards(content: RichNode, { parts, unbought, items, hasLines }: AwardText): RichNode {
  const itemOf = new Map(items.map((item) => [item.itemId, item]))
  const lead = (itemId: string) => {
    const item = itemOf.get(itemId)
    return [String(item?.line ?? ''), [item?.name, item?.spec].filter(Boolean).join('，')]
  }
  const sums = parts.map(({ supplierName, price }, i) => [String(i + 1), supplierName, formatAmount(price)])
  const lines = parts.flatMap(({ supplierName, lines: of }) =>
    of.map(({ itemId, quantity, unitPrice, amount }) => [
      ...lead(itemId),
      supplierName,
      `${formatDigits(quantity)} ${itemOf.get(itemId)?.unit ?? ''}`,
      formatDigits(unitPrice, 2),
      formatAmount(amount),
    ]),
  )
  const left = unbought.map(({ itemId, quantity, reason }) => [
    ...lead(itemId),
    `${formatDigits(quantity)} ${itemOf.get(itemId)?.unit ?? ''}`,
    reason,
  ])
  const given = content.content ?? []
  return {
    ...content,
    content: [
      ...given.slice(0, -1),
      ...(sums.length > 1
        ? [heading('各{winner}的{won}情况', 3), table(['序号', '{winner}', '{won}金额（元）'], sums)]
        : []),
      ...(hasLines && lines.length > 0
        ? [
            heading('{won}明细', 3),
            table(['行号', '名称与规格', '{winner}', '数量', '单价（元）', '金额（元）'], lines),
          ]
        : []),
      ...(left.length > 0
        ? [paragraph('以下清单行本次不采购：'), table(['行号', '名称与规格', '数量', '原因'], left)]
        : []),
      ...given.slice(-1),
    ],
  }
}
