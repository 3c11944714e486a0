import { checkJointKey } from '#features/sealing/core/joint/joint-key.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'
import { CeremonyStatus } from '../rules.ts'
import { attemptsOf } from './access.ts'
import { recordOf } from './view.ts'

/** Recomputes every finished joint key of a tenant from its record; names those that are not as they were made. */
export async function checkJointKeys(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const rows = await ctx.tx
      .selectFrom('joint_ceremony')
      .select(['id', 'orderId', 'fingerprint'])
      .where('tenantId', '=', tenantId)
      .where('status', '=', CeremonyStatus.values.ready)
      .orderBy('createdAt')
      .execute()
    const findings: Finding[] = []
    for (const { id, orderId, fingerprint } of rows) {
      const attempt = (await attemptsOf(ctx, orderId)).find(({ row }) => row.id === id)!
      try {
        if (checkJointKey(recordOf(ctx, attempt)).fingerprint === fingerprint) continue
        findings.push({ what: 'joint-key', id, message: '联合密钥的记录与其指纹不一致' })
      } catch (cause) {
        findings.push({ what: 'joint-key', id, message: `联合密钥的记录不成立：${(cause as Error).message}` })
      }
    }
    return findings
  })
}
