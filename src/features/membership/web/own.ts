import type { OutputOf } from '#contract/endpoint.ts'
import type { vipInfo } from '../contract.ts'

/** Where services are bought, and what is left of them is shown. */
export const SERVICES = '/services/platform-points/list'

/** The membership in force: the first that is not expired. */
export function activeOf(memberships: OutputOf<typeof vipInfo> | undefined) {
  return memberships?.find(({ isExpire }) => !isExpire)
}
