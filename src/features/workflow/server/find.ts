import { sql } from 'kysely'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FindSource } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { workflowAddress } from '../rules/addresses.ts'
import { TaskStatus } from '../rules/enums.ts'
import { principalsOf } from './access.ts'

/** Approvals that the person started, was asked in or got a copy of, by what they are about or who started them. */
export const find: FindSource = async (ctx, text, limit) => {
  const { employeeId, companyId, workbench } = ctx.actor
  if (!employeeId || !companyId || (workbench !== 'purchaser' && workbench !== 'agency')) return []
  const own = [employeeId, ...(await principalsOf(ctx as Context<Employee>))]
  const rows = await ctx.tx
    .selectFrom('workflow as w')
    // The person's own task in it, best the one that waits.
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('workflow_task as t')
          .select(['t.id', 't.is_copy'])
          .whereRef('t.tenant_id', '=', 'w.tenant_id')
          .whereRef('t.workflow_id', '=', 'w.id')
          .where((task) => task.or([task('t.employee_id', 'in', own), task('t.acted_by', '=', employeeId)]))
          .orderBy(sql`t.status = ${TaskStatus.values.open}`, 'desc')
          .orderBy('t.id', 'desc')
          .limit(1)
          .as('task'),
      (j) => j.onTrue(),
    )
    .select(['w.id', 'w.title', 'w.initiator_id', 'w.initiator_name', 'task.id as taskId', 'task.is_copy as isCopy'])
    .where('w.tenant_id', '=', ctx.tenantId)
    .where('w.company_id', '=', companyId)
    .where((e) => e.or([e('w.initiator_id', '=', employeeId), e('task.id', 'is not', null)]))
    .where(includes(text, ['w.title', 'w.initiator_name']))
    .orderBy('w.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const isInitiator = row.initiator_id === employeeId || row.taskId === null
    return {
      key: `workflow:${row.id}`,
      what: '审批',
      title: row.title,
      code: `${row.initiator_name}发起`,
      link: workflowAddress(
        isInitiator
          ? { workflowId: row.id, taskId: null, identity: 'initatPerson' }
          : { workflowId: row.id, taskId: row.taskId, identity: row.isCopy ? 'copyPerson' : 'auditPerson' },
      ),
    }
  })
}
