import { Exact } from '#contract/money.ts'
import { SIGN_COPIES, UNITS } from '#features/payment/rules/catalogue.ts'
import { daysBetween, later } from './period.ts'

/** Memberships from the lowest to the highest. */
export const TIERS: readonly string[] = ['basic', 'advanced', 'diamond']

/** What comes with a membership: how often a year, or as often as one likes. */
export const INCLUDED: Readonly<Record<string, Readonly<Record<string, number | 'unlimited'>>>> = {
  basic: { preview: 12 },
  advanced: { preview: 'unlimited' },
  diamond: { preview: 'unlimited' },
}

/** Up to how many yuan the platform stands in for bonds of a member (保证金额度). */
export const QUOTAS: Readonly<Record<string, string>> = { advanced: '200000.00', diamond: '500000.00' }

/**
 * In how many groups (searches that tell) each person of a company may subscribe to new orders (招标订阅), by what the company
 * has in force; null: in any number. Numbers of memberships are the catalogue's; that of the product bought alone is ours.
 */
export const GROUPS: Readonly<Record<string, number | null>> = {
  subscription: 3,
  basic: 3,
  advanced: 20,
  diamond: null,
}
/** The same without any of them. */
const FREE_GROUPS = 1

/** The most groups that anything in force allows each person; null: any number. */
export function groupsOf(lots: readonly Lot[], now: Date): number | null {
  return mostOf(GROUPS, { lots, now, free: FREE_GROUPS })
}

/** What a company may follow: other companies (关注企业), orders (关注项目). */
export type Followed = 'companies' | 'orders'

/**
 * How many companies or orders a company may follow at a time, by what it has in force; null: any number; none without any of
 * them. The numbers are ours, and stand in the catalogue.
 */
export const FOLLOWS: Readonly<Record<Followed, Readonly<Record<string, number | null>>>> = {
  companies: { 'follow-company': 20, basic: 5, advanced: 50, diamond: null },
  orders: { 'follow-project': 20, basic: 5, advanced: 50, diamond: null },
}

/** The most that anything in force allows the company to follow; null: any number. */
export function followsOf(followed: Followed, lots: readonly Lot[], now: Date): number | null {
  return mostOf(FOLLOWS[followed], { lots, now, free: 0 })
}

/** The highest number that a product in force stands for, `free` without any; null: no limit. */
function mostOf(
  numbers: Readonly<Record<string, number | null>>,
  { lots, now, free }: { lots: readonly Lot[]; now: Date; free: number },
): number | null {
  const allowed = lots
    .filter((lot) => lot.product in numbers && stateOf(lot, now) === 'active')
    .map(({ product }) => numbers[product] ?? null)
  return allowed.includes(null) ? null : Math.max(free, ...allowed.map(Number))
}

/** How many years a count lasts that does not last for good. */
const LASTS: Readonly<Record<string, number>> = { [SIGN_COPIES]: 2 }

/** When a count of a product that begins now is over; null: never. */
export function endOf(product: string, from: Date): Date | null {
  const years = LASTS[product]
  return years === undefined ? null : later(from, years, UNITS.year)
}

/** What was bought, as far as rules look at it. `quantity` null: time. */
export interface Lot {
  id: string
  product: string
  quantity: number | null
  used: number
  /** Of a count, what is set apart for services under way. */
  held: number
  fromAt: Date
  untilAt: Date | null
  paid: string
  endedAt: Date | null
}

export type LotState = 'pending' | 'active' | 'used' | 'expired' | 'ended'

export function stateOf({ quantity, used, fromAt, untilAt, endedAt }: Lot, now: Date): LotState {
  if (endedAt) return 'ended'
  if (untilAt && untilAt <= now) return 'expired'
  if (quantity !== null && used >= quantity) return 'used'
  return fromAt > now ? 'pending' : 'active'
}

/** Neither over nor taken back. */
export function isLive(lot: Lot, now: Date): boolean {
  return ['pending', 'active'].includes(stateOf(lot, now))
}

/** The membership in force: the highest that is active. */
export function membershipOf<L extends Lot>(lots: readonly L[], now: Date): L | undefined {
  const active = lots.filter((lot) => TIERS.includes(lot.product) && stateOf(lot, now) === 'active')
  return active.toSorted((a, b) => TIERS.indexOf(b.product) - TIERS.indexOf(a.product))[0]
}

/** Where time of a product would begin that is bought now: when what there is ends, a higher membership included. */
export function beginOf(lots: readonly Lot[], product: string, now: Date): Date {
  const tier = TIERS.indexOf(product)
  const before = lots.filter(
    (lot) =>
      lot.quantity === null &&
      isLive(lot, now) &&
      (lot.product === product || (tier >= 0 && TIERS.indexOf(lot.product) > tier)),
  )
  return before.reduce((last, { untilAt }) => (untilAt! > last ? untilAt! : last), now)
}

/** Lower memberships that end when this one begins, each with what its unused days are worth at its day price. */
export function replacedBy(
  lots: readonly Lot[],
  product: string,
  now: Date,
): { lot: Lot; days: number; worth: string }[] {
  const tier = TIERS.indexOf(product)
  return lots
    .filter((lot) => TIERS.includes(lot.product) && TIERS.indexOf(lot.product) < tier && isLive(lot, now))
    .map((lot) => ({ lot, ...unusedOf(lot, now) }))
}

/** Days of a lot of time that are left, and what they are worth; to the cent, rounded down. */
export function unusedOf({ fromAt, untilAt, paid }: Lot, now: Date): { days: number; worth: string } {
  const days = daysBetween(now > fromAt ? now : fromAt, untilAt!)
  const all = daysBetween(fromAt, untilAt!)
  return { days, worth: new Exact(paid).times(days).div(Math.max(all, 1)).toFixed(2, Exact.ROUND_DOWN) }
}

/** What of a count can be used: neither used nor set apart. */
export function freeOf({ quantity, used, held }: Lot): number {
  return (quantity ?? 0) - used - held
}

/** Lots of a count with something free, oldest expiry first; what never expires last. */
export function spendable<L extends Lot>(lots: readonly L[], product: string, now: Date): L[] {
  const end = ({ untilAt }: Lot) => untilAt?.getTime() ?? Number.POSITIVE_INFINITY
  return lots
    .filter((lot) => lot.product === product && freeOf(lot) > 0 && stateOf(lot, now) === 'active')
    .toSorted((a, b) => end(a) - end(b) || a.fromAt.getTime() - b.fromAt.getTime())
}

export function remainOf(lots: readonly Lot[], product: string, now: Date): number {
  return spendable(lots, product, now).reduce((sum, lot) => sum + freeOf(lot), 0)
}

/** Whether the membership in force lets a count be used without end. */
export function isUnlimited(lots: readonly Lot[], product: string, now: Date): boolean {
  const membership = membershipOf(lots, now)
  return membership !== undefined && INCLUDED[membership.product]?.[product] === 'unlimited'
}

/** Lots that a paid line makes: itself, and for each year of a membership the counts that come with it. */
export function lotsOfLine(
  {
    product,
    unit,
    quantity,
    count,
    amount,
  }: { product: string; unit: number | null; quantity: number; count: number; amount: string },
  lots: readonly Lot[],
  now: Date,
): Omit<Lot, 'id' | 'used' | 'held' | 'endedAt'>[] {
  if (unit === null)
    return [{ product, quantity: quantity * count, fromAt: now, untilAt: endOf(product, now), paid: amount }]
  const fromAt = beginOf(lots, product, now)
  const own = { product, quantity: null, fromAt, untilAt: later(fromAt, quantity * count, unit), paid: amount }
  const included = Object.entries(INCLUDED[product] ?? {}).filter(([, limit]) => limit !== 'unlimited')
  const years = Array.from(
    { length: quantity * count },
    (_, year) => [later(fromAt, year, unit), later(fromAt, year + 1, unit)] as const,
  )
  return [
    own,
    ...included.flatMap(([name, limit]) =>
      years.map(([from, until]) => ({
        product: name,
        quantity: limit as number,
        fromAt: from,
        untilAt: until,
        paid: '0.00',
      })),
    ),
  ]
}
