import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { AuditStatus } from '../rules/enums.ts'
import { TYPE_RULES } from '../rules/company-types.ts'

/* What other features may call. */

export { type Alike, type AlikeFact, companiesAlike } from './alike.ts'
export { findCompany } from './access.ts'
export { amountFor, type AmountReader, channelOf, type SmallAmount } from './payout.ts'
export { shownCode } from './registration.ts'
export { companyWithoutAccount } from './unclaimed.ts'

export interface CertifiedDocument {
  fileId: string
  /** What the document is called in the application, e.g. 营业执照. */
  kind: string
  name: string
  mime: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
  certifiedAt: Date
}

/** The documents by which the own company was certified last: those of the newest application that passed. */
export async function certifiedDocuments(ctx: Context<Employee>): Promise<CertifiedDocument[]> {
  const audit = await ctx.one(
    'company_audit',
    { companyId: ctx.actor.companyId, status: AuditStatus.values.passed },
    { columns: ['id', 'companyType', 'decidedAt'], orderBy: ['id desc'], limit: 1 },
  )
  if (!audit) return []
  const { documents } = TYPE_RULES[audit.companyType as keyof typeof TYPE_RULES]
  const rows = await ctx.tx
    .selectFrom('company_audit_file as a')
    .innerJoin('file_object as f', (j) => j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.id', '=', 'a.fileId'))
    .select(['a.fileId', 'a.kind', 'a.name', 'f.mime', 'f.size', 'f.sha256'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.auditId', '=', audit.id)
    .execute()
  const placeOf = (kind: string) => documents.findIndex((one) => one.kind === kind)
  const inOrder = rows.toSorted((a, b) => placeOf(a.kind) - placeOf(b.kind))
  return inOrder.map(({ fileId, kind, name, mime, size, sha256 }) => ({
    fileId,
    kind: documents.find((one) => one.kind === kind)?.label ?? kind,
    name,
    mime,
    size,
    sha256: sha256.toString('hex'),
    certifiedAt: audit.decidedAt!,
  }))
}
