import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { findCompany } from '#features/enterprise/server/public.ts'
import { MEGABYTE, GIGABYTE, SCANS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'

type Ctx = Context<Actor | null>

/** Whoever works for a company; who administers it; who runs the platform. */
export const ANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const
export const KEEPER = { ...ANY, right: 'businessManagement' } as const
export const PLATFORM = { workbench: 'admin', right: 'platform' } as const

/** Where people open, and are led to by messages. */
export const OPEN_PAGE = '/services/e-signature/open'
export const REVIEWS_PAGE = '/admin/e-signature/audits'

export const LETTER_USE = 'e-sign-letter'
export const uploads: UploadPolicies = {
  [LETTER_USE]: {
    maxSize: 20 * MEGABYTE,
    types: SCANS,
    entitled: whoMay(['purchaser', 'agency', 'supplier'], ['businessManagement']),
    person: { bytes: 400 * MEGABYTE, files: 100 },
    company: { bytes: GIGABYTE, files: 300 },
  },
}

/** Makes what changes who may sign for a company follow one another. */
export async function lockOpening(ctx: Ctx, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`e-sign ${companyId}`}, 0))`.execute(ctx.tx)
}

/** A company as an application names it, and why it cannot sign electronically; '' when it can. */
export interface Record {
  name: string
  creditCode: string
  legalPerson: string
  obstacle: string
}

export async function recordOf(ctx: Ctx, companyId: string): Promise<Record> {
  const company = await findCompany(ctx, companyId)
  if (!company) throw new AppError('notFound')
  const { name, creditCode, legalPerson, isCertified, companyType } = company
  const obstacle = !isCertified
    ? '企业尚未通过认证，请先完成企业认证'
    : companyType === 4
      ? '自然人没有企业印章，不能开通企业电子签章'
      : ''
  return { name, creditCode, legalPerson, obstacle }
}

/** Somebody in use at the own company, or `notFound`: another company's people do not exist. */
export async function ownEmployee(ctx: Context<Employee>, employeeId: string) {
  const row = await ctx.one(
    'employee',
    { id: employeeId, companyId: ctx.actor.companyId, status: 1, deletedAt: NULL },
    { columns: ['id', 'userId', 'name', 'companyId'] },
  )
  if (!row) throw new AppError('notFound')
  return row
}
