import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { PLACES } from '../rules/places.ts'

type Ctx = Context<Actor>

/** Sheets that wait for the person, and what waits for the keepers of appraisals. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    if (workbench !== 'purchaser' || companyId === null) return []
    const isKeeper = rights.has('supplierManagement')
    const found = await Promise.all([
      sheets(ctx, companyId, limit),
      isKeeper ? unpublished(ctx, companyId, limit) : [],
      isKeeper ? unanswered(ctx, companyId, limit) : [],
    ])
    return found.flat().slice(0, limit)
  },
}

async function sheets(ctx: Ctx, companyId: string, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('appraisal_appraiser as p')
    .innerJoin('appraisal as a', (j) => j.onRef('a.tenantId', '=', 'p.tenantId').onRef('a.id', '=', 'p.appraisalId'))
    .select(['a.id', 'a.title', 'a.deadline'])
    .where('p.tenantId', '=', ctx.tenantId)
    .where('p.userId', '=', ctx.actor.userId)
    .where('p.handedInAt', 'is', null)
    .where('a.ownerCompanyId', '=', companyId)
    .where('a.state', '=', 'scoring')
    .where('a.deadline', '>', ctx.clock.now())
    .orderBy('a.deadline')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, deadline }) => ({
    key: `sheet:${id}`,
    kind: 'company',
    isMine: true,
    label: '供应商考核打分',
    title,
    link: PLACES.sheet(id),
    dueAt: deadline,
  }))
}

async function unpublished(ctx: Ctx, companyId: string, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('appraisal as a')
    .select(['a.id', 'a.title', 'a.state'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.ownerCompanyId', '=', companyId)
    // Where nobody gave marks in time, the keepers say how it goes on.
    .where((e) =>
      e.or([
        e('a.state', '=', 'scored'),
        e.and([e('a.state', '=', 'scoring'), e('a.deadline', '<=', ctx.clock.now())]),
      ]),
    )
    // What waits for its approval is with the approvers.
    .where(
      sql<boolean>`not exists (select from approval_hold h where h.tenant_id = a.tenant_id
        and h.subject_kind = 'appraisal' and h.subject_id = a.id)`,
    )
    .orderBy('a.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, state }) => ({
    key: `publish:${id}`,
    kind: 'company',
    isMine: false,
    label: state === 'scored' ? '发布考核结果' : '处理逾期的考核打分',
    title,
    link: PLACES.appraisal(id),
    dueAt: null,
  }))
}

async function unanswered(ctx: Ctx, companyId: string, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('appraisal_objection as o')
    .innerJoin('appraisal as a', (j) => j.onRef('a.tenantId', '=', 'o.tenantId').onRef('a.id', '=', 'o.appraisalId'))
    .innerJoin('appraisal_supplier as s', (j) =>
      j
        .onRef('s.tenantId', '=', 'o.tenantId')
        .onRef('s.appraisalId', '=', 'o.appraisalId')
        .onRef('s.supplierId', '=', 'o.supplierId'),
    )
    .select(['o.id', 'a.id as appraisalId', 's.name', 'a.title'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('a.ownerCompanyId', '=', companyId)
    .where('o.answeredAt', 'is', null)
    .orderBy('o.createdAt')
    .limit(limit)
    .execute()
  return rows.map(({ id, appraisalId, name, title }) => ({
    key: `objection:${id}`,
    kind: 'company',
    isMine: false,
    label: '答复考核异议',
    title: `${name}：${title}`,
    link: PLACES.appraisal(appraisalId),
    dueAt: null,
  }))
}
