import { createHash } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/order.ts'
import { askTexts } from '#features/attachments/server/public.ts'
import { wholeSchedule } from '../engine/schedule.ts'
import { RUNNABLE } from '../methods/all.ts'
import { OrderSettings } from '../rules/settings.ts'
import { NoticeKind } from '../rules/enums.ts'
import { doc, paragraph, type RichNode } from '../rules/rich-text.ts'
import { buyer } from './bind.ts'
import { orderFiles } from './files.ts'
import { calendarPolicy, demandLawful, findingsOf, lawView } from './legal.ts'
import { lawOf } from './order-check.ts'
import { problemsOf, publishRows } from './publish-check.ts'
import { announcementOf } from './draft-parts.ts'
import { isAnnounced } from './package-lots.ts'
import { ownProject } from './projects.ts'
import { orderItems, ownOrder, publishNotice } from './public.ts'
import { awardWithoutSuccessor, tellFallen } from './result-change.ts'
import { markPublished } from './result-store.ts'
import { templates } from './template-port.ts'
import { openingOf } from '../steps/publicity/server.ts'
import { serversOf } from './step-servers.ts'
import { dropTimers, setTimers } from './timers.ts'
import { datesOf, itemValue, scheduleOf } from './values.ts'

export const publishRoutes: readonly Route[] = [
  buyer(
    contract.publishCheck,
    async (ctx, { params }) => {
      const { order } = await ownOrder(ctx, params.orderId)
      if (order.publishedAt) return { rows: [], isPending: false }
      const files = await orderFiles(ctx, order.id, null)
      await askTexts(
        ctx,
        files.map((file) => file.fileId),
      )
      const project = await ownProject(ctx, order.projectId)
      return publishRows(ctx, { order, project, announcement: await announcementOf(ctx, order) })
    },
    // Whoever looks first has them read.
    { readOnly: false },
  ),

  buyer(contract.checkSchedule, async (ctx, { body }) => {
    const project = await ownProject(ctx, body.projectId)
    if (!RUNNABLE.some((m) => m.code === body.method)) throw new AppError('invalid', '暂不支持该采购方式')
    const view = lawView(
      {
        method: body.method,
        estimatedPrice: body.estimatedPrice,
        bond: body.bond,
        ...datesOf(wholeSchedule(body)),
      },
      { project, noticeAt: ctx.clock.now() },
    )
    const { offerRounds, lowPriceRule, candidateDays } = body
    const findings = await findingsOf(ctx, { ...view, offerRounds, lowPriceRule, candidateDays })
    return { findings, restDays: [...((await calendarPolicy(ctx)).restDays ?? [])] }
  }),
]

/** Publishes the announcement: the draft becomes public and its schedule binding. */
export async function publishOrder(
  ctx: Context<Employee>,
  orderId: string,
  body: Pick<BodyOf<typeof contract.publishOrder>, 'acceptWarnings'>,
): Promise<{ noticeId: string }> {
  const own = await ownOrder(ctx, orderId, 'update')
  const { order: draft } = own
  const now = ctx.clock.now()
  // First of all: what has been published is not checked again.
  await own.demand('publish')
  // Holds the lines until they are frozen by the publication.
  const project = await ownProject(ctx, draft.projectId, 'share')
  const announcement = await announcementOf(ctx, draft)
  const problems = await problemsOf(ctx, { order: draft, project, announcement })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
  // Documents cannot have been on sale before the announcement existed.
  const saleStart = draft.saleStart && draft.saleStart > now ? draft.saleStart : now
  const effective = { ...draft, saleStart }
  demandLawful(await lawOf(ctx, { order: effective, project }), body.acceptWarnings)

  const settings = OrderSettings.parse(draft.settings)
  const { kind, end, isSecret } = await openingOf(ctx, draft, settings)
  const order = await own.advance({
    action: 'publish',
    patch: { saleStart, noticeAt: now, publishedAt: now, publicityEnd: end, isSecret },
  })
  const files = await orderFiles(ctx, order.id, null)
  const items = (await orderItems(ctx, order)).map(itemValue)
  const brought: object[] = []
  for (const { noticeData } of serversOf(order)) if (noticeData) brought.push(await noticeData(ctx, order, settings))
  const { noticeId } = await publishNotice(ctx, {
    order,
    kind,
    title: announcement!.title,
    content: announcement!.content as RichNode,
    draftId: announcement!.id,
    isListed: !(await isAnnounced(ctx, order)),
    ...(end && { publicityEnd: end }),
    data: {
      version: order.version,
      schedule: scheduleOf(order),
      controlPrice: order.controlPrice,
      bond: order.bond,
      documentFee: order.documentFee,
      ...Object.assign({}, ...brought),
      files: files.map(({ name, sha256, kind }) => ({ name, sha256, kind })),
      // The notice is public, these are for participants: their hashes fix them all the same.
      items: { count: items.length, sha256: hashOf(items) },
      settings: { sha256: hashOf(order.settings) },
    },
  })
  await setTimers(ctx, order)
  await templates().pin(ctx, order, settings.selectionVersion)
  return { noticeId }
}

/** Ends the order as abortive, with its notice. */
export async function declareAbortive(
  ctx: Context<Employee>,
  orderId: string,
  { reason, content }: Pick<BodyOf<typeof contract.declareAbortive>, 'reason' | 'content'>,
): Promise<{ noticeId: string }> {
  const own = await ownOrder(ctx, orderId, 'update')
  const { order } = own
  const fallen = order.awardedAt ? await awardWithoutSuccessor(ctx, order, reason) : null
  const ended = await own.advance({
    action: 'declareAbortive',
    patch: { endedAt: ctx.clock.now(), awardedAt: null },
    summary: `宣布流标：${reason}`,
  })
  await dropTimers(ctx, order.id)
  const answer = await publishNotice(ctx, {
    order: ended,
    kind: NoticeKind.values.abortive,
    title: `${order.title}流标公告`,
    content: content ?? doc(paragraph(`${order.title}（${order.code}）因以下原因流标：${reason}`)),
    // The code of the result notice that no longer holds.
    data: { reason, ...(fallen?.supersedes && { supersedes: fallen.supersedes }) },
  })
  if (fallen) {
    await markPublished(ctx, fallen.resultId, answer.noticeId)
    tellFallen(ctx, orderId, fallen)
  }
  return { noticeId: answer.noticeId }
}

/** Of settings and items, as the notice that opens an order states it; hex. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
