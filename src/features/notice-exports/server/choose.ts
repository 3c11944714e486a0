import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { formatDate, HOUR } from '#contract/time.ts'
import { leftOf, subjectsUsed } from '#features/membership/server/public.ts'
import { drawNumber, publicNoticeIds, publicNotices, supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { MOST_NOTICES, PRODUCT } from '../rules.ts'

type Ctx = Context<Employee>

/** What was chosen and not asked for is forgotten after this time. */
const CHOSEN_MS = HOUR

export const chooseRoute: Route = supplier(contract.chooseNotices, async (ctx, { body }) => {
  const noticeIds = await chosenIds(ctx, body)
  const code = await keepChosen(ctx, noticeIds)
  const { companyId } = ctx.actor
  const paid = await subjectsUsed(ctx, { companyId, product: PRODUCT, subjects: noticeIds })
  const left = await leftOf(ctx, { companyId, product: PRODUCT })
  return { code, notices: noticeIds.length, paid: paid.size, counts: noticeIds.length - paid.size, ...left }
})

async function chosenIds(ctx: Ctx, body: BodyOf<typeof contract.chooseNotices>): Promise<string[]> {
  if ('noticeIds' in body) return [...new Set(body.noticeIds)]
  const ids = await publicNoticeIds(ctx, contract.Filters.parse(body.filters), MOST_NOTICES + 1)
  if (ids.length === 0) throw new AppError('invalid', '没有符合条件的公告')
  if (ids.length > MOST_NOTICES)
    throw new AppError('tooLarge', `符合条件的公告超过 ${MOST_NOTICES} 条，请缩小范围后分批导出`)
  return ids
}

/** Keeps what was chosen as it is now, under a code of its own. Throws `notFound` where one of them is not for everybody. */
async function keepChosen(ctx: Ctx, noticeIds: readonly string[]): Promise<string> {
  const found = new Map((await publicNotices(ctx, noticeIds)).map(({ id, title }) => [id, title]))
  if (noticeIds.some((id) => !found.has(id))) throw new AppError('notFound', '所选公告不存在或未公开')
  const now = ctx.clock.now()
  const { companyId, employeeId, userId, name } = ctx.actor
  await ctx.tx
    .deleteFrom('notice_export')
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', companyId)
    .where('state', '=', 'chosen')
    .where('createdAt', '<', new Date(now.getTime() - CHOSEN_MS))
    .execute()
  const code = await drawCode(ctx, now)
  const first = found.get(noticeIds[0]!)!
  await ctx.insert('notice_export', {
    id: ctx.newId(),
    code,
    companyId,
    employeeId,
    userId,
    userName: name,
    title: noticeIds.length === 1 ? first : `${first}等 ${noticeIds.length} 条公告`,
    noticeIds: [...noticeIds],
    state: 'chosen',
    createdAt: now,
  })
  return code
}

/** `DC`, day, running number of the day: numbers of notices have a hyphen. */
async function drawCode(ctx: Ctx, now: Date): Promise<string> {
  const day = formatDate(now).replaceAll('-', '')
  const [rows] = await ctx.run([drawNumber(ctx.tenantId, `notice-export/${day}`)])
  return `DC${day}${String(rows![0]!.last).padStart(6, '0')}`
}
