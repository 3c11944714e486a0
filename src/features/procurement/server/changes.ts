import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type * as contract from '../contract/notice.ts'
import type { Finding } from '../contract/shared.ts'
import { say } from '../methods/say.ts'
import { NoticeKind } from '../rules/enums.ts'
import { followers } from '../engine/schedule.ts'
import type { Order } from './access.ts'
import { checkedDocuments, demandAgreement } from './document-check.ts'
import { demandLawful, findingsOf, lawProject, lawView } from './legal.ts'
import { dateProblems, DATES } from './order-check.ts'
import type { Problem } from './step-server.ts'
import { replaceableOf, replaceDocuments } from './tender-documents.ts'
import { ownOrder, publishNotice } from './public.ts'
import { setTimers } from './timers.ts'
import { scheduleOf } from './values.ts'

type Field = (typeof DATES)[number]

/** Changes a published order: a new version, told to all, which everybody confirms. */
export async function publishChange(
  ctx: Context<Employee>,
  orderId: string,
  body: Omit<BodyOf<typeof contract.publishChange>, 'approval'>,
): Promise<{ noticeId: string; findings: Finding[] }> {
  const own = await ownOrder(ctx, orderId, 'update')
  const { order } = own
  const now = ctx.clock.now()
  await own.demand('change')

  const moved: Partial<Pick<Order, Field>> = {}
  for (const [field, value] of Object.entries(body.schedule) as [Field, string | null | undefined][]) {
    if (value === undefined) continue
    const at = value === null ? null : new Date(value)
    if (at?.getTime() !== order[field]?.getTime()) moved[field] = at
  }
  for (const [field, source] of followers(order.method)) {
    const at = moved[source]
    if (at) moved[field] = at
  }
  const after = { ...order, ...moved }
  const problems = [...missingDates(after), ...dateProblems(after, now, order)]
  if (moved.saleStart)
    problems.push({ path: 'schedule.saleStart', message: say(order, '{documents}已开始发出，不能变更开始时间') })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)

  const view = lawView(after, { project: await lawProject(ctx, order), noticeAt: order.publishedAt })
  const findings = await findingsOf(ctx, { ...view, amendmentAt: body.affectsBids ? now : undefined })
  demandLawful(findings, body.acceptWarnings)

  const changed = await own.advance({
    action: 'change',
    patch: { ...moved, version: order.version + 1 },
    summary: `发布变更（第 ${order.version + 1} 版）：${body.title}`,
    data: { before: scheduleOf(order), after: scheduleOf(after), affectsBids: body.affectsBids },
  })
  await demandOwnFiles(
    ctx,
    body.files.map((f) => f.fileId),
    { use: 'tender-document', by: 'company' },
  )
  const replaced = await replaceableOf(ctx, order.id, body.replacements)
  // What is in force already is overtaken by the change; what comes with it must say what will be.
  demandAgreement(await checkedDocuments(ctx, changed, body.files), 'files')
  demandAgreement(await checkedDocuments(ctx, changed, body.replacements), 'replacements')
  const { noticeId } = await publishNotice(ctx, {
    order: changed,
    kind: NoticeKind.values.change,
    title: body.title,
    content: body.content,
    needsConfirmation: true,
    data: {
      version: changed.version,
      before: scheduleOf(order),
      schedule: scheduleOf(changed),
      affectsBids: body.affectsBids,
      files: await hashesOf(ctx, body.files),
      ...(replaced.length > 0
        ? {
            replacements: (await hashesOf(ctx, body.replacements)).map((file, i) => ({
              from: replaced[i]!,
              to: file,
              reason: body.replacements[i]!.reason,
            })),
          }
        : {}),
    },
  })
  if (body.files.length > 0) {
    await ctx.insert(
      'order_file',
      body.files.map(({ fileId, name }) => ({
        id: ctx.newId(),
        orderId: order.id,
        kind: 'change',
        fileId,
        name,
        noticeId,
        createdAt: now,
      })),
    )
  }
  await replaceDocuments(ctx, { orderId: order.id, noticeId, replacements: body.replacements })
  await setTimers(ctx, changed)
  ctx.emit({
    kind: 'order.changed',
    payload: { orderId: order.id, version: changed.version, noticeId },
    topics: [`order:${order.id}`],
  })
  return { noticeId, findings }
}

function missingDates(order: Order): Problem[] {
  return DATES.filter((field) => !order[field]).map((field) => ({
    path: `schedule.${field}`,
    message: '已发布的时间不能清空',
  }))
}

async function hashesOf(ctx: Parameters<typeof demandOwnFiles>[0], files: readonly { fileId: string; name: string }[]) {
  if (files.length === 0) return []
  const ids = files.map((f) => f.fileId)
  const rows = await ctx.many('file_object', { id: ids }, { columns: ['id', 'sha256'] })
  return files.map(({ fileId, name }) => ({ name, sha256: rows.find((r) => r.id === fileId)!.sha256.toString('hex') }))
}
