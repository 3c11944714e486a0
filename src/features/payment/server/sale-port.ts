import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

type Ctx = Context<Actor | null>

/** What a feature above, which delivers services, says of their sale. */
export interface Services {
  /**
   * What is taken off the price for what the buyer has and gives up, which `replaces` names. Throws `wrongState` where
   * what is bought would run too long.
   */
  creditFor: (
    ctx: Ctx,
    sale: { buyerId: string; product: string; price: string; unit: number | null; quantity: number },
  ) => Promise<{ credit: string; replaces: string[]; reasons: { label: string; value: string }[] }>
  /** Takes back what a paid order bought, before its money goes back. Throws `insufficient` above what is unused. */
  takeBack: (ctx: Ctx, order: { orderId: string; amount: string }) => Promise<void>
  /** Points of a company that can be used now. */
  pointsLeft: (ctx: Ctx, companyId: string) => Promise<number>
  /** Uses points for an order. Throws `insufficient` with what is left. */
  usePoints: (ctx: Ctx, use: { companyId: string; orderId: string; points: number }) => Promise<void>
  /** Gives points that paid an order back. */
  returnPoints: (ctx: Ctx, use: { companyId: string; orderId: string; points: number }) => Promise<void>
  /** Locks what a company has bought; before its orders, wherever both are locked. */
  lock: (ctx: Ctx, companyId: string) => Promise<void>
}

export const services = port<Services>('what is sold', {
  creditFor: () => Promise.resolve({ credit: '0.00', replaces: [], reasons: [] }),
  takeBack: () => Promise.resolve(),
  pointsLeft: () => Promise.resolve(0),
  usePoints: () => Promise.reject(new AppError('insufficient')),
  returnPoints: () => Promise.resolve(),
  lock: () => Promise.resolve(),
})
