import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { LotOutcome } from '#features/procurement/contract/shared.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { publishPackage } from '../contract.ts'
import { ownersPackage } from './access.ts'
import type { LotActs } from './acts.ts'
import { demandOneSchedule, writeShared } from './save.ts'

/**
 * Publishes the drafts of a package, all or none: what keeps one of them is told with its name. Where announcements are
 * approved, each waits for its own approval.
 */
export async function publishAll(
  ctx: Context<Employee>,
  acts: LotActs,
  { packageId, body }: { packageId: string; body: BodyOf<typeof publishPackage> },
): Promise<{ rows: LotOutcome[] }> {
  const found = await ownersPackage(ctx, packageId, 'update')
  const drafts = await writeShared(ctx, acts, packageId)
  if (drafts.length === 0) throw new AppError('wrongState', '采购包的采购单均已发布，或者正在审批')
  demandOneSchedule(drafts)
  const rows: LotOutcome[] = []
  for (const { id, title } of drafts) {
    const done = await acts.publish(ctx, id, body).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      throw new AppError(error.errorName, `${title}：${error.message}`, error.details)
    })
    rows.push({ orderId: id, outcome: done.approval ? 'held' : 'done', code: null, reason: '' })
  }
  ctx.audit({
    action: 'package.publish',
    entity: 'package',
    entityId: packageId,
    summary: `发布采购包：${found.title}，共 ${rows.length} 个采购单`,
    data: { orderIds: rows.map(({ orderId }) => orderId) },
  })
  return { rows }
}
