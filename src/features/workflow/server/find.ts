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
  if (!employeeId || !companyId || workbench === 'expert' || workbench === 'admin') return []
  const own = [employeeId, ...(await principalsOf(ctx as Context<Employee>))]
  const rows = await ctx.tx
    .selectFrom('workflow as w')
    // The person's own task in it, best the one that waits.
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('workflow_task as t')
          .select(['t.id', 't.isCopy'])
          .whereRef('t.tenantId', '=', 'w.tenantId')
          .whereRef('t.workflowId', '=', 'w.id')
          .where((task) => task.or([task('t.employeeId', 'in', own), task('t.actedBy', '=', employeeId)]))
          .orderBy(sql`t.status = ${TaskStatus.values.open}`, 'desc')
          .orderBy('t.id', 'desc')
          .limit(1)
          .as('task'),
      (j) => j.onTrue(),
    )
    .select(['w.id', 'w.title', 'w.initiatorId', 'w.initiatorName', 'task.id as taskId', 'task.isCopy as isCopy'])
    .where('w.tenantId', '=', ctx.tenantId)
    .where((e) => e.or([e('w.companyId', '=', companyId), e('w.keeperCompanyId', '=', companyId)]))
    .where((e) => e.or([e('w.initiatorId', '=', employeeId), e('task.id', 'is not', null)]))
    .where(includes(text, ['w.title', 'w.initiatorName']))
    .orderBy('w.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const isInitiator = row.initiatorId === employeeId || row.taskId === null
    return {
      key: `workflow:${row.id}`,
      what: '审批',
      title: row.title,
      code: `${row.initiatorName}发起`,
      link: workflowAddress(
        isInitiator
          ? { workflowId: row.id, taskId: null, identity: 'initatPerson' }
          : { workflowId: row.id, taskId: row.taskId, identity: row.isCopy ? 'copyPerson' : 'auditPerson' },
      ),
    }
  })
}
