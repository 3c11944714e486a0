import { randomInt } from 'node:crypto'
import { formatDate } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { makeNumber, type NumberKind } from '../rules/numbers.ts'

/** A new number of the tenant, e.g. an order's. */
export function newNumber(ctx: Pick<Context<Actor | null>, 'clock' | 'tenantId'>, kind: NumberKind): string {
  const part = () => String(randomInt(10 ** 5)).padStart(5, '0')
  const random = part() + part() + part()
  return makeNumber(kind, { tenantId: ctx.tenantId, day: formatDate(ctx.clock.now()), random })
}
