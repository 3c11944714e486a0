import type { z } from 'zod'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import type { AuditDetail, AuditRow } from '../contract/certification.ts'
import { AUDIT_STATUS } from '../rules/audit-status.ts'
import { type AuditedFact, type Certificate, factChanges } from '../rules/certification.ts'
import type { CompanyWorkbench } from '../rules/company-types.ts'
import { maskedIdentity } from '../rules/identifiers.ts'

/** What is stored of an application besides its documents. */
export type Content = Omit<Certificate, 'documents' | 'workbenches'> & { workbenches: CompanyWorkbench[] }

/** The columns every reader of applications needs, for a query on `company_audit as a`. */
export const AUDIT_COLUMNS = [
  'a.id',
  'a.kind',
  'a.status',
  'a.companyId',
  'a.companyType',
  'a.name',
  'a.creditCode',
  'a.identity',
  'a.content',
  'a.before',
  'a.appliedBy',
  'a.appliedAt',
  'a.decidedBy',
  'a.decidedAt',
  'a.reason',
] as const

/** An application as it is stored. */
interface StoredAudit extends Omit<AuditRecord, 'code' | 'content' | 'before'> {
  creditCode: string
  identity: Sealed | null
  content: Sealed
  before: Sealed | null
}

export interface AuditRecord {
  id: string
  kind: number
  status: number
  companyId: string | null
  companyType: number
  name: string
  /** Credit code; of a natural person the identity number. */
  code: string
  content: Content
  before: Partial<Record<AuditedFact, string | number>> | null
  appliedBy: string
  appliedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  reason: string
}

/** An application as stored, in the open. */
export function openAudit<T extends StoredAudit>({ cipher }: Pick<Context<Actor | null>, 'cipher'>, row: T) {
  const { id, identity, content: _sealed, before, creditCode, ...rest } = row
  return {
    ...rest,
    id,
    code: cipher.open('company_audit.identity', id, identity) ?? creditCode,
    content: contentOf({ cipher }, row),
    before: JSON.parse(cipher.open('company_audit.before', id, before) ?? 'null') as AuditRecord['before'],
  }
}

/** What was applied for. */
export function contentOf(
  { cipher }: Pick<Context<Actor | null>, 'cipher'>,
  row: Pick<StoredAudit, 'id' | 'content'>,
): Content {
  return JSON.parse(cipher.open('company_audit.content', row.id, row.content)) as Content
}

/** Names of people by id. */
export async function namesOf(tx: Tx, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await tx.selectFrom('app_user').select(['id', 'nickname']).where('id', 'in', wanted).execute()
  return new Map(rows.map((row) => [row.id, row.nickname]))
}

/** How an application of any kind stands, for the platform (`names`: with the decider's) or for the applicant. */
export function standingOf(
  row: {
    status: number
    appliedBy: string
    appliedAt: Date
    decidedBy: string | null
    decidedAt: Date | null
    reason: string
  },
  names: ReadonlyMap<string, string>,
  isPlatform: boolean,
) {
  return {
    status: row.status as 0 | 1 | 2,
    appliedByName: names.get(row.appliedBy) ?? '',
    appliedAt: row.appliedAt.toISOString(),
    decidedByName: row.decidedBy === null ? '' : isPlatform ? (names.get(row.decidedBy) ?? '') : '平台',
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  }
}

/** Applications as they are listed: an identity number is masked, also among the changes. */
export async function auditRows(
  ctx: Context<Actor>,
  records: readonly AuditRecord[],
): Promise<z.output<typeof AuditRow>[]> {
  const names = await namesOf(
    ctx.tx,
    records.flatMap((row) => [row.appliedBy, row.decidedBy]),
  )
  const isPlatform = ctx.actor.workbench === 'admin'
  return records.map((row) => ({
    ...standingOf(row, names, isPlatform),
    auditId: row.id,
    kind: row.kind as 1 | 2,
    companyId: row.companyId,
    companyType: row.companyType as 1,
    companyName: row.name,
    code: row.companyType === 4 ? maskedIdentity(row.code) : row.code,
    workbenches: row.content.workbenches,
    changes: factChanges(row.before, row.content).map((change) =>
      change.fact === 'identityNumber'
        ? { ...change, from: maskedIdentity(change.from), to: maskedIdentity(change.to) }
        : change,
    ),
  }))
}

/** One application whole. */
export async function auditWhole(ctx: Context<Actor>, record: AuditRecord): Promise<z.output<typeof AuditDetail>> {
  const [row] = await auditRows(ctx, [record])
  const files = await ctx.tx
    .selectFrom('company_audit_file as f')
    .innerJoin('file_object as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.fileId'))
    .select(['f.kind', 'f.fileId', 'f.name', 'o.size', 'o.sha256'])
    .where('f.tenantId', '=', ctx.tenantId)
    .where('f.auditId', '=', record.id)
    .orderBy('f.kind')
    .orderBy('f.fileId')
    .execute()
  return {
    ...row!,
    content: { ...record.content, companyType: record.companyType as 1 },
    documents: files.map(({ kind, fileId, name, size, sha256 }) => ({
      kind,
      fileId,
      name,
      size,
      sha256: sha256.toString('hex'),
    })),
    actions: AUDIT_STATUS.allowed(
      { status: record.status, obstacle: '' },
      { decides: false, applied: record.appliedBy === ctx.actor.userId },
      ctx.clock.now().getTime(),
    ),
  }
}
