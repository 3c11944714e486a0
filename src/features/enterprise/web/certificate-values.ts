import * as z from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { type AuditDetail, submitAudit } from '../contract/certification.ts'
import { mayBecome, rulesOf, TYPE_RULES } from '../rules/company-types.ts'

type Body = BodyOf<typeof submitAudit>

/** What the form holds; documents lie under their company type, so that changing the type loses none. */
export type CertificateValues = Partial<Omit<Body, 'companyId' | 'documents'>> & {
  docs?: Record<string, Record<string, FileRef[] | undefined> | undefined>
}

/** The place of a document in the form. */
export function documentName(companyType: number, kind: string): string {
  return `docs.t${companyType}.${kind}`
}

/** What the form holds in the wire's words. */
export function bodyOf(values: CertificateValues, companyId: string | null): Body {
  const companyType = values.companyType ?? 1
  const isPerson = companyType === 4
  const docs = values.docs?.[`t${companyType}`] ?? {}
  return {
    companyId,
    companyType,
    companyName: values.companyName ?? '',
    socialCreditCode: isPerson ? '' : (values.socialCreditCode ?? ''),
    legalPerson: isPerson ? '' : (values.legalPerson ?? ''),
    identityNumber: values.identityNumber ?? '',
    registeredAddress: values.registeredAddress ?? '',
    registeredCapital: values.registeredCapital ?? '',
    establishedOn: values.establishedOn ?? '',
    businessScope: values.businessScope ?? '',
    contactName: values.contactName ?? '',
    contactMobile: values.contactMobile ?? '',
    contactEmail: values.contactEmail ?? '',
    // A choice made for another type does not count.
    workbenches: companyId === null ? (values.workbenches ?? []).filter((one) => mayBecome(companyType, one)) : [],
    documents: rulesOf(companyType).documents.flatMap(({ kind }) =>
      (docs[kind] ?? []).map(({ fileId, name }) => ({ kind, fileId, name })),
    ),
  }
}

/** The call's own check, with its findings at the form's fields. */
export function schemaFor(companyId: string | null): z.ZodType {
  return z.unknown().superRefine((given, ctx) => {
    const values = given as CertificateValues
    const checked = submitAudit.body.safeParse(bodyOf(values, companyId))
    for (const { path, message } of checked.error?.issues ?? []) {
      const [first, second] = path
      const place = first === 'docs' ? ['docs', `t${values.companyType ?? 1}`, String(second)] : [...path]
      ctx.addIssue({ code: 'custom', path: place, message })
    }
  })
}

/** An application put back into the form, after a rejection or for a change. */
export function valuesOf({ content, documents }: Pick<AuditDetail, 'content' | 'documents'>): CertificateValues {
  const docs: Record<string, FileRef[]> = {}
  for (const { kind, ...file } of documents) (docs[kind] ??= []).push(file)
  return { ...content, docs: { [`t${content.companyType}`]: docs } }
}

/** Documents of every type, as fields: only those of the chosen type are shown. */
export const DOCUMENT_FIELDS = Object.entries(TYPE_RULES).flatMap(([type, rules]) =>
  rules.documents.map(({ kind, label, required }) => ({
    companyType: Number(type),
    name: documentName(Number(type), kind),
    label: required ? `${label}（必交）` : label,
  })),
)
