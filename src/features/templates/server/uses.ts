import { type ExpressionWrapper, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type PageQuery } from '#contract/page.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Tables } from '#server/database/tables.ts'
import { includes } from '#server/search/includes.ts'
import type { templateUses } from '../contract/templates.ts'
import { type Ctx, findTemplate, ownerOf } from './access.ts'

/** Orders that a version went into and that the person may know of, as a subquery. The platform sees the number of all. */
export function usesOf<T extends keyof Tables>(ctx: Ctx, versionId: ExpressionWrapper<Tables, T, string>) {
  const companyId = ownerOf(ctx.actor)
  return ctx.tx
    .selectFrom('template_use as x')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'x.tenantId').onRef('o.id', '=', 'x.orderId'))
    .select((e) => e.fn.count<number>('x.orderId').distinct().as('n'))
    .where('x.tenantId', '=', ctx.tenantId)
    .where(sql<boolean>`x.version_id = ${versionId}`)
    .$if(companyId !== null, (q) =>
      q.where((e) => e.or([e('o.ownerCompanyId', '=', companyId!), e('o.purchaserCompanyId', '=', companyId!)])),
    )
}

/** Where a template went, newest first; own orders only. */
export async function listUses(ctx: Ctx, templateId: string, query: PageQuery): Promise<OutputOf<typeof templateUses>> {
  const template = await findTemplate(ctx, templateId)
  const companyId = ownerOf(ctx.actor)
  // The platform knows how often its presets are used, not by whom.
  if (companyId === null) throw new AppError('noRight')
  const { pageNo, pageSize, keyword } = query
  const all = ctx.tx
    .selectFrom('template_use as x')
    .innerJoin('template_version as v', (j) =>
      j.onRef('v.tenantId', '=', 'x.tenantId').onRef('v.id', '=', 'x.versionId'),
    )
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'x.tenantId').onRef('o.id', '=', 'x.orderId'))
    .innerJoin('app_user as u', 'u.id', 'x.usedBy')
    .where('x.tenantId', '=', ctx.tenantId)
    .where('v.templateId', '=', template.id)
    .where((e) => e.or([e('o.ownerCompanyId', '=', companyId), e('o.purchaserCompanyId', '=', companyId)]))
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['o.title', 'o.code'])))
  const rows = await all
    .select(['x.versionId', 'x.orderId', 'x.purpose', 'x.usedAt', 'v.versionNo', 'o.code', 'o.title', 'u.nickname'])
    .orderBy('x.usedAt', 'desc')
    .orderBy('x.orderId', 'desc')
    .offset(offsetOf(pageNo, pageSize))
    .limit(pageSize + 1)
    .execute()
  const counted = all
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT)
    .as('c')
  const { total } = await ctx.tx
    .selectFrom(counted)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = rows.slice(0, pageSize)
  return {
    rows: page.map((row) => ({
      useId: `${row.versionId}:${row.orderId}:${row.purpose}`,
      orderId: row.orderId,
      orderCode: row.code,
      orderTitle: row.title,
      versionNo: row.versionNo,
      purpose: row.purpose,
      usedBy: row.nickname,
      usedAt: row.usedAt.toISOString(),
    })),
    total,
    next: null,
  }
}

function offsetOf(pageNo: number, pageSize: number): number {
  const offset = (pageNo - 1) * pageSize
  if (offset >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
  return offset
}
