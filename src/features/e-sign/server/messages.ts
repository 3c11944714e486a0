import type { Workbench } from '#contract/workbench.ts'
import { amountFor, channelOf } from '#features/enterprise/server/public.ts'
import { inboxOf, notify, platformPeople } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { OPEN_PAGE, REVIEWS_PAGE } from './access.ts'
import { AMOUNT_EVENT, amountKey, SUBMITTED_EVENT } from './applications.ts'
import { DECIDED_EVENT } from './opening.ts'
import { ASKED_EVENT, PERSON_OPENED_EVENT } from './people.ts'
import { PERSON_ENDED_EVENT } from './revoking.ts'

const COMPANY = { group: '电子签章', workbenches: ['purchaser', 'agency', 'supplier'] } as const

export const messageKinds: readonly MessageKind[] = [
  { ...COMPANY, kind: 'e-sign.decided', label: '电子签章开通结果', channels: [], isEssential: true },
  { ...COMPANY, kind: 'e-sign.asked', label: '电子签章签署邀请', channels: ['sms'], isEssential: true },
  { ...COMPANY, kind: 'e-sign.person', label: '签署人开通与撤销', channels: [] },
  { group: '电子签章', workbenches: ['admin'], kind: 'e-sign.submitted', label: '电子签章开通申请', channels: [] },
]

export const subscribers: readonly Subscriber[] = [
  on(AMOUNT_EVENT, async (ctx, event) => {
    const { applicationId, identity } = event.payload as { applicationId: string; identity: Workbench | null }
    const row = await ctx.one('sign_application', { id: applicationId, state: 'pending' })
    const channel = channelOf(ctx.config.mode)
    if (!row || !channel) return
    const { id, bank, branch, companyName, companyId, appliedBy } = row
    const accountNo = ctx.cipher.open('sign_application.account_no', id, row.accountNo) ?? ''
    await channel.send(
      ctx,
      { id, bank, branch, accountName: companyName, accountNo, amount: amountFor(amountKey(ctx), id) },
      { userId: appliedBy, identity: identity ?? (await inboxOf(ctx, companyId)), eventId: event.id, link: OPEN_PAGE },
    )
  }),

  on(SUBMITTED_EVENT, async (ctx, event) => {
    const { companyName } = await ctx.expectOne('sign_application', { id: String(event.payload.applicationId) })
    await notify(ctx, {
      ...(await platformPeople(ctx)),
      kind: 'e-sign.submitted',
      title: '新的电子签章开通申请',
      content: `${companyName}申请开通电子签章，请审核。`,
      link: REVIEWS_PAGE,
      eventId: event.id,
    })
  }),

  on(DECIDED_EVENT, async (ctx, event) => {
    const row = await ctx.expectOne('sign_application', { id: String(event.payload.applicationId) })
    const isPassed = row.state === 'passed'
    await notify(ctx, {
      to: { companyId: row.companyId, right: 'businessManagement' },
      identity: await inboxOf(ctx, row.companyId),
      kind: 'e-sign.decided',
      title: isPassed ? '电子签章已开通' : '电子签章开通申请被驳回',
      content: isPassed
        ? '企业电子印章已生成。请邀请签署人开通个人签署，并购买签署份数。'
        : `开通申请被驳回：${row.reason}。修改后可重新申请。`,
      link: OPEN_PAGE,
      eventId: event.id,
    })
  }),

  on(ASKED_EVENT, async (ctx, event) => {
    const row = await ctx.one('sign_employee', { id: String(event.payload.id), state: 'asked' })
    if (!row) return
    const { name } = await ctx.expectOne('company', { id: row.companyId }, { columns: ['name'] })
    await notify(ctx, {
      to: { userIds: [row.userId] },
      identity: await inboxOf(ctx, row.companyId),
      kind: 'e-sign.asked',
      title: `${name}邀请您开通个人签署`,
      content: `${row.askedByName}邀请您代表${name}签署电子文件。须由您本人以短信验证码确认，确认前不会以您的名义签署。`,
      link: OPEN_PAGE,
      eventId: event.id,
    })
  }),

  on(PERSON_OPENED_EVENT, async (ctx, event) => {
    const row = await ctx.expectOne('sign_employee', { id: String(event.payload.id) })
    if (row.askedBy === row.userId) return
    await notify(ctx, {
      to: { userIds: [row.askedBy] },
      identity: await inboxOf(ctx, row.companyId),
      kind: 'e-sign.person',
      title: `${row.name}已开通个人签署`,
      content: `${row.name}已由本人确认，可以代表企业签署电子文件。`,
      link: OPEN_PAGE,
      eventId: event.id,
    })
  }),

  // Whoever did it knows: the other side is told.
  on(PERSON_ENDED_EVENT, async (ctx, event) => {
    const row = await ctx.expectOne('sign_employee', { id: String(event.payload.id) })
    const { by, isOpened } = event.payload as { by: string | null; isOpened: boolean }
    const isOwn = by === row.userId
    const to = isOwn ? row.askedBy : row.userId
    if (to === by) return
    await notify(ctx, {
      to: { userIds: [to] },
      identity: await inboxOf(ctx, row.companyId),
      kind: 'e-sign.person',
      title: isOwn ? `${row.name}不再代表企业签署` : isOpened ? '您的个人签署已撤销' : '签署邀请已撤回',
      content: `${row.endReason}。${isOpened ? '未签的签署任务转给管理员，已签的文件仍然有效。' : ''}`,
      link: OPEN_PAGE,
      eventId: event.id,
    })
  }),
]

function on(kind: string, handle: Subscriber['handle']): Subscriber {
  return { name: `e-sign: tell of ${kind}`, kind, handle }
}
