import type { Method } from '../method.ts'
import { publicBidding } from './public-bidding.ts'

/** Methods that can be run. */
export const METHODS: readonly Method[] = [publicBidding]

/** The method with this code; throws RangeError when it cannot be run. */
export function methodOf(code: number): Method {
  const method = METHODS.find((m) => m.code === code)
  if (!method) throw new RangeError(`no method ${code}`)
  return method
}
