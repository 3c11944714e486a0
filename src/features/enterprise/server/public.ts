import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { AuditStatus } from '../rules/enums.ts'
import { TYPE_RULES } from '../rules/company-types.ts'

/* What other features may call. */

export { shownCode } from './registration.ts'

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
  const audit = await ctx.tx
    .selectFrom('company_audit')
    .select(['id', 'company_type', 'decided_at'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('company_id', '=', ctx.actor.companyId)
    .where('status', '=', AuditStatus.values.passed)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!audit) return []
  const { documents } = TYPE_RULES[audit.company_type as keyof typeof TYPE_RULES]
  const rows = await ctx.tx
    .selectFrom('company_audit_file as a')
    .innerJoin('file_object as f', (j) => j.onRef('f.tenant_id', '=', 'a.tenant_id').onRef('f.id', '=', 'a.file_id'))
    .select(['a.file_id', 'a.kind', 'a.name', 'f.mime', 'f.size', 'f.sha256'])
    .where('a.tenant_id', '=', ctx.tenantId)
    .where('a.audit_id', '=', audit.id)
    .execute()
  const placeOf = (kind: string) => documents.findIndex((one) => one.kind === kind)
  const inOrder = rows.toSorted((a, b) => placeOf(a.kind) - placeOf(b.kind))
  return inOrder.map(({ file_id: fileId, kind, name, mime, size, sha256 }) => ({
    fileId,
    kind: documents.find((one) => one.kind === kind)?.label ?? kind,
    name,
    mime,
    size,
    sha256: sha256.toString('hex'),
    certifiedAt: audit.decided_at!,
  }))
}
