import { Exact, formatAmount } from '#contract/money.ts'

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
}

/** What is wrong with minutes, by field; the price of a talk only falls (财政部令第74号第四十条、第四十一条). */
export function talkProblems({ price, people, heldAt }: Agreed, bounds: Bounds): { path: string; message: string }[] {
  const { offered, limit, from, now } = bounds
  const problems: { path: string; message: string }[] = []
  const agreed = new Exact(price)
  if (agreed.gt(offered))
    problems.push({ path: 'price', message: `商定价格不能高于响应价格 ${formatAmount(offered)} 元` })
  if (agreed.gt(limit.amount))
    problems.push({ path: 'price', message: `商定价格不能高于${limit.label} ${formatAmount(limit.amount)} 元` })
  for (const side of ['buyer', 'supplier'] as const)
    if (!people.some((one) => one.side === side))
      problems.push({ path: 'people', message: `请填写${SIDES[side]}的参加人员` })
  const at = Date.parse(heldAt)
  if (at > now) problems.push({ path: 'heldAt', message: '协商时间不能晚于当前时间' })
  if (at < from) problems.push({ path: 'heldAt', message: '协商时间不能早于响应截止时间' })
  return problems
}
