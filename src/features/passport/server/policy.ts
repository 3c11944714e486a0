import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { implementForPerson } from '#server/implement.ts'
import * as c from '../contract-policy.ts'
import { FACTOR_GROUPS, type FactorGroup, type LoginPolicy, passwordRuleText, policyOf } from '../rules-policy.ts'

/** What the tenant decided about logging in: `loginPolicy` of its configuration. */
export async function readPolicy({
  tx,
  tenantId,
}: {
  tx: Pick<Tx, 'selectFrom'>
  tenantId: number
}): Promise<LoginPolicy> {
  const row = await tx
    .selectFrom('tenant')
    .select(sql<unknown>`config->'loginPolicy'`.as('policy'))
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return policyOf(row?.policy)
}

const PLATFORM = { workbench: 'admin', right: 'platform' } as const

/** Kept by whoever runs the platform. */
export const policyRoutes = [
  implementForPerson(c.loginPolicy, PLATFORM, (ctx) => readPolicy(ctx)),

  implementForPerson(c.setLoginPolicy, PLATFORM, async (ctx, { body: { reason, ...after } }) => {
    // Two who change it at once: the second starts from what the first left, and the record says so.
    await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['id'], lock: 'update' })
    const before = await readPolicy(ctx)
    const changes = changesOf(before, after)
    if (changes.length === 0) return
    await sql`update tenant set config = config || jsonb_build_object('loginPolicy', ${JSON.stringify(after)}::jsonb)
      where id = ${ctx.tenantId}`.execute(ctx.tx)
    // It holds for whoever sets it at once, for everybody else as soon as they are looked at again.
    ctx.actorChanged(ctx.actor.userId)
    ctx.audit({
      action: 'tenant.login-policy',
      entity: 'tenant',
      entityId: String(ctx.tenantId),
      summary: `调整登录安全：${changes.join('；')}`,
      data: { before, after, reason },
    })
  }),
]

function changesOf(before: LoginPolicy, after: LoginPolicy): string[] {
  const changes: string[] = []
  if (passwordRuleText(before) !== passwordRuleText(after)) changes.push(`密码规则改为“${passwordRuleText(after)}”`)
  if (before.idleHours !== after.idleHours) changes.push(`无操作${after.idleHours}小时后退出登录`)
  if (before.maxHours !== after.maxHours) changes.push(`登录${after.maxHours}小时后须重新登录`)
  for (const group of Object.keys(FACTOR_GROUPS) as FactorGroup[]) {
    const [from, to] = [before.factorFrom[group] ?? null, after.factorFrom[group] ?? null]
    if (from !== to) changes.push(`${FACTOR_GROUPS[group]}${to ? `自${to}起须使用` : '不要求'}双重验证`)
  }
  if (before.stepUpMinutes !== after.stepUpMinutes)
    changes.push(
      after.stepUpMinutes
        ? `开标与保管人操作前${after.stepUpMinutes}分钟内须验证身份`
        : '开标与保管人操作不另行验证身份',
    )
  return changes
}
