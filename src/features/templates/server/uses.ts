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
    .innerJoin('purchase_order as o', (j) =>
      j.onRef('o.tenant_id', '=', 'x.tenant_id').onRef('o.id', '=', 'x.order_id'),
    )
    .select((e) => e.fn.count<number>('x.order_id').distinct().as('n'))
    .where('x.tenant_id', '=', ctx.tenantId)
    .where(sql<boolean>`x.version_id = ${versionId}`)
    .$if(companyId !== null, (q) =>
      q.where((e) => e.or([e('o.owner_company_id', '=', companyId!), e('o.purchaser_company_id', '=', companyId!)])),
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
      j.onRef('v.tenant_id', '=', 'x.tenant_id').onRef('v.id', '=', 'x.version_id'),
    )
    .innerJoin('purchase_order as o', (j) =>
      j.onRef('o.tenant_id', '=', 'x.tenant_id').onRef('o.id', '=', 'x.order_id'),
    )
    .innerJoin('app_user as u', 'u.id', 'x.used_by')
    .where('x.tenant_id', '=', ctx.tenantId)
    .where('v.template_id', '=', template.id)
    .where((e) => e.or([e('o.owner_company_id', '=', companyId), e('o.purchaser_company_id', '=', companyId)]))
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['o.title', 'o.code'])))
  const rows = await all
    .select(['x.version_id', 'x.order_id', 'x.purpose', 'x.used_at', 'v.version_no', 'o.code', 'o.title', 'u.nickname'])
    .orderBy('x.used_at', 'desc')
    .orderBy('x.order_id', 'desc')
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
      useId: `${row.version_id}:${row.order_id}:${row.purpose}`,
      orderId: row.order_id,
      orderCode: row.code,
      orderTitle: row.title,
      versionNo: row.version_no,
      purpose: row.purpose,
      usedBy: row.nickname,
      usedAt: row.used_at.toISOString(),
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
