import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../methods/all.ts'
import type { OrderSettings } from '../rules/settings.ts'
import { endOfWorkingDays } from '../rules/working-days.ts'
import { soleProblems, type SoleTerms } from '../steps/publicity/terms.ts'
import type { Order } from './access.ts'
import { invitedOf } from './invited.ts'
import { calendarPolicy } from './legal.ts'

type Ctx = Context<Actor | null>

/** Why one supplier alone is asked, with its name and the end of the publicity, ISO; undefined for other methods. */
export async function soleFacts(ctx: Ctx, order: Order, { sole }: Pick<OrderSettings, 'sole'>) {
  if (!sole || methodOf(order.method).hears !== 'announcement') return undefined
  const [invited] = await invitedOf(ctx, order.id)
  const end = order.published_at ? order.publicity_end : await publicityEnd(ctx, sole)
  return { ...sole, supplier: invited?.name, end: end?.toISOString() }
}

/** When the reason has been publicised for long enough, were it published now; null where it is not publicised. */
export async function publicityEnd(ctx: Ctx, { days }: Pick<SoleTerms, 'days'>): Promise<Date | null> {
  if (days === 0) return null
  const { restDays } = await calendarPolicy(ctx)
  return new Date(endOfWorkingDays(ctx.clock.now(), days, restDays))
}

/** What a draft that asks one supplier alone lacks, by field of the form. */
export function soleProblemsOf(order: Order, { sole }: Pick<OrderSettings, 'sole'>) {
  if (methodOf(order.method).hears !== 'announcement') return []
  if (!sole) return [{ path: 'settings.sole', message: '请填写单一来源理由' }]
  return soleProblems(sole).map(({ path, message }) => ({ path: `settings.sole.${path}`, message }))
}
