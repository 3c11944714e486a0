import { sql } from 'kysely'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'

/** Every signature stands on the revision before its own, and makes its own; a completed task has one of each signer. */
export async function check(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const { rows } = await sql<{ id: string; code: string; message: string }>`
      select t.id, t.code, '签署记录与文件版本不符' as message
        from sign_act a join sign_task t on t.tenant_id = a.tenant_id and t.id = a.task_id
        left join sign_revision r on r.tenant_id = a.tenant_id and r.task_id = a.task_id and r.number = a.revision
        left join sign_revision b on b.tenant_id = a.tenant_id and b.task_id = a.task_id and b.number = a.revision - 1
       where a.tenant_id = ${tenantId}
         and (r.sha256 is distinct from a.sha256 or b.sha256 is distinct from a.seen_sha256 or r.size <= b.size)
      union all
      select t.id, t.code, '已完成的签署任务缺少签署记录'
        from sign_task t
       where t.tenant_id = ${tenantId} and t.state = 'completed'
         and exists (select from sign_task_signer s where s.tenant_id = t.tenant_id and s.task_id = t.id
               and not exists (select from sign_act a where a.tenant_id = s.tenant_id and a.signer_id = s.id))
    `.execute(ctx.tx)
    return rows.map(({ id, code, message }) => ({ what: 'sign-task', id, message: `${message}：${code}` }))
  })
}
