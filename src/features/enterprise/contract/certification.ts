import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { certificateProblems } from '../rules/certification.ts'
import { CompanyType } from '#contract/company-type.ts'
import { AuditKind, JoinStatus } from '../rules/enums.ts'
import { CompanyWorkbench, DocumentRef, Mobile, Standing } from './shared.ts'

const upper = (value: string) => value.trim().toUpperCase()
const Code = z.string().max(18, '代码为18位').transform(upper)
const text = (max: number) => z.string().trim().max(max)

/** What a company says of itself when it applies; documents are named by kind. */
export const CertificateFields = z.object({
  companyType: CompanyType.schema,
  companyName: text(100).min(2, '请输入名称'),
  socialCreditCode: Code.default(''),
  legalPerson: text(40).default(''),
  identityNumber: Code.default(''),
  registeredAddress: text(200).default(''),
  registeredCapital: z
    .string()
    .trim()
    .regex(/^(\d{1,15}(\.\d{1,2})?)?$/, '请输入金额')
    .default(''),
  establishedOn: z.iso.date('请选择日期').or(z.literal('')).default(''),
  businessScope: text(2000).default(''),
  contactName: text(40).min(1, '请输入联系人'),
  contactMobile: Mobile,
  contactEmail: z.email('邮箱格式不正确').or(z.literal('')).default(''),
  workbenches: z.array(CompanyWorkbench).max(3).default([]),
})

const Documents = z
  .array(z.object({ kind: z.string().max(40), fileId: Id, name: text(200) }))
  .max(40)
  .default([])

const EXIST = z.object({
  companyName: text(100).optional(),
  socialCreditCode: Code.optional(),
})

export const companyExists = endpoint({
  method: 'GET',
  path: '/enterprise/companies/exist',
  summary: 'Whether a company of this name or credit code is certified here, so that one may ask to join',
  query: EXIST,
  returns: z.object({
    exist: z.boolean(),
    company: z.object({ companyId: Id, companyName: z.string() }).nullable(),
    /** The person belongs to it already. */
    joined: z.boolean(),
    /** Somebody has applied for its certification. */
    auditing: z.boolean(),
  }),
})

export const submitAudit = endpoint({
  method: 'POST',
  path: '/enterprise/audits',
  summary: 'Apply for the certification of a company, or for a change of the one entered',
  body: CertificateFields.extend({
    /** The company entered for a change, null for a company that is not here yet. */
    companyId: Id.nullable(),
    documents: Documents,
  }).superRefine((value, ctx) => {
    for (const { path, message } of certificateProblems(value))
      ctx.addIssue({ code: 'custom', path: path.split('.'), message })
    if (value.companyId === null && value.workbenches.length === 0)
      ctx.addIssue({ code: 'custom', path: ['workbenches'], message: '请选择申请的工作台' })
  }),
  returns: z.object({ auditId: Id }),
  errors: ['conflict', 'wrongState'],
})

export const AuditRow = Standing.extend({
  auditId: Id,
  kind: AuditKind.schema,
  companyId: Id.nullable(),
  companyType: CompanyType.schema,
  companyName: z.string(),
  /** Credit code; an identity number is masked. */
  code: z.string(),
  workbenches: z.array(CompanyWorkbench),
  changes: z.array(z.object({ fact: z.string(), label: z.string(), from: z.string(), to: z.string() })),
})

export const AuditDetail = AuditRow.extend({
  /** Unmasked: the applicant's own, or for the platform to check. */
  content: CertificateFields.extend({ socialCreditCode: z.string(), identityNumber: z.string() }),
  documents: z.array(DocumentRef),
  actions: z.array(Action),
})
export type AuditDetail = z.output<typeof AuditDetail>

/** Whose applications: those of the company entered (its administrators), or those one made for companies to come. */
const Of = z.enum(['person', 'company']).default('person')

export const latestAudit = endpoint({
  method: 'GET',
  path: '/enterprise/audits/latest',
  summary: 'The newest application of the person, or of the company entered',
  query: z.object({ of: Of }),
  returns: AuditDetail.nullable(),
})

export const auditPage = endpoint({
  method: 'GET',
  path: '/enterprise/audits/page',
  summary: 'History of applications, newest first',
  query: PageQuery.extend({ of: Of, status: z.coerce.number().int().optional() }),
  returns: pageOf(AuditRow),
})

export const auditDetail = endpoint({
  method: 'GET',
  path: '/enterprise/audits/{auditId}',
  summary: 'One application of the person or of the company entered',
  params: z.object({ auditId: Id }),
  returns: AuditDetail,
})

export const withdrawAudit = endpoint({
  method: 'POST',
  path: '/enterprise/audits/{auditId}/withdrawal',
  summary: 'Whoever applied withdraws the application while it waits',
  params: z.object({ auditId: Id }),
  errors: ['wrongState'],
})

export const auditFile = endpoint({
  method: 'GET',
  path: '/enterprise/audits/{auditId}/files/{fileId}',
  summary: 'A document of an own application',
  params: z.object({ auditId: Id, fileId: Id }),
  answer: 'file',
})

export const JoinRequest = z.object({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  userId: Id,
  name: z.string(),
  mobile: z.string(),
  message: z.string(),
  status: JoinStatus.schema,
  createdAt: Instant,
})
export type JoinRequest = z.output<typeof JoinRequest>

export const askToJoin = endpoint({
  method: 'POST',
  path: '/enterprise/join-requests',
  summary: 'Ask the administrators of a company to be taken in',
  body: z.object({
    companyId: Id,
    name: text(40).min(1, '请输入姓名'),
    message: text(200).default(''),
  }),
  returns: z.object({ id: Id }),
  errors: ['conflict'],
})

export const ownJoinRequests = endpoint({
  method: 'GET',
  path: '/enterprise/join-requests/own',
  summary: 'What the person asked for, newest first',
  returns: z.array(JoinRequest),
})

export const joinRequests = endpoint({
  method: 'GET',
  path: '/enterprise/join-requests',
  summary: 'Who waits to be taken in by the company entered',
  returns: z.array(JoinRequest),
})

export const decideJoin = endpoint({
  method: 'PUT',
  once: true,
  path: '/enterprise/join-requests/{id}/decision',
  summary: 'Take a person in, or not',
  params: z.object({ id: Id }),
  body: z.object({ accept: z.boolean() }),
})

export const AuditState = z.enum(['none', 'pending', 'passed', 'rejected'])

export const workbenchAuditStatus = endpoint({
  method: 'GET',
  path: '/enterprise/workbenches/audit-status',
  summary: 'How each workbench of the company entered stands',
  returns: z.array(
    z.object({
      workbench: CompanyWorkbench,
      label: z.string(),
      state: AuditState,
      reason: z.string(),
      /** Why it cannot be applied for; '' when it can. */
      obstacle: z.string(),
    }),
  ),
})
