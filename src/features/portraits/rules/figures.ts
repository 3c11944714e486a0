import { Exact, formatAmount, sum } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { CATEGORIES, PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { shareOf } from '#features/procurement/rules/saving.ts'
import type { PortraitOrder } from '../contract.ts'

/* What a portrait says, each figure with the notices that it is counted from. Pure: made in the reader's browser. */

/** A notice that a figure comes from. */
export interface Source {
  noticeId: string
  title: string
  publishedAt: string
  /** What of it counts. */
  note: string
}

export interface PortraitFigure {
  label: string
  value: string
  unit?: string
  hint: string
  sources: Source[]
}

/** A group of purchases, such as a month; yuan. */
export interface Group {
  key: string
  announced: number
  awarded: number
  abortive: number
  amount: string
  sources: Source[]
}

export interface Winner {
  companyId: string
  name: string
  wins: number
  amount: string
  /** Of all that was awarded; per cent. */
  share: string | null
  sources: Source[]
}

type Place = { noticeId: string; publishedAt: string }
type Awarded = PortraitOrder & { result: NonNullable<PortraitOrder['result']> }

/** The value of a figure where there is nothing to count. */
export const NOTHING = '-'

/** How a company buys. */
export function purchaserFigures(orders: readonly PortraitOrder[]): PortraitFigure[] {
  const announced = orders.filter(({ announced: one }) => one)
  const awarded = orders.filter(isAwarded)
  const abortive = orders.filter((one) => one.abortive)
  const publicised = orders.filter((one) => one.candidates && one.candidates.count > 0)
  const single = publicised.filter((one) => one.candidates!.count === 1)
  const amount = sum(awarded.flatMap(({ result }) => result.winners.map(({ price }) => price)))
  const signUp = spans(announced, (one) => [one.announced!.publishedAt, one.announced!.signUpEnd])
  const bid = spans(announced, (one) => [one.announced!.publishedAt, one.announced!.bidEnd])
  const whole = spans(awarded, (one) => [one.announced?.publishedAt ?? null, one.result!.publishedAt])
  return [
    {
      label: '发布采购',
      value: String(announced.length),
      unit: '个',
      hint: '按采购公告计',
      sources: announced.map((one) => source(one, one.announced!)),
    },
    {
      label: '公布结果',
      value: String(awarded.length),
      unit: '个',
      hint: `成交 ${formatAmount(amount)} 元`,
      sources: awarded.map((one) => source(one, one.result, amountOf(one))),
    },
    {
      label: '流标率',
      value: percent(abortive.length, abortive.length + awarded.length),
      hint: `已结束 ${abortive.length + awarded.length} 个，流标 ${abortive.length} 个`,
      sources: abortive.map((one) => source(one, one.abortive!)),
    },
    {
      label: '平均公示候选人',
      value: average(publicised.map((one) => one.candidates!.count)),
      unit: '家',
      hint: '按候选人公示中列名的计，公示最多列名三家的项目按三家计',
      sources: publicised.map((one) => source(one, one.candidates!, `${one.candidates!.count} 家`)),
    },
    {
      label: '单一候选人占比',
      value: percent(single.length, publicised.length),
      hint: `有候选人公示 ${publicised.length} 个，仅列一家 ${single.length} 个`,
      sources: single.map((one) => source(one, one.candidates!, '1 家')),
    },
    { label: '平均报名期', ...signUp, hint: '公告发布至报名截止' },
    { label: '平均投标或报价期', ...bid, hint: '公告发布至投标或报价截止' },
    { label: '平均采购周期', ...whole, hint: '公告发布至结果公告' },
  ]
}

/** What a company has won. */
export function supplierFigures(orders: readonly PortraitOrder[], companyId: string): PortraitFigure[] {
  const awarded = orders.filter(isAwarded)
  const own = (one: Awarded) => ownAmount(one, companyId)
  const amount = sum(awarded.map(own))
  const purchasers = new Set(awarded.map(({ purchaserId }) => purchaserId))
  return [
    {
      label: '公布成交',
      value: String(awarded.length),
      unit: '个',
      hint: '按现行有效的结果公告计',
      sources: awarded.map((one) => source(one, one.result, `${own(one)} 元`)),
    },
    {
      label: '成交金额',
      value: new Exact(amount).toFixed(2),
      unit: '元',
      hint: '多家成交的只计本企业份额',
      sources: awarded.map((one) => source(one, one.result, `${own(one)} 元`)),
    },
    {
      label: '服务采购人',
      value: String(purchasers.size),
      unit: '家',
      hint: '不同采购人',
      sources: awarded.map((one) => source(one, one.result, one.purchaserName)),
    },
  ]
}

/** Purchases by the month in which each notice came out, Beijing; `companyId`: only what this company won counts as amount. */
export function monthsOf(orders: readonly PortraitOrder[], companyId?: string): Group[] {
  const months = new Map<string, Group>()
  const at = (place: Place) => {
    const key = formatDate(place.publishedAt).slice(0, 7)
    const group = months.get(key) ?? { key, announced: 0, awarded: 0, abortive: 0, amount: '0', sources: [] }
    months.set(key, group)
    return group
  }
  for (const one of orders) {
    if (one.announced && companyId === undefined) {
      const group = at(one.announced)
      group.announced++
      group.sources.push(source(one, one.announced, '采购公告'))
    }
    if (isAwarded(one)) {
      const group = at(one.result)
      group.awarded++
      group.amount = sum([group.amount, amountOf(one, companyId)])
      group.sources.push(source(one, one.result, '结果公告'))
    }
    if (one.abortive) {
      const group = at(one.abortive)
      group.abortive++
      group.sources.push(source(one, one.abortive, '流标公告'))
    }
  }
  return [...months.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** Purchases by a fact of theirs, the most frequent first. */
export function groupsOf(
  orders: readonly PortraitOrder[],
  by: 'method' | 'category' | 'region' | 'purchaserName',
  companyId?: string,
): Group[] {
  const groups = Map.groupBy(orders, (one) => labelOf(one, by))
  return [...groups]
    .map(([key, found]) => ({
      key,
      announced: found.filter(({ announced }) => announced).length,
      awarded: found.filter(isAwarded).length,
      abortive: found.filter(({ abortive }) => abortive).length,
      amount: sum(found.filter(isAwarded).map((one) => amountOf(one, companyId))),
      sources: found.map((one) => source(one, lastOf(one))),
    }))
    .toSorted((a, b) => b.sources.length - a.sources.length || (a.key < b.key ? -1 : 1))
}

/** Who has won what a company bought, by amount. */
export function winnersOf(orders: readonly PortraitOrder[]): Winner[] {
  const awards = orders
    .filter(isAwarded)
    .flatMap((one) =>
      one.result.winners.map((winner) => ({ ...winner, source: source(one, one.result, `${winner.price} 元`) })),
    )
  const whole = sum(awards.map(({ price }) => price))
  return [...Map.groupBy(awards, ({ companyId }) => companyId)]
    .map(([companyId, own]) => {
      const amount = new Exact(sum(own.map(({ price }) => price))).toFixed(2)
      const sources = own.map((one) => one.source)
      return { companyId, name: own[0]!.name, wins: own.length, amount, share: shareOf(amount, whole), sources }
    })
    .toSorted((a, b) => new Exact(b.amount).cmp(a.amount) || b.wins - a.wins)
}

function isAwarded(one: PortraitOrder): one is Awarded {
  return one.result !== null
}

function amountOf(one: Awarded, companyId?: string): string {
  if (companyId !== undefined) return ownAmount(one, companyId)
  return new Exact(sum(one.result.winners.map(({ price }) => price))).toFixed(2)
}

function ownAmount({ result }: Awarded, companyId: string): string {
  const own = result.winners.filter((winner) => winner.companyId === companyId)
  return new Exact(sum(own.map(({ price }) => price))).toFixed(2)
}

function labelOf(one: PortraitOrder, by: 'method' | 'category' | 'region' | 'purchaserName'): string {
  if (by === 'method') return PurchaseMethod.label(one.method)
  if (by === 'category') return (CATEGORIES as Record<string, string>)[one.category] ?? one.category
  return one[by] || '未注明'
}

/** The notice that tells how far a purchase has come. */
function lastOf(one: PortraitOrder): Place {
  return one.abortive ?? one.result ?? one.candidates ?? one.announced!
}

function source(one: PortraitOrder, { noticeId, publishedAt }: Place, note = ''): Source {
  return { noticeId, title: one.title, publishedAt, note }
}

function spans(orders: readonly PortraitOrder[], of: (one: PortraitOrder) => [string | null, string | null]) {
  const found = orders.flatMap((one) => {
    const [from, to] = of(one)
    if (!from || !to) return []
    const days = (Date.parse(to) - Date.parse(from)) / DAY
    return [{ days, source: source(one, lastOf(one), `${days.toFixed(1)} 天`) }]
  })
  return {
    value: average(found.map(({ days }) => days)),
    unit: '天',
    sources: found.map((one) => one.source),
  }
}

function average(values: readonly number[]): string {
  return values.length === 0 ? NOTHING : (values.reduce((a, b) => a + b, 0) / values.length).toFixed(1)
}

function percent(part: number, whole: number): string {
  const share = shareOf(part, whole)
  return share === null ? NOTHING : `${Number(share).toFixed(1)}%`
}
