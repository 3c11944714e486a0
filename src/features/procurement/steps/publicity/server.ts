import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../../methods/all.ts'
import type { OrderSettings } from '../../rules/settings.ts'
import { endOfWorkingDays } from '../../rules/working-days.ts'
import { soleProblems, type SoleTerms } from './terms.ts'
import type { Order } from '../../server/access.ts'
import { invitedOf } from '../../server/invited.ts'
import { calendarPolicy } from '../../server/legal.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'

type Ctx = Context<Actor | null>

export const publicity: StepServer = {
  publishChecks: [reason, evidence],
  noticeData: (_ctx, _order, { sole }) => ({ sole }),
}

/** Why one supplier alone is asked, with its name and the end of the publicity, ISO; undefined for other methods. */
export async function soleFacts(ctx: Ctx, order: Order, { sole }: Pick<OrderSettings, 'sole'>) {
  if (!sole || methodOf(order.method).hears !== 'announcement') return undefined
  const [invited] = await invitedOf(ctx, order.id)
  const end = order.publishedAt ? order.publicityEnd : await publicityEnd(ctx, sole)
  return { ...sole, supplier: invited?.name, end: end?.toISOString() }
}

/** When the reason has been publicised for long enough, were it published now; null where it is not publicised. */
export async function publicityEnd(ctx: Ctx, { days }: Pick<SoleTerms, 'days'>): Promise<Date | null> {
  if (days === 0) return null
  const { restDays } = await calendarPolicy(ctx)
  return new Date(endOfWorkingDays(ctx.clock.now(), days, restDays))
}

function reason(_ctx: Ctx, { settings }: Draft): CheckResult {
  const none = [{ path: 'settings.sole', message: '请填写单一来源理由' }]
  const found = settings?.sole && soleProblems(settings.sole)
  return {
    says: '单一来源理由和论证意见',
    problems: found?.map(({ path, message }) => ({ path: `settings.sole.${path}`, message })) ?? none,
  }
}

function evidence(_ctx: Ctx, { files }: Draft): CheckResult {
  const message = '请上传单一来源理由的证明材料（专业人员论证意见、专利证书、原合同等）'
  const has = files.some((file) => file.kind === 'attachment')
  return { says: '单一来源理由的证明材料', problems: has ? [] : [{ path: 'files', message }] }
}
