import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/page.ts'
import { mobileOf } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import type * as c from '../contract/admin.ts'
import { AUDIT_STATUS } from '../rules/audit-status.ts'
import { AuditStatus } from '../rules/enums.ts'
import { AUDIT_COLUMNS, auditRows, auditWhole, openAudit } from './audit-rows.ts'
import { allAudits, findAudit, PLATFORM } from './audits.ts'
import { judgeAudit } from './certifying.ts'
import { fileAnswer } from './files.ts'
import { newestFirst } from './paging.ts'

type Ctx = Context<Actor>
/** Applications at this tenant, newest first. */
export async function listAudits(
  ctx: Ctx,
  query: z.output<typeof c.companyAudits.query>,
): Promise<Page<z.output<typeof c.companyAudits.returns>['rows'][number]>> {
  const { status, kind, companyType, keyword } = query
  const base = allAudits(ctx)
    .innerJoin('app_user as u', 'u.id', 'a.appliedBy')
    .select(AUDIT_COLUMNS)
    .select(['u.id as userId', 'u.mobile'])
    .$if(kind !== undefined, (q) => q.where('a.kind', '=', kind!))
    .$if(companyType !== undefined, (q) => q.where('a.companyType', '=', companyType!))
    .$if(Boolean(keyword), (q) =>
      q.where((e) =>
        e.or([
          includes(keyword!, ['a.name']),
          e('a.creditCode', '=', keyword!.toUpperCase()),
          e('a.identityHash', 'in', ctx.cipher.hashes('company_audit.identity', keyword!)),
        ]),
      ),
    )
  const page = await newestFirst(
    ctx,
    base.$if(status !== undefined, (q) => q.where('a.status', '=', status!)),
    { query, key: 'a.id' },
  )
  const rows = await auditRows(
    ctx,
    page.rows.map((row) => openAudit(ctx, row)),
  )
  const mobiles = page.rows.map(({ userId: id, mobile }) => mobileOf(ctx, { id, mobile }))
  const counts = await countByStatus(ctx)
  return { ...page, rows: rows.map((row, i) => ({ ...row, applicantMobile: mobiles[i]! })), counts }
}

/** One application with everything a decision needs. */
export async function showAudit(ctx: Ctx, auditId: string): Promise<z.output<typeof c.companyAudit.returns>> {
  const row = await findAudit(ctx, auditId)
  const { obstacle, isKnown } = await judgeAudit(ctx, row)
  const user = await ctx.one('app_user', { id: row.appliedBy }, { columns: ['id', 'mobile'] })
  const earlier = await allAudits(ctx)
    .select(AUDIT_COLUMNS)
    .where('a.id', '<>', row.id)
    .where((e) =>
      e.or([
        row.companyType === 4
          ? e('a.identityHash', 'in', ctx.cipher.hashes('company_audit.identity', row.code))
          : e('a.creditCode', '=', row.code),
        ...(row.companyId === null ? [] : [e('a.companyId', '=', row.companyId)]),
      ]),
    )
    .orderBy('a.id', 'desc')
    .limit(20)
    .execute()
  return {
    ...(await auditWhole(ctx, row)),
    applicantMobile: user ? mobileOf(ctx, user) : '',
    obstacle: row.status === 0 ? obstacle : '',
    isKnown,
    actions: AUDIT_STATUS.allowed({ status: row.status, obstacle }, PLATFORM, ctx.clock.now().getTime()),
    history: await auditRows(
      ctx,
      earlier.map((one) => openAudit(ctx, one)),
    ),
  }
}

export async function auditDocument(ctx: Ctx, { auditId, fileId }: { auditId: string; fileId: string }) {
  const file = await ctx.one('company_audit_file', { auditId, fileId }, { columns: ['name'] })
  if (!file) throw new AppError('notFound')
  return fileAnswer(ctx, { fileId, name: file.name })
}

async function countByStatus(ctx: Ctx): Promise<Record<string, number>> {
  const rows = await allAudits(ctx)
    .select((e) => ['a.status', e.fn.countAll<number>().as('n')])
    .groupBy('a.status')
    .execute()
  const of = (status: number) => rows.find((row) => row.status === status)?.n ?? 0
  const statuses = AuditStatus.options.map(({ value }) => value)
  return {
    all: statuses.reduce((n, status) => n + of(status), 0),
    ...Object.fromEntries(statuses.map((status) => [String(status), of(status)])),
  }
}
