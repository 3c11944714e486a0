import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import type { ApplicationFields, applicationPage } from '../contract-audit.ts'
import { AuditStatus } from '../rules/enums.ts'
import { libraryOf } from './library.ts'

type Ctx = Context<Actor>
export type ApplicationContent = Omit<z.output<typeof ApplicationFields>, 'mobile'>
type View = z.input<typeof applicationPage.returns>['rows'][number]

/** Applications with the names of both companies, without any access check. */
export function applications(ctx: Context<Actor | null>) {
  return ctx.tx
    .selectFrom('expert_application as a')
    .leftJoin('company as l', 'l.id', 'a.libraryId')
    .leftJoin('company as c', 'c.id', 'a.companyId')
    .selectAll('a')
    .select(['l.name as libraryName', 'c.name as companyName'])
    .where('a.tenantId', '=', ctx.tenantId)
}

/** An application for the library kept, or (unless `toOwn`) put forward by the own company; `notFound` otherwise. */
export async function demandApplication(
  ctx: Ctx,
  applicationId: string,
  { toOwn = false, lock = false }: { toOwn?: boolean; lock?: boolean } = {},
) {
  const library = libraryOf(ctx.actor)
  const row = await applications(ctx)
    .where('a.id', '=', applicationId)
    .$if(lock, (q) => q.forUpdate('a'))
    .executeTakeFirst()
  const isTo = row !== undefined && row.libraryId === library
  const isFrom = row !== undefined && library !== null && row.companyId === library
  if (!row || !(isTo || (isFrom && !toOwn))) throw new AppError('notFound')
  return row
}

export function mobileOfApplication({ cipher }: Pick<Ctx, 'cipher'>, row: { id: string; mobile: Sealed }): string {
  return cipher.open('expert_application.mobile', row.id, row.mobile)
}

export function applicationView(
  ctx: Ctx,
  row: Awaited<ReturnType<ReturnType<typeof applications>['execute']>>[number],
  names: (codes: readonly string[]) => string[],
): View {
  const content = row.content as ApplicationContent
  const keeps = ctx.actor.rights.has('expertManagement') || ctx.actor.workbench === 'admin'
  const library = ctx.actor.workbench === 'admin' ? null : ctx.actor.companyId
  return {
    applicationId: row.id,
    kind: row.kind,
    library: row.libraryId === null ? 'platform' : 'company',
    libraryName: row.libraryName ?? '',
    name: content.name,
    mobile: mobileOfApplication(ctx, row),
    employer: content.employer,
    majorNames: names(content.majors),
    title: content.title,
    status: row.status,
    reason: row.reason,
    companyName: row.companyName ?? '',
    appliedByName: row.appliedByName,
    appliedAt: row.appliedAt.toISOString(),
    decidedByName: row.decidedByName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    mayDecide:
      keeps &&
      row.status === AuditStatus.values.pending &&
      row.libraryId === library &&
      row.appliedBy !== ctx.actor.userId,
  }
}
