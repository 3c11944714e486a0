import { Exact, lineTotal, sum } from '#contract/money.ts'
import { amountLeft, type Bounds, ceilingOf, type EntryBounds, type Item, leftOf, type Price } from './quota.ts'
import type { CallRule, Category, Kind, Regime } from './words.ts'

/* Rules as data: a warning never stops anybody, a block always does. */

export interface Finding {
  rule: string
  severity: 'warn' | 'block'
  text: string
  /** Where it says so. */
  basis: string
}

export interface AgreementInput {
  kind: Kind
  regime: Regime
  category: Category
  rule: CallRule
  from: string
  until: string
  today: string
  quota: string | null
  hasTerms: boolean
  items: readonly Item[]
  entries: readonly { name: string; share: string | null; prices: readonly Price[] }[]
}

interface Rule<I> {
  rule: string
  severity: Finding['severity']
  basis: string
  /** What is wrong; null: nothing. */
  says: (input: I) => string | null
}

const ORDER_110 = '政府采购框架协议采购方式管理暂行办法（财政部令第110号）'
const GB = 'GB/T 43711 附录 D'
const OWN = '框架协议管理规则'

/** Years that a government agreement may last at most. */
const YEARS: Partial<Record<Category, number>> = { goods: 1, services: 2 }

/** The last day of so many years from a day on. */
export function lastDay(from: string, years: number): string {
  const day = new Date(`${from}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10)
}

const AGREEMENT_RULES: readonly Rule<AgreementInput>[] = [
  {
    rule: 'term',
    severity: 'warn',
    basis: ORDER_110,
    says: ({ regime, category, from, until }) => {
      const years = YEARS[category]
      if (regime !== 'government' || years === undefined || until <= lastDay(from, years)) return null
      return `${category === 'goods' ? '货物' : '服务'}项目框架协议有效期一般不超过 ${years} 年`
    },
  },
  {
    rule: 'competition',
    severity: 'warn',
    basis: ORDER_110,
    says: ({ regime, entries }) =>
      regime === 'government' && entries.length < 2 ? '封闭式框架协议的入围供应商一般不少于两家' : null,
  },
  {
    rule: 'second-stage',
    severity: 'warn',
    basis: GB,
    says: ({ kind }) => (kind === 'supplier' ? '定商协议未约定价格，下达订单前应另行组织竞争' : null),
  },
  {
    rule: 'over',
    severity: 'block',
    basis: OWN,
    says: ({ until, today }) => (until < today ? '协议截止日期已过' : null),
  },
  {
    rule: 'terms',
    severity: 'block',
    basis: OWN,
    says: ({ hasTerms }) => (hasTerms ? null : '请填写协议条款或上传协议文件'),
  },
  {
    rule: 'suppliers',
    severity: 'block',
    basis: OWN,
    says: ({ entries }) => (entries.length === 0 ? '请选择供应商' : null),
  },
  {
    rule: 'prices',
    severity: 'block',
    basis: OWN,
    says: ({ kind, items, entries }) => {
      const missing = entries.find(({ prices }) => items.some(({ line }) => !priceOf(prices, line)?.unitPrice))
      return kind !== 'supplier' && missing ? `${missing.name}缺少协议价` : null
    },
  },
  {
    rule: 'volume',
    severity: 'block',
    basis: OWN,
    says: ({ kind, items, entries }) => {
      const missing = entries.find(({ prices }) =>
        items.some(({ line, quantity }) => !(priceOf(prices, line)?.quantity ?? (entries.length === 1 && quantity))),
      )
      return kind === 'volume' && missing ? `定商定价定量的协议须约定${missing.name}的数量` : null
    },
  },
  {
    rule: 'bound',
    severity: 'block',
    basis: OWN,
    says: ({ quota, items, entries }) => {
      const open = entries.find((entry) => !(Number(ceilingOf(quota, entry, items)) > 0))
      return open ? '请填写协议总金额，或每行标的的数量上限和协议价' : null
    },
  },
  {
    rule: 'shares',
    severity: 'block',
    basis: OWN,
    says: ({ quota, entries }) => {
      const shares = entries.flatMap(({ share }) => share ?? [])
      if (shares.length > 0 && quota === null) return '按份额分配须填写协议总金额'
      return new Exact(sum(shares)).gt(100) ? '各供应商份额合计不能超过 100%' : null
    },
  },
]

/** What is to be said of an agreement before it is sent. */
export function agreementFindings(input: AgreementInput): Finding[] {
  return found(AGREEMENT_RULES, input)
}

export interface OrderInput {
  today: string
  from: string
  until: string
  bounds: Bounds
  entry: EntryBounds & { isActive: boolean }
  lines: readonly { line: number; quantity: string; unitPrice: string }[]
  /** Rotation: whom it passes over; null: nobody. */
  passesOver: string | null
  skipReason: string
  /** What the library of suppliers says against it. */
  admission: { level: 'warn' | 'block'; reason: string } | null
}

const ORDER_RULES: readonly Rule<OrderInput>[] = [
  {
    rule: 'period',
    severity: 'block',
    basis: OWN,
    says: ({ today, from, until }) => (today < from || today > until ? `协议有效期为 ${from} 至 ${until}` : null),
  },
  {
    rule: 'entry',
    severity: 'block',
    basis: OWN,
    says: ({ entry }) => (entry.isActive ? null : '该供应商已暂停、退出或尚未确认协议'),
  },
  {
    rule: 'admission',
    severity: 'block',
    basis: '供应商管理规定',
    says: ({ admission }) => (admission?.level === 'block' ? admission.reason : null),
  },
  {
    rule: 'grade',
    severity: 'warn',
    basis: '供应商管理规定',
    says: ({ admission }) => (admission?.level === 'warn' ? admission.reason : null),
  },
  {
    rule: 'price',
    severity: 'block',
    basis: ORDER_110,
    says: ({ entry, lines, bounds }) => {
      const above = lines.find(({ line, unitPrice }) => {
        const agreed = priceOf(entry.prices, line)?.unitPrice
        return agreed && new Exact(unitPrice).gt(agreed)
      })
      return above ? `“${nameOf(bounds, above.line)}”的单价高于协议价` : null
    },
  },
  {
    rule: 'quantity',
    severity: 'block',
    basis: OWN,
    says: ({ entry, lines, bounds }) => {
      for (const { line, quantity } of lines) {
        const left = leftOf(line, bounds, entry)
        if (left !== null && new Exact(quantity).gt(left)) return `“${nameOf(bounds, line)}”最多还可订 ${left}`
      }
      return null
    },
  },
  {
    rule: 'amount',
    severity: 'block',
    basis: OWN,
    says: ({ entry, lines, bounds }) => {
      const left = amountLeft(bounds, entry)
      const wanted = sum(lines.map(({ unitPrice, quantity }) => lineTotal(unitPrice, quantity)))
      if (left === null || new Exact(wanted).lte(left)) return null
      return `订单金额 ${new Exact(wanted).toFixed(2)} 元超过剩余额度 ${left} 元`
    },
  },
  {
    rule: 'turn',
    severity: 'block',
    basis: OWN,
    says: ({ passesOver, skipReason }) =>
      passesOver !== null && skipReason.trim().length < 2
        ? `按顺序轮候应由${passesOver}供货，改选其他供应商须说明理由`
        : null,
  },
]

/** What is to be said of an order from an agreement. */
export function orderFindings(input: OrderInput): Finding[] {
  return found(ORDER_RULES, input)
}

function found<I>(rules: readonly Rule<I>[], input: I): Finding[] {
  return rules.flatMap(({ rule, severity, basis, says }) => {
    const text = says(input)
    return text === null ? [] : [{ rule, severity, text, basis }]
  })
}

function priceOf(prices: readonly Price[], line: number) {
  return prices.find((one) => one.line === line)
}

function nameOf({ items }: Bounds, line: number): string {
  return items.find((one) => one.line === line)?.name ?? ''
}
