import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/page.ts'
import { demandProven } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type * as c from '../contract/certification.ts'
import { codeOf, factChanges } from '../rules/certification.ts'
import { AUDIT_STATUS } from '../rules/audit-status.ts'
import { AuditKind, AuditStatus } from '../rules/enums.ts'
import { companiesHere, ownAudits } from './access.ts'
import { AUDIT_COLUMNS, auditRows, auditWhole, type Content, openAudit } from './audit-rows.ts'
import { fileAnswer } from './files.ts'
import { newestFirst } from './paging.ts'
import { registeredFacts } from './registration.ts'

type Ctx = Context<Actor>
type Body = z.output<typeof c.submitAudit.body>

/** Applications that one person may have waiting; more is not a company, but somebody trying out. */
const MOST_OPEN = 5

/** Whether a company is certified at this tenant; natural persons are never told of. */
export async function exists(
  ctx: Ctx,
  query: z.output<typeof c.companyExists.query>,
): Promise<z.output<typeof c.companyExists.returns>> {
  const { companyName = '', socialCreditCode = '' } = query
  const company = await companiesHere(ctx)
    .where('t.isCertified', '=', true)
    .where('c.companyType', '<>', 4)
    .where((e) => e.or([e('c.name', '=', companyName), e('c.creditCode', '=', socialCreditCode)]))
    .executeTakeFirst()
  const open = await openAudits(ctx)
    .where('companyType', '<>', 4)
    .where((e) => e.or([e('name', '=', companyName), e('creditCode', '=', socialCreditCode)]))
    .executeTakeFirst()
  const employee =
    company &&
    (await ctx.tx
      .selectFrom('employee')
      .select('id')
      .where('tenantId', '=', ctx.tenantId)
      .where('companyId', '=', company.id)
      .where('userId', '=', ctx.actor.userId)
      .where('acceptedAt', 'is not', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirst())
  return {
    exist: company !== undefined,
    company: company ? { companyId: company.id, companyName: company.name } : null,
    joined: employee !== undefined,
    auditing: open !== undefined,
  }
}

/** Takes an application as a snapshot. Nothing of the company changes before it is passed. */
export async function submit(ctx: Ctx, body: Body): Promise<{ auditId: string }> {
  demandProven(ctx.actor)
  const { documents, companyId, ...fields } = body
  const content: Content = { ...fields, legalPerson: body.companyType === 4 ? body.companyName : body.legalPerson }
  const code = codeOf(content)
  const before = companyId === null ? null : await factsToChange(ctx, companyId, content)
  await demandFree(ctx, { code, content, companyId })
  await demandOwnFiles(
    ctx,
    documents.map((file) => file.fileId),
    { use: 'company-document', by: 'person', kept: await attachedBefore(ctx), path: 'documents' },
  )
  const auditId = ctx.newId()
  const kind = companyId === null ? AuditKind.values.certification : AuditKind.values.change
  await ctx.insert('company_audit', {
    id: auditId,
    companyId,
    kind,
    companyType: content.companyType,
    name: content.companyName,
    ...codeFields(ctx, auditId, content),
    content: ctx.cipher.seal('company_audit.content', auditId, JSON.stringify(content)),
    before: before && ctx.cipher.seal('company_audit.before', auditId, JSON.stringify(before)),
    appliedBy: ctx.actor.userId,
    appliedAt: ctx.clock.now(),
  })
  await ctx.tx
    .insertInto('company_audit_file')
    .values(
      documents.map(({ kind: of, fileId, name }) => ({
        tenantId: ctx.tenantId,
        auditId,
        fileId,
        kind: of,
        name,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  ctx.audit({
    action: 'company.audit.submit',
    entity: 'company-audit',
    entityId: auditId,
    summary: `提交${AuditKind.label(kind)}申请：${content.companyName}`,
    data: { companyId, files: documents.map(({ kind: of, fileId }) => ({ kind: of, fileId })) },
  })
  ctx.emit({ kind: 'company.audit.submitted', payload: { auditId }, topics: [] })
  return { auditId }
}

type Of = z.output<typeof c.latestAudit.query>['of']

export async function latest(ctx: Ctx, of: Of): Promise<z.output<typeof c.AuditDetail> | null> {
  const row = await scoped(ctx, of).select(AUDIT_COLUMNS).orderBy('a.id', 'desc').executeTakeFirst()
  return row ? auditWhole(ctx, openAudit(ctx, row)) : null
}

export async function history(
  ctx: Ctx,
  query: z.output<typeof c.auditPage.query>,
): Promise<Page<z.output<typeof c.AuditRow>>> {
  const base = scoped(ctx, query.of)
    .select(AUDIT_COLUMNS)
    .$if(query.status !== undefined, (q) => q.where('a.status', '=', query.status!))
  const page = await newestFirst(ctx, base, { query, key: 'a.id' })
  const rows = page.rows.map((row) => openAudit(ctx, row))
  return { ...page, rows: await auditRows(ctx, rows) }
}

export async function detail(ctx: Ctx, auditId: string): Promise<z.output<typeof c.AuditDetail>> {
  const row = await ownAudits(ctx).select(AUDIT_COLUMNS).where('a.id', '=', auditId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return auditWhole(ctx, openAudit(ctx, row))
}

/** Withdraws an own application while nobody has decided on it; the row is locked against a decision at once. */
export async function withdraw(ctx: Ctx, auditId: string): Promise<void> {
  const row = await ownAudits(ctx).select(AUDIT_COLUMNS).where('a.id', '=', auditId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const status = AUDIT_STATUS.next('withdraw', {
    record: { status: row.status, obstacle: '' },
    who: { decides: false, applied: row.appliedBy === ctx.actor.userId },
    now: ctx.clock.now().getTime(),
  })
  await ctx.update(
    'company_audit',
    { id: auditId },
    { status, decidedBy: ctx.actor.userId, decidedAt: ctx.clock.now() },
  )
  ctx.audit({
    action: 'company.audit.withdraw',
    entity: 'company-audit',
    entityId: auditId,
    summary: `撤回${AuditKind.label(row.kind)}申请：${row.name}`,
  })
}

export async function documentOf(ctx: Ctx, { auditId, fileId }: { auditId: string; fileId: string }) {
  const row = await ownAudits(ctx)
    .innerJoin('company_audit_file as f', (j) =>
      j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.auditId', '=', 'a.id'),
    )
    .select('f.name')
    .where('a.id', '=', auditId)
    .where('f.fileId', '=', fileId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return fileAnswer(ctx, { fileId, name: row.name })
}

/** `company`: of the company entered, for its administrators; `person`: what the person applied for itself. */
function scoped(ctx: Ctx, of: Of) {
  if (of === 'person')
    return ownAudits(ctx)
      .where('a.appliedBy', '=', ctx.actor.userId)
      .where('a.kind', '=', AuditKind.values.certification)
  if (ctx.actor.companyId === null) throw new AppError('notEmployee')
  if (!ctx.actor.isAdmin) throw new AppError('noRight')
  return ownAudits(ctx).where('a.companyId', '=', ctx.actor.companyId)
}

/** The facts in force of the own company, which a change starts from. Only its administrators may ask for one. */
async function factsToChange(ctx: Ctx, companyId: string, content: Content) {
  if (companyId !== ctx.actor.companyId) throw new AppError('notFound')
  if (!ctx.actor.isAdmin) throw new AppError('noRight')
  const company = await companiesHere(ctx).where('t.companyId', '=', companyId).executeTakeFirstOrThrow()
  const before = registeredFacts(ctx, company)
  if (factChanges(before, content).length === 0) throw new AppError('invalid', '没有变更内容，无需提交')
  return before
}

/** What an application is known by: the code of a company is public, that of a person is not. */
function codeFields(ctx: Ctx, auditId: string, content: Content) {
  const code = codeOf(content)
  if (content.companyType !== 4) return { creditCode: code }
  return { creditCode: '', ...ctx.cipher.fields('company_audit.identity', auditId, code) }
}

/** Refuses what somebody else has or is applying for; the unique indexes of the table hold it for two at once. */
async function demandFree(
  ctx: Ctx,
  { code, content, companyId }: { code: string; content: Content; companyId: string | null },
): Promise<void> {
  const isPerson = content.companyType === 4
  const other = await companiesHere(ctx)
    .where('t.isCertified', '=', true)
    .where((e) =>
      isPerson
        ? e('c.identityHash', 'in', ctx.cipher.hashes('company.identity', code))
        : e.or([e('c.creditCode', '=', code), e('c.name', '=', content.companyName)]),
    )
    .$if(companyId !== null, (q) => q.where('c.id', '<>', companyId!))
    .executeTakeFirst()
  if (other && isPerson) throw new AppError('conflict', '该身份证号码已在本平台认证，请直接登录')
  if (other) throw new AppError('conflict', '该企业已在本平台认证，请申请加入或联系企业管理员')
  const open = await openAudits(ctx)
    .where((e) =>
      e.or([
        isPerson
          ? e('identityHash', 'in', ctx.cipher.hashes('company_audit.identity', code))
          : e('creditCode', '=', code),
        ...(companyId === null ? [] : [e('companyId', '=', companyId)]),
      ]),
    )
    .executeTakeFirst()
  if (open) throw new AppError('conflict', '该企业已有申请正在审核，请等待审核结果')
  const own = await openAudits(ctx).where('appliedBy', '=', ctx.actor.userId).execute()
  if (own.length >= MOST_OPEN) throw new AppError('tooMany', `最多同时提交${MOST_OPEN}份申请，请等待审核结果`)
}

function openAudits(ctx: Ctx) {
  return ctx.tx
    .selectFrom('company_audit')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('status', '=', AuditStatus.values.pending)
}

/** Documents of earlier applications that the person may see: after a rejection they need not be sent again. */
async function attachedBefore(ctx: Ctx): Promise<string[]> {
  const rows = await ownAudits(ctx)
    .innerJoin('company_audit_file as f', (j) =>
      j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.auditId', '=', 'a.id'),
    )
    .select('f.fileId')
    .distinct()
    .limit(400)
    .execute()
  return rows.map((row) => row.fileId)
}
