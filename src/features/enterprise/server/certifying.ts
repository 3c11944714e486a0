import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { RIGHTS } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { companyChanged } from '#features/organisation/server/public.ts'
import type { Decision } from '../contract/shared.ts'
import { AUDIT_STATUS } from '../rules/audit-status.ts'
import { type CompanyWorkbench, mayBecome } from '../rules/company-types.ts'
import { AuditKind, AuditStatus } from '../rules/enums.ts'
import { findCompany } from './access.ts'
import type { AuditRecord } from './audit-rows.ts'
import { findAudit, PLATFORM } from './audits.ts'
import { registrationOf } from './registration.ts'
import { lockCode, releaseName } from './unclaimed.ts'

type Ctx = Context<Actor>

/** Passes or rejects an application on its locked row; what passing means is written in the same transaction. */
export async function decideAudit(ctx: Ctx, auditId: string, decision: z.output<typeof Decision>): Promise<void> {
  const audit = await findAudit(ctx, auditId, true)
  await lockCode(ctx, audit.code)
  const { obstacle } = await judgeAudit(ctx, audit)
  const status = AUDIT_STATUS.next(decision.pass ? 'pass' : 'reject', {
    record: { status: audit.status, obstacle },
    who: PLATFORM,
    now: ctx.clock.now().getTime(),
  })
  let companyId = audit.companyId
  if (status === AuditStatus.values.passed) {
    if (audit.kind === AuditKind.values.certification) companyId = await certify(ctx, audit)
    else await change(ctx, audit)
  }
  await ctx.update(
    'company_audit',
    { id: auditId },
    {
      status,
      companyId,
      reason: decision.reason,
      decidedBy: ctx.actor.userId,
      decidedAt: ctx.clock.now(),
    },
  )
  ctx.audit({
    action: decision.pass ? 'company.audit.pass' : 'company.audit.reject',
    entity: 'company-audit',
    entityId: auditId,
    summary: `${decision.pass ? '通过' : '驳回'}${AuditKind.label(audit.kind)}申请：${audit.name}`,
    data: { companyId, reason: decision.reason },
  })
  ctx.emit({ kind: 'company.audit.decided', payload: { auditId } })
}

/**
 * Whether an application can be passed. The code is unique for the whole platform: a company known from another tenant
 * is used again when the legal facts agree; nothing else of it is told, neither here nor to the applicant.
 */
export async function judgeAudit(ctx: Ctx, audit: AuditRecord): Promise<{ obstacle: string; isKnown: boolean }> {
  const isPerson = audit.companyType === 4
  const known = await companyOf(ctx, audit)
    .select(['id', 'name', 'companyType', 'legalPerson', 'isClaimed'])
    .executeTakeFirst()
  const namesake = isPerson
    ? undefined
    : await ctx.tx
        .selectFrom('company')
        .select('id')
        .where('name', '=', audit.name)
        .where('companyType', '<>', 4)
        .where('isClaimed', '=', true)
        .executeTakeFirst()
  if (audit.kind === AuditKind.values.change) {
    const isOther = (found: { id: string } | undefined) => found !== undefined && found.id !== audit.companyId
    if (isOther(known)) return { obstacle: '该统一社会信用代码已属于其他企业', isKnown: false }
    return { obstacle: isOther(namesake) ? '该名称已属于其他企业' : '', isKnown: false }
  }
  // Of one that an agency buys for nothing is known but its code: whoever proves that is it.
  if (!known?.isClaimed) return { obstacle: namesake ? '该名称已登记在另一统一社会信用代码之下' : '', isKnown: false }
  const here = await findCompany(ctx, known.id)
  if (here?.isCertified) return { obstacle: '该企业已在本平台认证', isKnown: true }
  const agrees =
    known.name === audit.name &&
    known.companyType === audit.companyType &&
    known.legalPerson === audit.content.legalPerson
  return { obstacle: agrees ? '' : '名称、类型或法定代表人与平台主体库登记的不一致，请驳回并要求核对', isKnown: agrees }
}

/** Rights that the first administrator of a workbench gets: all that can be given there. */
export function fullRights(workbenches: readonly CompanyWorkbench[]): string[] {
  return Object.entries(RIGHTS).flatMap(([right, row]) => {
    const { auto = false, adminOnly = false, notAdmin = false, workbenches: of }: RightRow = row
    return !auto && !adminOnly && !notAdmin && workbenches.some((workbench) => of.includes(workbench)) ? [right] : []
  })
}

interface RightRow {
  workbenches: readonly string[]
  auto?: boolean
  adminOnly?: boolean
  notAdmin?: boolean
}

/** The company that the platform knows by the code of an application. */
function companyOf(ctx: Ctx, { companyType: type, code }: AuditRecord) {
  return ctx.tx
    .selectFrom('company')
    .where((e) =>
      type === 4 ? e('identityHash', 'in', ctx.cipher.hashes('company.identity', code)) : e('creditCode', '=', code),
    )
}

/** A company has a credit code, a natural person an identity number, which is nobody else's business. */
function codeFields(ctx: Ctx, companyId: string, { companyType: type, code }: AuditRecord) {
  if (type !== 4) return { creditCode: code, identity: null, identityHash: null }
  return { creditCode: '', ...ctx.cipher.fields('company.identity', companyId, code) }
}

/** The company becomes one of this tenant, and the applicant its administrator. */
async function certify(ctx: Ctx, audit: AuditRecord): Promise<string> {
  const now = ctx.clock.now()
  const { content } = audit
  const known = await companyOf(ctx, audit).select(['id', 'isClaimed']).executeTakeFirst()
  const companyId = known?.id ?? ctx.newId()
  await releaseName(ctx, audit)
  if (known?.isClaimed === false) await claim(ctx, companyId, audit)
  if (!known) {
    await ctx.insert('company', {
      id: companyId,
      name: audit.name,
      ...codeFields(ctx, companyId, audit),
      companyType: audit.companyType,
      legalPerson: content.legalPerson,
      createdAt: now,
    })
  }
  const standing = {
    isPurchaser: content.workbenches.includes('purchaser'),
    isAgency: content.workbenches.includes('agency'),
    isSupplier: content.workbenches.includes('supplier'),
    isCertified: true,
    registration: registrationOf(ctx, companyId, content),
    certifiedAt: now,
  }
  await ctx.tx
    .insertInto('company_tenant')
    .values({ tenantId: ctx.tenantId, companyId, createdAt: now, ...standing })
    .onConflict((c) => c.columns(['tenantId', 'companyId']).doUpdateSet(standing))
    .execute()
  const rights = fullRights(content.workbenches)
  const place = { isAdmin: true, status: 1, deletedAt: null, rights, directRights: rights }
  await ctx.tx
    .insertInto('employee')
    .values({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      companyId,
      userId: audit.appliedBy,
      name: await nickname(ctx, audit.appliedBy),
      email: content.contactEmail,
      createdAt: now,
      ...place,
    })
    .onConflict((c) =>
      c.columns(['tenantId', 'companyId', 'userId']).doUpdateSet({
        ...place,
        acceptedAt: sql<Date>`case when employee.deleted_at is null then coalesce(employee.accepted_at, ${now}) else ${now} end`,
      }),
    )
    .execute()
  ctx.actorChanged(audit.appliedBy)
  return companyId
}

/** The company becomes who it says it is; projects that were made for its code are its own from now on. */
async function claim(ctx: Ctx, companyId: string, { name, companyType, content }: AuditRecord): Promise<void> {
  const { legalPerson } = content
  await ctx.update('company', { id: companyId }, { name, companyType, legalPerson, isClaimed: true })
  ctx.audit({
    action: 'company.claim',
    entity: 'company',
    entityId: companyId,
    summary: `接管代理机构登记的单位：${name}`,
  })
}

/** New facts take the place of the old ones; a type that may not have a workbench loses it. */
async function change(ctx: Ctx, audit: AuditRecord): Promise<void> {
  const companyId = audit.companyId
  if (companyId === null) throw new AppError('server')
  const { content } = audit
  await releaseName(ctx, audit)
  await ctx.update(
    'company',
    { id: companyId },
    {
      name: audit.name,
      ...codeFields(ctx, companyId, audit),
      companyType: audit.companyType,
      legalPerson: content.legalPerson,
    },
  )
  const keeps = (workbench: CompanyWorkbench) => mayBecome(audit.companyType, workbench)
  await ctx.update(
    'company_tenant',
    { companyId },
    {
      registration: registrationOf(ctx, companyId, content),
      ...(keeps('purchaser') ? {} : { isPurchaser: false }),
      ...(keeps('agency') ? {} : { isAgency: false }),
    },
  )
  await companyChanged(ctx, companyId)
}

async function nickname(ctx: Ctx, userId: string): Promise<string> {
  const row = await ctx.expectOne('app_user', { id: userId }, { columns: ['nickname'] })
  return row.nickname
}
