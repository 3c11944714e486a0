import { AppError } from '#contract/errors.ts'
import { releaseCount } from '#features/membership/server/public.ts'
import { refund } from '#features/payment/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementFile, implementForPerson, type Route } from '#server/implement.ts'
import { enqueue } from '#server/work/worker.ts'
import * as contract from '../contract/admin.ts'
import { REVIEW } from '../rules/application.ts'
import { type ApplicationRow, handedIn, note, PLATFORM, tell } from './access.ts'
import { authorityFacts } from './authority.ts'
import { fileOf } from './files.ts'
import { ISSUE, REJECTED } from './kinds.ts'
import { applicationValue } from './rows.ts'

/** The platform's people say that a holder is who the application names; the authority issues. */
export const reviewRoutes: readonly Route[] = [
  implementForPerson(contract.reviewDetail, PLATFORM, async (ctx, { params }) =>
    applicationValue(ctx, await handedIn(ctx, params.applicationId), 'platform'),
  ),

  implementFile(contract.reviewFile, { ...PLATFORM, audience: 'person' }, async (ctx, { params }) =>
    fileOf(ctx, await handedIn(ctx, params.applicationId), params.fileId),
  ),

  implementForPerson(contract.approveApplication, PLATFORM, async (ctx, { params }) => {
    const row = await decidable(ctx, params.applicationId, 'approve')
    if (!authorityFacts(ctx.config).isThere) throw new AppError('wrongState', '平台尚未接入证书机构，不能签发')
    const company = await ctx.expectOne('company', { id: row.companyId }, { columns: ['name', 'creditCode'] })
    if (company.name !== row.companyName || company.creditCode !== row.creditCode)
      throw new AppError('wrongState', '企业名称或统一社会信用代码在提交后已变更，请驳回后由企业重新提交')
    await decide(ctx, row, { state: 'issuing', problem: '' })
    await enqueue(ctx, ISSUE, row.id)
    note(ctx, row, { action: 'approve', text: '审核通过，交由证书机构签发' })
  }),

  implementForPerson(contract.rejectApplication, PLATFORM, async (ctx, { params, body: { reason } }) => {
    const row = await decidable(ctx, params.applicationId, 'reject')
    if (row.useId) await releaseCount(ctx, row.useId, '证书申请被驳回')
    // Both or none: an invoice that keeps money from going back is dealt with before.
    const back = { orderId: row.payOrderId!, amount: row.due, reason: '证书申请被驳回，原路退还' }
    const refundId = row.paidAt ? (await refund(ctx, back)).refundId : null
    await decide(ctx, row, { state: 'rejected', reason, useId: null, refundId })
    note(ctx, row, { action: 'reject', text: `驳回：${reason}` })
    ctx.emit({ kind: REJECTED, payload: { applicationId: row.id, reason } })
  }),
]

async function decidable(
  ctx: Context<Actor>,
  applicationId: string,
  action: 'approve' | 'reject',
): Promise<ApplicationRow> {
  const row = await handedIn(ctx, applicationId, 'update')
  REVIEW.next(action, { record: row, who: null, now: ctx.clock.now().getTime() })
  return row
}

async function decide(
  ctx: Context<Actor>,
  row: ApplicationRow,
  change: Partial<Pick<ApplicationRow, 'state' | 'reason' | 'problem' | 'useId' | 'refundId'>>,
): Promise<void> {
  const decision = { decidedByName: ctx.actor.name, decidedAt: ctx.clock.now() }
  await ctx.update('ca_application', { id: row.id }, { ...change, ...decision })
  tell(ctx, row)
}
