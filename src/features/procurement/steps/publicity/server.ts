import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { isAbortive } from '../../engine/states.ts'
import { methodFor, methodOf } from '../../methods/all.ts'
import { NoticeKind } from '../../rules/enums.ts'
import type { OrderSettings } from '../../rules/settings.ts'
import { endOfWorkingDays } from '../../rules/working-days.ts'
import type { Order } from '../../server/access.ts'
import { invitedOf } from '../../server/invited.ts'
import { calendarPolicy } from '../../server/legal.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'
import type { Grounds } from './grounds.ts'
import { groundOf, isAnnounced, publicDays, soleProblems, type SoleTerms } from './terms.ts'

type Ctx = Context<Actor | null>

export const publicity: StepServer = {
  publishChecks: [reason, evidence, failedOrder],
  noticeData: (_ctx, _order, { sole }) => ({ sole }),
}

/** Why one supplier alone is asked, with its name and the end of the publicity, ISO; undefined for other methods. */
export async function soleFacts(ctx: Ctx, order: Order, { sole }: Pick<OrderSettings, 'sole'>) {
  const { grounds } = methodOf(order.method)
  if (!sole || !grounds) return undefined
  const [invited] = await invitedOf(ctx, order.id)
  const end = order.publishedAt ? order.publicityEnd : await publicityEnd(ctx, sole, grounds)
  return { ...sole, supplier: invited?.name, end: end?.toISOString() }
}

/** How an order opens that is published now: by which notice, until when that is publicised, and whether it is a secret. */
export async function openingOf(ctx: Ctx, order: Order, { sole }: Pick<OrderSettings, 'sole'>) {
  const { opens, grounds } = methodFor(order)
  if (!grounds) return { kind: opens, end: null, isSecret: false }
  if (!sole) throw new AppError('invalid', '请填写采购理由')
  return {
    kind: isAnnounced(sole, grounds) ? opens : NoticeKind.values.invitation,
    end: await publicityEnd(ctx, sole, grounds),
    isSecret: groundOf(sole, grounds)?.isSecret === true,
  }
}

/** When the reason has been publicised for long enough, were it published now; null where it is not publicised. */
async function publicityEnd(ctx: Ctx, terms: SoleTerms, grounds: Grounds): Promise<Date | null> {
  const days = publicDays(terms, grounds)
  if (days === 0) return null
  const { restDays } = await calendarPolicy(ctx)
  return new Date(endOfWorkingDays(ctx.clock.now(), days, restDays))
}

function reason(_ctx: Ctx, { order, settings }: Draft): CheckResult {
  const { name, grounds = {} } = methodOf(order.method)
  const none = [{ path: 'settings.sole', message: `请填写${name}理由` }]
  const found = settings?.sole && soleProblems(settings.sole, grounds, order)
  const hasOpinions = (settings?.sole?.experts ?? []).length > 0
  return {
    says: `${name}理由${hasOpinions ? '和论证意见' : ''}`,
    problems: found?.map(({ path, message }) => ({ path: `settings.sole.${path}`, message })) ?? none,
  }
}

function evidence(_ctx: Ctx, { order, settings, files }: Draft): CheckResult | null {
  const { name, grounds = {} } = methodOf(order.method)
  if (settings?.sole && groundOf(settings.sole, grounds)?.evidence !== true) return null
  const message = `请上传${name}理由的证明材料（论证意见、专利证书、原合同等）`
  const has = files.some((file) => file.kind === 'attachment')
  return { says: `${name}理由的证明材料`, problems: has ? [] : [{ path: 'files', message }] }
}

/** The order that failed is one of the same company: what others buy, nobody learns here. */
async function failedOrder(ctx: Ctx, { order, settings }: Draft): Promise<CheckResult | null> {
  const { grounds = {} } = methodOf(order.method)
  const { sole } = settings ?? {}
  if (!sole?.failedOrder || groundOf(sole, grounds)?.asks !== 'failedOrder') return null
  const { ownerCompanyId } = order
  const found = await ctx.one('purchase_order', { code: sole.failedOrder, ownerCompanyId }, { columns: ['state'] })
  const isFailed = found !== undefined && isAbortive(found)
  const message = `未找到本单位已流标的采购单 ${sole.failedOrder}`
  return {
    says: `采购单 ${sole.failedOrder} 已流标`,
    problems: isFailed ? [] : [{ path: 'settings.sole.failedOrder', message }],
  }
}
