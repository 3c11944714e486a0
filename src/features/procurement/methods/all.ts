import { compete } from './compete.ts'
import type { Family } from './families.ts'
import { invitedBidding } from './invited-bidding.ts'
import type { AnyMethod } from './method.ts'
import { publicBidding } from './public-bidding.ts'
import { singleSource } from './single-source.ts'

/** Methods that can be run. */
export const METHODS: readonly AnyMethod[] = [publicBidding, invitedBidding, singleSource, compete]

/** The method with this code; throws RangeError when it cannot be run. */
export function methodOf(code: number): AnyMethod {
  const method = METHODS.find((m) => m.code === code)
  if (!method) throw new RangeError(`no method ${code}`)
  return method
}

/** Codes of the methods with a capability: `codesWith((method) => method.offers === 'live')`. */
export function codesWith(can: (method: AnyMethod) => boolean): number[] {
  return METHODS.filter(can).map(({ code }) => code)
}

/** The methods of a family; the first stands for all where no order is known. */
export function methodsOf(family: Family): AnyMethod[] {
  return METHODS.filter((method) => method.family === family)
}
