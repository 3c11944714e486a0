import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { AUDIT_COLUMNS, type AuditRecord, openAudit } from './audit-rows.ts'

type Ctx = Context<Actor>

/** Platform administration decides on every application; the routes let nobody else in. */
export const PLATFORM = { decides: true, applied: false } as const

/** Reads an application of this tenant, with `lock` for a decision on it. */
export async function findAudit(ctx: Ctx, auditId: string, lock = false): Promise<AuditRecord> {
  const row = await allAudits(ctx)
    .select(AUDIT_COLUMNS)
    .where('a.id', '=', auditId)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return openAudit(ctx, row)
}

/** All applications at this tenant, for the platform. */
export function allAudits(ctx: Ctx) {
  return ctx.tx.selectFrom('company_audit as a').where('a.tenantId', '=', ctx.tenantId)
}
