import { comparison } from './comparison.ts'
import { compete } from './compete.ts'
import { competitiveNegotiation } from './competitive-negotiation.ts'
import { consultation } from './consultation.ts'
import { directPurchase } from './direct-purchase.ts'
import { entrustedPath, type Family, listedAs } from './family.ts'
import { freightInquiry } from './freight-inquiry.ts'
import { inquiry } from './inquiry.ts'
import { invitedBidding } from './invited-bidding.ts'
import type { AnyMethod } from './method.ts'
import { negotiation } from './negotiation.ts'
import { publicBidding } from './public-bidding.ts'
import { sale } from './sale.ts'
import { singleSource } from './single-source.ts'

/** Methods that orders can be run under. */
export const RUNNABLE: readonly AnyMethod[] = [
  publicBidding,
  invitedBidding,
  singleSource,
  compete,
  comparison,
  inquiry,
  freightInquiry,
  negotiation,
  competitiveNegotiation,
  consultation,
  directPurchase,
  sale,
]

/** Those by which one buys. Nobody chooses among them and the ones by which one sells: these have lists and forms of their own. */
export const METHODS = RUNNABLE.filter(({ sells }) => !sells)

/** Codes of the orders by which one sells, for statements in SQL. */
export const SALE_CODES: readonly number[] = RUNNABLE.filter(({ sells }) => sells).map(({ code }) => code)

/** In the order of their methods. */
const FAMILIES: readonly Family[] = [...new Set(METHODS.map(({ family }) => family))]
const RUN_FAMILIES: readonly Family[] = [...new Set(RUNNABLE.map(({ family }) => family))]
/** Of all orders, those by which one sells among them. */
export const RUN_FAMILY_NAMES = RUN_FAMILIES.map(({ name }) => name) as [string, ...string[]]
export const FAMILY_NAMES = FAMILIES.map(({ name }) => name) as [string, ...string[]]
/** Those with lists and addresses of their own at both sides. */
export const LISTED_FAMILIES = FAMILIES.filter(({ among }) => among === undefined)

/** The same, with those by which one sells: what suppliers take part in. */
export const RUN_LISTED_FAMILIES = RUN_FAMILIES.filter(({ among }) => among === undefined)

/** Those with an address of their own for orders that an agency runs; a profile's orders are read where its family's are. */
export const ENTRUSTED_FAMILIES = FAMILIES.filter(
  (family, at) => at === FAMILIES.findIndex((one) => entrustedPath(one) === entrustedPath(family)),
)

/** Those whose orders may run as packages. */
export const PACKAGED_FAMILIES = FAMILIES.filter(({ packages }) => packages !== undefined)

/** The family of this name, one of `RUN_FAMILY_NAMES`. */
export function familyOf(name: string): Family {
  return RUN_FAMILIES.find((family) => family.name === name)!
}

/** What stands where no order is known. */
export const USUAL: AnyMethod = publicBidding

/** The method with this code; throws RangeError when it cannot be run. */
export function methodOf(code: number): AnyMethod {
  const method = RUNNABLE.find((m) => m.code === code)
  if (!method) throw new RangeError(`no method ${code}`)
  return method
}

/** What an order runs under: its method, admitting suppliers as the order does; by the first way where that is not told. */
export interface Run {
  method: number
  admission?: string | undefined
}

/** The method of an order, as it admits suppliers. Throws RangeError when the method cannot be run. */
export function methodFor({ method: code, admission }: Run): AnyMethod {
  const method = methodOf(code)
  return method.alternatives.find((one) => one.admission === admission) ?? method
}

/** Codes of the methods with a capability: `codesWith((method) => method.offers === 'live')`. */
export function codesWith(can: (method: AnyMethod) => boolean): number[] {
  return RUNNABLE.filter(can).map(({ code }) => code)
}

/** The methods of a family as they may be run: each once for every way in which it admits suppliers. */
export function runsOf(family: Family): AnyMethod[] {
  return methodsOf(family).flatMap((method) => [method, ...method.alternatives])
}

/** The methods of a family; the first stands for all where no order is known. */
export function methodsOf(family: Family): AnyMethod[] {
  return RUNNABLE.filter((method) => method.family === family)
}

/** The methods of a family and of its profiles. */
export function methodsAmong(family: Family): AnyMethod[] {
  return RUNNABLE.filter((method) => listedAs(method.family) === family)
}
