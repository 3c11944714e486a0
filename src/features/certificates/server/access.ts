import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { CaApplication, Certificate } from '#server/database/tables.ts'
import type { ApplicationState } from '../rules/application.ts'
import type { Act, Kind, Medium, Suite } from '../rules/kinds.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>

interface Named {
  kind: Kind
  medium: Medium
  suite: Suite
}
export type ApplicationRow = Omit<Selectable<CaApplication>, 'state' | 'act' | keyof Named> &
  Named & { state: ApplicationState; act: Act }
export type CertificateRow = Omit<Selectable<Certificate>, keyof Named> & Named

/** Who applies for a company: whoever buys for it at the supplier's, administrators elsewhere. */
export const HOLDER = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: ['caCentre', 'businessManagement'],
} as const
export const PLATFORM = { workbench: 'admin', right: 'platform' } as const

/** An application of the own company, or `notFound`. */
export async function ownApplication(ctx: Ctx, applicationId: string, lock?: 'update'): Promise<ApplicationRow> {
  const where = { id: applicationId, companyId: ctx.actor.companyId }
  const row = await ctx.one('ca_application', where, lock ? { lock } : {})
  if (!row) throw new AppError('notFound')
  return row as ApplicationRow
}

/** A certificate of the own company, or `notFound`. */
export async function ownCertificate(ctx: Ctx, certificateId: string, lock?: 'update'): Promise<CertificateRow> {
  const where = { id: certificateId, companyId: ctx.actor.companyId }
  const row = await ctx.one('certificate', where, lock ? { lock } : {})
  if (!row) throw new AppError('notFound')
  return row as CertificateRow
}

/** An application that was handed in, as the platform sees it, or `notFound`. */
export async function handedIn(ctx: Context<Actor>, applicationId: string, lock?: 'update'): Promise<ApplicationRow> {
  const row = await ctx.one('ca_application', { id: applicationId }, lock ? { lock } : {})
  // What is not handed in yet is the company's alone.
  if (!row || row.state === 'saved' || row.state === 'paying') throw new AppError('notFound')
  return row as ApplicationRow
}

/** Open pages of who applied ask anew. */
export function tell(ctx: Any, { id, userId }: Pick<ApplicationRow, 'id' | 'userId'>): void {
  ctx.emit({
    kind: 'ca-application.changed',
    payload: { applicationId: id },
    topics: [`user:${userId}`],
  })
}

/** Says in the trail what happened to an application; numbers of people never stand there. */
export function note(
  ctx: Any,
  { id, code }: Pick<ApplicationRow, 'id' | 'code'>,
  { action, text }: { action: string; text: string },
): void {
  ctx.audit({
    action: `ca-application.${action}`,
    entity: 'ca-application',
    entityId: id,
    summary: `数字证书申请 ${code}：${text}`,
  })
}
