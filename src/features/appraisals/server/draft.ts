import type { BodyOf } from '#contract/endpoint.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/appraisals.ts'
import { type Ctx, demanded, invalid, KEEPS, record, todayOf } from './access.ts'
import { colleaguesOf, suppliersOf } from './scope.ts'
import { ownTemplate } from './templates.ts'

type Fields = BodyOf<typeof contract.createAppraisal>

/** Drafts of appraisals. */
export const draftRoutes: readonly Route[] = [
  implement(contract.createAppraisal, KEEPS, async (ctx, { body }) => {
    const columns = await columnsOf(ctx, body)
    const row = {
      id: ctx.newId(),
      ownerCompanyId: ctx.actor.companyId,
      state: 'draft',
      ...columns,
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    }
    await ctx.insert('appraisal', row)
    await setAppraisers(ctx, row.id, body.appraisers)
    record(ctx, row, { action: 'draft', summary: '起草供应商考核', data: body })
    return { appraisalId: row.id }
  }),

  implement(contract.updateAppraisal, KEEPS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.appraisalId, 'edit')
    await ctx.update('appraisal', { id: row.id }, await columnsOf(ctx, body))
    await setAppraisers(ctx, row.id, body.appraisers)
    record(ctx, { id: row.id, title: body.title }, { action: 'edit', summary: '修改供应商考核', data: body })
  }),

  implement(contract.removeAppraisal, KEEPS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.appraisalId, 'remove')
    await ctx.remove('appraisal', { id: row.id })
    record(ctx, row, { action: 'remove', summary: '删除供应商考核草稿' })
  }),
]

async function columnsOf(ctx: Ctx, { title, templateId, from, until, deadline, scope }: Fields) {
  if (until < from) throw invalid('until', '考核期截止不能早于开始')
  if (until > todayOf(ctx)) throw invalid('until', '考核期须已结束或至今天为止')
  const template = await ownTemplate(ctx, templateId)
  if (!template.isActive) throw invalid('templateId', '该模板已停用，请重新选择')
  // Told while it is drafted, not as it begins.
  await suppliersOf(ctx, scope)
  const columns = { title, templateId, fromDay: from, untilDay: until, deadline: new Date(deadline) }
  return { ...columns, scope: JSON.stringify(scope) }
}

async function setAppraisers(ctx: Ctx, appraisalId: string, userIds: readonly string[]): Promise<void> {
  const known = await colleaguesOf(ctx)
  const people = [...new Set(userIds)].map((id) => {
    const one = known.find(({ userId }) => userId === id)
    if (!one) throw invalid('appraisers', '所选评分人不存在，请重新选择')
    return one
  })
  await ctx.remove('appraisal_appraiser', { appraisalId })
  if (people.length > 0)
    await ctx.insert(
      'appraisal_appraiser',
      people.map(({ userId, name }, sort) => ({ appraisalId, userId, name, sort })),
    )
}
