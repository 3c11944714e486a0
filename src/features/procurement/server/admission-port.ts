import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { Lapse } from '../rules/qualification.ts'
import type { Order } from './access.ts'

/** What the purchaser of an order has against a company, in words for its own people and for the company. */
export interface Refusal {
  companyId: string
  /** `warn`: worth knowing, and keeps nobody. */
  level: 'warn' | 'block'
  reason: string
  told: string
}

interface Asked {
  order: Pick<Order, 'projectId' | 'purchaserCompanyId' | 'admission'>
  companyIds: readonly string[]
  act: 'invite' | 'signUp'
}

/** What purchasers decided about suppliers, which a feature above keeps. Asked of what begins, never of who takes part already. */
export const supplierAdmission = port<{
  /** Companies with anything against them. */
  refusals: (ctx: Context<Actor | null>, asked: Asked) => Promise<Refusal[]>
  /** Those of the named kinds of certificate of which the purchaser knows some, but none that still holds on the day `before`. */
  lapses: (
    ctx: Context<Actor | null>,
    asked: {
      order: Pick<Order, 'purchaserCompanyId'>
      companyId: string
      kinds: readonly string[]
      before: string
    },
  ) => Promise<Lapse[]>
}>('what purchasers decided about suppliers', {
  refusals: () => Promise.resolve([]),
  lapses: () => Promise.resolve([]),
})
