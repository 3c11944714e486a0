import { plainLine } from '#features/procurement/rules/plain-line.ts'

/** A line of a text of the order, and what it is called where it is quoted. */
export interface DemandLine {
  source: string
  text: string
}

/** Days that a text states, with the sign of its label. */
export interface StatedDays {
  days: number
  text: string
}

const DAYS = '(\\d{1,4})\\s*(?:个)?(日历天|日历日|日|天|月)'
const LABELS = {
  validity: '(?:投标|响应|报价)(?:文件)?(?:的)?有效期(?!至)',
  duration: '(?:总工期|工期|交货期限?|供货期限?|交付期限?|完工期限?)',
} as const
const PATTERNS = {
  validity: new RegExp(`${LABELS.validity}[^\\d。；;]{0,16}${DAYS}`, 'g'),
  duration: new RegExp(`${LABELS.duration}[^\\d。；;]{0,16}${DAYS}`, 'g'),
} as const
export type DemandKind = keyof typeof PATTERNS

/** All days that a line states under a label; months count for thirty days. */
export function statedDays(text: string, kind: DemandKind): StatedDays[] {
  return [...plainLine(text).matchAll(PATTERNS[kind])].map(([whole, count, unit]) => daysOf(count!, unit!, whole))
}

/** Days in a text that is itself about when something is delivered: `合同签订后45日内交货`. */
export function deliveryDays(text: string): StatedDays[] {
  return [...plainLine(text).matchAll(new RegExp(`${DAYS}(?:内|之内|以内)`, 'g'))].map(([whole, count, unit]) =>
    daysOf(count!, unit!, whole),
  )
}

/** What the texts of an order demand: only where all that state it agree, since a wrong demand would be a false alarm. */
export function demandOf(found: readonly { source: string; days: number }[]): { days: number; source: string } | null {
  const [first] = found
  return first && found.every(({ days }) => days === first.days) ? { days: first.days, source: first.source } : null
}

/** Where the texts demand a signature or a seal; null: nowhere. */
export function signingDemand(lines: readonly DemandLine[]): string | null {
  const found = lines.find(({ text }) => /(签字|盖章|签章)/.test(plainLine(text)))
  return found ? found.source : null
}

/** The demand of one kind in the lines of an order; `delivery` is a text about delivery alone. */
export function demandIn(lines: readonly DemandLine[], kind: DemandKind, delivery?: DemandLine) {
  const stated = lines.flatMap(({ source, text }) =>
    statedDays(text, kind).map(({ days, text: said }) => ({ source: `${source}“${said}”`, days })),
  )
  const own = delivery
    ? deliveryDays(delivery.text).map(({ days, text: said }) => ({ source: `${delivery.source}“${said}”`, days }))
    : []
  return demandOf([...own, ...stated])
}

function daysOf(count: string, unit: string, text: string): StatedDays {
  return { days: Number(count) * (unit === '月' ? 30 : 1), text: text.trim() }
}
