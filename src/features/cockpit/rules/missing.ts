import type { Certificate } from './certificates.ts'

/** One thing that is not done yet, and where it is. */
export interface Missing {
  key: string
  label: string
  /** More of it, in words; '' where the label says all. */
  detail: string
  link: string
  /** ISO; null: until the deadline of the order. */
  dueAt: string | null
}

/** What features keep of a participation that takes offers. Instants are ISO. */
export interface PartFacts {
  orderId: string
  /** Page of the order, of its sealed bid, of the own profile. */
  places: { tender: string; bid: string; profile: string }
  /** What waits for the company in this order, as its inbox says it. */
  todos: readonly { key: string; label: string; link: string; dueAt: string | null }[]
  /** A bond that is demanded and not in force; `isGiven`: it is on its way. */
  bond: { dueAt: string | null; isGiven: boolean } | null
  ending: readonly Certificate[]
  /** The bid stands sealed, and its key has not been tried since the deadline came near. */
  isKeyToTry: boolean
}

/** What is not done, what is due first in front. Whatever the inbox says stands in its words. */
export function missingOf({ orderId, places, todos, bond, ending, isKeyToTry }: PartFacts): Missing[] {
  const rows: Missing[] = todos.map((todo) => ({ ...todo, detail: '' }))
  if (bond)
    rows.push({
      key: `bond:${orderId}`,
      label: bond.isGiven ? '保证金尚未生效' : '缴纳保证金',
      detail: bond.isGiven ? '已选择方式，款项或保函还没有到账、生效' : '',
      link: places.tender,
      dueAt: bond.dueAt,
    })
  for (const { name, validUntil } of ending)
    rows.push({
      key: `certificate:${orderId}:${name}`,
      label: `更新资质：${name}`,
      detail: `${validUntil} 到期，早于开标`,
      link: places.profile,
      dueAt: null,
    })
  if (isKeyToTry)
    rows.push({
      key: `key:${orderId}`,
      label: '预演投标密钥',
      detail: '临近截止，请确认封存所用的密钥仍能解密',
      link: places.bid,
      dueAt: null,
    })
  return rows.toSorted((a, b) => at(a.dueAt) - at(b.dueAt))
}

function at(instant: string | null): number {
  return instant === null ? Infinity : Date.parse(instant)
}
