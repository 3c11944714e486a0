import { Exact, formatAmount, lineTotal, sum } from '#contract/money.ts'

/** For whom somebody took part in a talk. */
export const SIDES = { buyer: '采购人', supplier: '供应商', expert: '专业人员' } as const
export type TalkSide = keyof typeof SIDES

interface Agreed {
  /** Amounts in yuan. */
  price: string
  people: readonly { side: TalkSide }[]
  heldAt: string
}

interface Bounds {
  /** The price of the response. */
  offered: string
  /** Ceiling of the order, or budget of the project where it has none. */
  limit: { amount: string; label: string }
  /** The deadline of the response, and now; epoch ms. */
  from: number
  now: number
  /** Where the price is typed: by itself, or by line. */
  field: 'price' | 'lines'
}

/** What is wrong with minutes, by field; the price of a talk only falls (财政部令第74号第四十条、第四十一条). */
export function talkProblems({ price, people, heldAt }: Agreed, bounds: Bounds): { path: string; message: string }[] {
  const { offered, limit, from, now, field } = bounds
  const problems: { path: string; message: string }[] = []
  const agreed = new Exact(price)
  if (agreed.gt(offered))
    problems.push({ path: field, message: `商定价格不能高于响应价格 ${formatAmount(offered)} 元` })
  if (agreed.gt(limit.amount))
    problems.push({ path: field, message: `商定价格不能高于${limit.label} ${formatAmount(limit.amount)} 元` })
  for (const side of ['buyer', 'supplier'] as const)
    if (!people.some((one) => one.side === side))
      problems.push({ path: 'people', message: `请填写${SIDES[side]}的参加人员` })
  const at = Date.parse(heldAt)
  if (at > now) problems.push({ path: 'heldAt', message: '协商时间不能晚于当前时间' })
  if (at < from) problems.push({ path: 'heldAt', message: '协商时间不能早于响应截止时间' })
  return problems
}

interface LineItem {
  itemId: string
  line: number
  quantity: string
  controlPrice: string | null
}

interface LinePrice {
  itemId: string
  unitPrice: string
}

/** Every line of the bill with its unit price and amount, in the order of the bill; lines without a price come to 0. */
export function pricedLines(items: readonly LineItem[], prices: readonly LinePrice[]) {
  return items.map(({ itemId, quantity }) => {
    const unitPrice = prices.find((one) => one.itemId === itemId)?.unitPrice ?? '0'
    return { itemId, quantity, unitPrice, amount: lineTotal(unitPrice, quantity) }
  })
}

/** What lines come to, yuan. */
export function totalOf(lines: readonly { amount: string }[]): string {
  return new Exact(sum(lines.map(({ amount }) => amount))).toFixed(2)
}

/** What is wrong with prices by line: each line has one, and they add up to the price. What is agreed keeps to the limits of lines. */
export function lineProblems(
  { price, lines }: { price: string; lines: readonly LinePrice[] },
  items: readonly LineItem[],
  { isAgreed }: { isAgreed: boolean },
): { path: string; message: string }[] {
  const known = new Set(items.map(({ itemId }) => itemId))
  if (lines.some(({ itemId }) => !known.has(itemId)) || new Set(lines.map((one) => one.itemId)).size < lines.length)
    return [{ path: 'lines', message: '报价行与采购清单不一致，请刷新后重试' }]
  const problems = items.flatMap(({ itemId, line, controlPrice }) => {
    const unitPrice = new Exact(lines.find((one) => one.itemId === itemId)?.unitPrice ?? '0')
    if (unitPrice.lte(0)) return [{ path: 'lines', message: `请填写第 ${line} 行的单价` }]
    return isAgreed && controlPrice !== null && unitPrice.gt(controlPrice)
      ? [{ path: 'lines', message: `第 ${line} 行的单价不能高于该行限价 ${formatAmount(controlPrice)} 元` }]
      : []
  })
  if (problems.length > 0) return problems
  const total = totalOf(pricedLines(items, lines))
  if (new Exact(total).eq(price)) return []
  return [{ path: 'lines', message: `价格与各行合计 ${formatAmount(total)} 元不符，请刷新后重试` }]
}
