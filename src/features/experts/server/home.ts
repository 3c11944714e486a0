import type { HomeSource } from '#server/feature.ts'
import { AuditStatus, ReplyStatus } from '../rules/enums.ts'
import { openCalls } from './invitations.ts'

const R = ReplyStatus.values

/** What an expert has to answer, and what a library has to audit. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { actor } = ctx
    if (actor.workbench === 'expert')
      return (await openCalls(ctx, limit))
        .filter((call) => call.replyStatus === R.pending)
        .map((call) => ({
          key: `invitation:${call.id}`,
          kind: 'review',
          isMine: true,
          label: '回复评审邀请',
          title: call.title,
          link: `/review/invitations/${call.id}`,
          dueAt: call.replyDue,
        }))
    const keeps = actor.workbench === 'admin' || (actor.rights.has('expertManagement') && actor.companyId !== null)
    if (!keeps || actor.workbench === 'supplier') return []
    const rows = await ctx.tx
      .selectFrom('expert_application')
      .select(['id', 'content'])
      .where('tenantId', '=', ctx.tenantId)
      .where('status', '=', AuditStatus.values.pending)
      .where(
        'libraryId',
        actor.workbench === 'admin' ? 'is' : '=',
        actor.workbench === 'admin' ? null : actor.companyId,
      )
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      key: `expert-application:${row.id}`,
      kind: actor.workbench === 'admin' ? 'platform' : 'company',
      isMine: true,
      label: '审核专家入库',
      title: (row.content as { name: string }).name,
      link: `/expert/audit/${row.id}`,
      dueAt: null,
      canWait: true,
    }))
  },

  async deadlines(ctx, until, limit) {
    if (ctx.actor.workbench !== 'expert') return []
    return (await openCalls(ctx, limit))
      .filter((call) => call.replyStatus === R.accepted && call.reviewAt <= until)
      .map((call) => ({
        key: `expert-review:${call.id}`,
        label: '参加评审',
        title: call.title,
        link: `/review/invitations/${call.id}`,
        at: call.reviewAt,
      }))
  },
}
