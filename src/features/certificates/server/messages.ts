import { formatDate } from '#contract/time.ts'
import { inboxOf, notify, platformPeople } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { KINDS } from '../rules/kinds.ts'
import type { ApplicationRow, CertificateRow } from './access.ts'
import { DUE_EVENT, HANDED_IN, OPENED, REJECTED } from './kinds.ts'
import { followedOf } from './rows.ts'

/** Where a company finds its certificates. */
const LIST = '/services/ca/paid/list'
const GROUP = '数字证书'
const COMPANY = ['purchaser', 'agency', 'supplier'] as const

export const messageKinds: readonly MessageKind[] = [
  { kind: OPENED, label: '证书已签发', group: GROUP, workbenches: COMPANY, channels: [] },
  { kind: REJECTED, label: '证书申请被驳回', group: GROUP, workbenches: COMPANY, channels: ['email'] },
  { kind: DUE_EVENT, label: '证书即将到期', group: GROUP, workbenches: COMPANY, channels: ['email'] },
  { kind: HANDED_IN, label: '证书申请待审核', group: GROUP, workbenches: ['admin'], channels: [] },
]

/** What people are told of their certificates; however often an event comes, once. */
export const messages: readonly Subscriber[] = [
  {
    name: 'certificates: tell that one was issued',
    kind: OPENED,
    async handle(ctx, { id, payload }) {
      const row = await ctx.expectOne('certificate', { id: String(payload.certificateId) })
      const applied = await ctx.expectOne('ca_application', { id: row.applicationId }, { columns: ['userId'] })
      await notify(ctx, {
        to: { userIds: [applied.userId] },
        identity: await inboxOf(ctx, row.companyId),
        kind: OPENED,
        title: '数字证书已签发',
        content: `${row.holder}的证书（序列号 ${row.serial}）已签发，有效期至 ${formatDate(row.untilAt)}。`,
        link: LIST,
        eventId: id,
      })
    },
  },
  {
    name: 'certificates: tell that an application was sent back',
    kind: REJECTED,
    async handle(ctx, { id, payload }) {
      const row = (await ctx.one('ca_application', { id: String(payload.applicationId) })) as ApplicationRow | undefined
      if (!row) return
      await notify(ctx, {
        to: { userIds: [row.userId] },
        identity: await inboxOf(ctx, row.companyId),
        kind: REJECTED,
        title: '数字证书申请被驳回',
        content: `${KINDS[row.kind]}申请 ${row.code} 被驳回：${String(payload.reason)}。所付款项按原路退回，使用的抵用券已退回；修改后可重新提交。`,
        link: `/services/ca/apply/change/${row.id}`,
        eventId: id,
      })
    },
  },
  {
    name: 'certificates: tell the platform that an application waits',
    kind: HANDED_IN,
    async handle(ctx, { id, payload }) {
      await notify(ctx, {
        ...(await platformPeople(ctx)),
        kind: HANDED_IN,
        title: '数字证书申请待审核',
        content: `${String(payload.companyName)}的数字证书申请 ${String(payload.code)} 待审核。`,
        link: '/admin/ca/applications',
        eventId: id,
      })
    },
  },
  {
    name: 'certificates: remind of an end that comes near',
    kind: DUE_EVENT,
    async handle(ctx, { id, payload }) {
      const row = (await ctx.expectOne('certificate', { id: String(payload.certificateId) })) as CertificateRow
      // What ended before, or was followed by another, needs nobody any more.
      if (row.revokedAt !== null || (await followedOf(ctx, [row.id])).has(row.id)) return
      const people = await ctx.expectOne('ca_application', { id: row.applicationId }, { columns: ['userId'] })
      await notify(ctx, {
        to: { userIds: [people.userId] },
        identity: await inboxOf(ctx, row.companyId),
        kind: DUE_EVENT,
        title: `数字证书 ${String(payload.days)} 天后到期`,
        content: `${row.holder}的${KINDS[row.kind]}（序列号 ${row.serial}）将于 ${formatDate(row.untilAt)} 到期，请及时续期。`,
        link: LIST,
        eventId: id,
      })
    },
  },
]
