import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { calendarPolicy } from '#features/procurement/server/public.ts'
import { endOfWorkingDays } from '#features/procurement/rules/working-days.ts'
import { giveAppraisedGrade } from '#features/suppliers/server/public.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/appraisals.ts'
import { PLACES } from '../rules/places.ts'
import { OBJECTION_DAYS } from '../rules/status.ts'
import {
  type Any,
  APPRAISAL_SUBJECT,
  type Appraisal,
  type Ctx,
  demanded,
  invalid,
  KEEPS,
  nextOf,
  ownAppraisal,
  record,
  todayOf,
} from './access.ts'
import { marksOf, proposedOf } from './results.ts'

type Body = BodyOf<typeof contract.publishAppraisal>

/** What every supplier comes to, as it would be published. */
async function proposals(ctx: Any, row: Appraisal) {
  const marks = await marksOf(ctx, row.id)
  const suppliers = await ctx.many('appraisal_supplier', { appraisalId: row.id }, { orderBy: ['supplierId'] })
  return suppliers.map((supplier) => {
    const own = marks.filter(({ supplierId }) => supplierId === supplier.supplierId)
    return { supplier, ...proposedOf(row, { supplier, marks: own }) }
  })
}

const publishNode: BusinessNode<Body, object> = {
  node: 'publish',
  label: '发布考核结果',
  body: contract.publishAppraisal.body,
  subjectKind: APPRAISAL_SUBJECT,
  facts: [],
  open: (ctx, id, lock) => ownAppraisal(ctx, id, lock),
  async describe(ctx, id) {
    const { title } = await ctx.expectOne('appraisal', { id }, { columns: ['title'] })
    const page = PLACES.appraisal(id)
    return { title, facts: {}, trail: { entity: 'appraisal', entityId: id }, topics: [], page, editor: page }
  },
  async sections(ctx, id, { until }): Promise<Section[]> {
    const row = await ctx.expectOne('appraisal', { id })
    const rows = await proposals(ctx, row)
    return [
      {
        title: '考核结果',
        rows: [
          { label: '考核期', value: `${row.fromDay} 至 ${row.untilDay}` },
          { label: '等级有效期至', value: until },
        ],
        table: {
          columns: ['供应商', '得分', '等级', '否决事项'],
          rows: rows.map(({ supplier, score, grade, veto }) => [
            supplier.name,
            score ?? '无往来，不评分',
            grade ?? '-',
            veto?.item ?? '-',
          ]),
        },
        content: null,
        files: [],
      },
    ]
  },
  apply: (ctx, id, body) => publish(ctx, id, body),
}

/** Publishes scores and gives grades from today on; whoever may be objecting is told until when. */
async function publish(ctx: Ctx, id: string, { until }: Body): Promise<object> {
  const row = await ownAppraisal(ctx, id, 'update')
  const state = nextOf(ctx, row, { action: 'publish' })
  if (until < todayOf(ctx)) throw new AppError('wrongState', '等级有效期截止已过，请重新提交')
  const now = ctx.clock.now()
  const { restDays = [] } = await calendarPolicy(ctx)
  const results = []
  for (const { supplier, score, grade, veto, items } of await proposals(ctx, row)) {
    const { supplierId } = supplier
    const words = `${row.title}：${score} 分${veto ? `，否决事项：${veto.item}` : ''}`
    const isGraded = grade !== null && (await giveAppraisedGrade(ctx, { supplierId, grade, until, reason: words }))
    results.push({
      appraisalId: id,
      supplierId,
      version: 1,
      score,
      grade,
      veto: veto?.item ?? '',
      items: JSON.stringify(items),
      isGraded,
      byName: ctx.actor.name,
      at: now,
    })
  }
  await ctx.insert('appraisal_result', results)
  await ctx.update(
    'appraisal',
    { id },
    {
      state,
      publishedAt: now,
      publishedByName: ctx.actor.name,
      gradeUntil: until,
      objectionEnd: new Date(endOfWorkingDays(now, OBJECTION_DAYS, restDays)),
    },
  )
  record(ctx, row, {
    action: 'publish',
    summary: `发布供应商考核结果（${results.filter(({ score }) => score !== null).length} 家）`,
    data: { until, results: results.map(({ supplierId, score, grade }) => ({ supplierId, score, grade })) },
  })
  ctx.emit({ kind: 'appraisal.published', payload: { appraisalId: id } })
  return {}
}

/** Steps of appraisals that a company may have approved. */
export const appraisalApprovals: Business = {
  type: 'appraisals',
  label: '供应商考核',
  menus: ['supplier-appraisal'],
  nodes: [publishNode],
}

export function publishRoutes(approvals: Approvals): readonly Route[] {
  return [
    implement(contract.publishAppraisal, KEEPS, async (ctx, { params, body }) => {
      await demanded(ctx, params.appraisalId, 'publish')
      if (body.until < todayOf(ctx)) throw invalid('until', '等级有效期截止不能早于今天')
      const answer = await approvals.submit(ctx, {
        business: appraisalApprovals,
        node: publishNode,
        subjectId: params.appraisalId,
        body,
      })
      return 'done' in answer ? {} : answer
    }),
  ]
}
