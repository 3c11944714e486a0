import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type Ctx, memberSeat, ownerSeat, reviewRow, type Seat } from './access.ts'

export const OWNER = { workbench: ['purchaser', 'agency'], right: ['tendering', 'agencyTendering'] } as const
/** A representative of the purchaser may come from the own workbench; the seat on the committee decides. */
export const MEMBER = { workbench: ['expert', 'purchaser', 'agency'] } as const

/** Who reads a review: most calls are the same for both sides, and differ in who gets in. */
export interface Side {
  options: { workbench: readonly ('purchaser' | 'agency' | 'expert')[]; audience: 'employee' | 'person' } & (
    | { right: readonly string[] }
    | object
  )
  seatOf: (ctx: Ctx, orderId: string) => Promise<Seat>
}

export const purchaserSide: Side = {
  options: { ...OWNER, audience: 'employee' },
  seatOf: (ctx, orderId) => ownerSeat(ctx as Context<Employee>, orderId),
}

/** A committee member sees bids, comparison and files only in a review that has begun. */
export const expertSide: Side = {
  options: { ...MEMBER, audience: 'person' },
  async seatOf(ctx, orderId) {
    const seat = await memberSeat(ctx, orderId)
    if (!(await reviewRow(ctx, orderId))) throw new AppError('wrongState', '评审尚未开始')
    return seat
  },
}
