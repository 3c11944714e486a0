import { Exact, formatAmount } from '#contract/money.ts'
import type { Extras } from './fields.ts'

/** Which fields the costs of using something are made of. */
export interface LifeCycle {
  /** Field of the demand: over how many years. */
  yearsField: string
  /** Fields of an answer: yearly maintenance, and rows of what is consumed. */
  maintenanceField: string
  consumables: { field: string; price: string; yearlyUse: string }
}

/** Yuan; `total` with its derivation, null where something is not named. */
export interface LifeCycleCost {
  maintenance: string | null
  consumables: string
  total: string | null
  derivation: string
}

interface Offer {
  price: string | null
  extras: Extras
  years: number
}

/**
 * Cost over the years: price + (maintenance + consumables) × years. What was not named is not taken for zero: the total is left
 * out then, and the derivation says what is missing. No consumables named: there are none.
 */
export function lifeCycleCost(
  { maintenanceField, consumables: { field, price: unitPrice, yearlyUse } }: LifeCycle,
  { price, extras, years }: Offer,
): LifeCycleCost {
  const given = extras[maintenanceField]
  const maintenance = typeof given === 'string' && given !== '' ? given : null
  const rows = extras[field]
  const consumables = (Array.isArray(rows) ? rows : []).reduce(
    (all, row) => all.plus(new Exact(row[unitPrice] || 0).times(row[yearlyUse] || 0)),
    new Exact(0),
  )
  const perYear = consumables.toFixed(2)
  const missing = [price === null && '参考报价', maintenance === null && '年维保价格'].filter(Boolean)
  if (price === null || maintenance === null)
    return { maintenance, consumables: perYear, total: null, derivation: `未填报${missing.join('、')}，不能计算` }
  const total = new Exact(price).plus(consumables.plus(maintenance).times(years)).toFixed(2)
  const [shownPrice, shownUpkeep, shownUse, shownTotal] = [price, maintenance, perYear, total].map((one) =>
    formatAmount(one),
  )
  return {
    maintenance,
    consumables: perYear,
    total,
    derivation: `${shownPrice} + （${shownUpkeep} + ${shownUse}）× ${years} 年 = ${shownTotal}`,
  }
}
