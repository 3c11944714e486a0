import { demandOfProject } from '#features/demands/server/public.ts'
import type { Any } from './access.ts'

/** Experts who took part in verifying an order or the demand it came from, with the reason for keeping them out of its review. */
export async function verifiedBy(
  ctx: Any,
  { id, projectId }: { id: string; projectId: string },
): Promise<ReadonlyMap<string, string>> {
  const demandId = await demandOfProject(ctx, projectId)
  const rows = await ctx.tx
    .selectFrom('verification as v')
    .innerJoin('verification_expert as m', (j) =>
      j.onRef('m.tenantId', '=', 'v.tenantId').onRef('m.verificationId', '=', 'v.id'),
    )
    .select(['m.userId', 'v.code'])
    .where('v.tenantId', '=', ctx.tenantId)
    .where((e) => e.or([e('v.orderId', '=', id), ...(demandId === null ? [] : [e('v.demandId', '=', demandId)])]))
    .where('m.reply', '=', 'accepted')
    .where('v.begunAt', 'is not', null)
    .execute()
  return new Map(rows.map(({ userId, code }) => [userId, `参加过本项目的需求论证（${code}），不得参加评审`]))
}
