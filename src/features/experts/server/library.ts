import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT, type Page, type PageQuery } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ExpertKind, ExpertRow } from '../contract.ts'

type Ctx = Context<Actor>

/** The library a person keeps: the platform's from the administration workbench (null), else the own company's. */
export function libraryOf(actor: Actor): string | null {
  if (actor.workbench === 'admin') return null
  if (!actor.companyId) throw new AppError('notEmployee')
  return actor.companyId
}

interface Filter extends PageQuery {
  kind?: ExpertKind
  library?: 'platform' | 'company'
  status?: number
  major?: string
}

/** A page of the own library and the platform's, newest first. The cursor is the last row's id. */
export async function listExperts(ctx: Ctx, filter: Filter): Promise<Page<ExpertRow>> {
  const { pageNo, pageSize, cursor, keyword, kind, library, status, major } = filter
  const like = keyword && `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const found = visible(ctx)
    .$if(kind !== undefined, (q) => q.where('e.kind', '=', kind!))
    .$if(status !== undefined, (q) => q.where('e.status', '=', status!))
    .$if(library === 'platform', (q) => q.where('e.company_id', 'is', null))
    .$if(library === 'company', (q) => q.where('e.company_id', 'is not', null))
    .$if(major !== undefined && major !== '', (q) => q.where((e) => e(e.val(major!), '=', e.fn.any('e.majors'))))
    .$if(Boolean(like), (q) => q.where((e) => e.or([e('e.name', 'ilike', like!), e('e.employer', 'ilike', like!)])))
  const rows = await found
    .orderBy('e.id', 'desc')
    .limit(pageSize + 1)
    .$if(cursor !== undefined, (q) => q.where('e.id', '<', uuidOf(cursor!)))
    .$if(cursor === undefined, (q) => q.offset(offsetOf(pageNo, pageSize)))
    .execute()
  const counted = found
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT)
    .as('c')
  const { total } = await ctx.tx
    .selectFrom(counted)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = rows.slice(0, pageSize)
  return {
    rows: page.map((row) => shown(ctx, row)),
    total: total,
    next: rows.length > pageSize ? page.at(-1)!.id : null,
  }
}

/** One expert of the own library or the platform's, or `notFound`. */
export async function findExpert(ctx: Ctx, expertId: string): Promise<ExpertRow> {
  const row = await visible(ctx).where('e.id', '=', expertId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return shown(ctx, row)
}

function visible(ctx: Ctx) {
  const library = libraryOf(ctx.actor)
  return ctx.tx
    .selectFrom('expert as e')
    .selectAll('e')
    .where('e.tenant_id', '=', ctx.tenantId)
    .where((e) =>
      library === null
        ? e('e.company_id', 'is', null)
        : e.or([e('e.company_id', 'is', null), e('e.company_id', '=', library)]),
    )
}

function shown(ctx: Ctx, row: Awaited<ReturnType<ReturnType<typeof visible>['execute']>>[number]): ExpertRow {
  const own = row.company_id === libraryOf(ctx.actor)
  return {
    expertId: row.id,
    name: row.name,
    kind: row.kind as ExpertKind,
    employer: row.employer,
    employerCode: row.employer_code,
    majors: row.majors,
    title: row.title,
    region: row.region,
    mobile: own ? row.mobile : `${row.mobile.slice(0, 3)}****${row.mobile.slice(-4)}`,
    library: row.company_id === null ? 'platform' : 'company',
    status: row.status as 1,
    mayEdit: own,
    createdAt: row.created_at.toISOString(),
  }
}

function offsetOf(pageNo: number, pageSize: number): number {
  const offset = (pageNo - 1) * pageSize
  if (offset >= COUNT_LIMIT) throw new AppError('badRequest', '页码过大，请缩小查询范围')
  return offset
}

function uuidOf(cursor: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor))
    throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
  return cursor
}
