import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CompanyType } from '#contract/company-type.ts'
import { CompanyStatus } from '../rules/enums.ts'
import { BrandApplication, BrandPicture } from './brand.ts'
import { AuditDetail, AuditRow } from './certification.ts'
import { ServiceAuditRow } from './services.ts'
import { CompanyWorkbench, Decision } from './shared.ts'

const AuditFilter = PageQuery.extend({
  status: z.coerce.number().int().optional(),
  kind: z.coerce.number().int().optional(),
  companyType: z.coerce.number().int().optional(),
})
const auditId = z.object({ auditId: Id })
const id = z.object({ id: Id })
const companyId = z.object({ companyId: Id })

export const companyAudits = endpoint({
  method: 'GET',
  path: '/admin/company-audits/page',
  summary: 'Applications of companies at this tenant',
  query: AuditFilter,
  returns: pageOf(AuditRow.extend({ applicantMobile: z.string() })),
})

export const companyAudit = endpoint({
  method: 'GET',
  path: '/admin/company-audits/{auditId}',
  summary: 'One application with its documents, what it would change, and what came before',
  params: auditId,
  returns: AuditDetail.extend({
    applicantMobile: z.string(),
    /** Why it cannot be passed; '' when it can. */
    obstacle: z.string(),
    /** The company is known to the platform from elsewhere and the legal facts agree: it is used again. */
    isKnown: z.boolean(),
    actions: z.array(Action),
    history: z.array(AuditRow),
  }),
})

export const companyAuditFile = endpoint({
  method: 'GET',
  path: '/admin/company-audits/{auditId}/files/{fileId}',
  summary: 'A document of an application',
  params: auditId.extend({ fileId: Id }),
  answer: 'file',
})

export const decideCompanyAudit = endpoint({
  method: 'PUT',
  once: true,
  path: '/admin/company-audits/{auditId}/decision',
  summary: 'Pass or reject an application, once',
  params: auditId,
  body: Decision,
  errors: ['wrongState', 'conflict'],
})

export const AdminCompanyRow = z.object({
  companyId: Id,
  companyName: z.string(),
  code: z.string(),
  companyType: CompanyType.schema,
  workbenches: z.array(CompanyWorkbench),
  status: CompanyStatus.schema,
  people: z.number().int(),
  certifiedAt: Instant.nullable(),
})

export const companies = endpoint({
  method: 'GET',
  path: '/admin/companies/page',
  summary: 'Companies at this tenant',
  query: PageQuery.extend({
    status: z.coerce.number().int().optional(),
    companyType: z.coerce.number().int().optional(),
    workbench: CompanyWorkbench.optional(),
  }),
  returns: pageOf(AdminCompanyRow),
})

export const company = endpoint({
  method: 'GET',
  path: '/admin/companies/{companyId}',
  summary: 'One company at this tenant with its administrators, services and applications',
  params: companyId,
  returns: AdminCompanyRow.extend({
    legalPerson: z.string(),
    registeredAddress: z.string(),
    contactName: z.string(),
    contactMobile: z.string(),
    disabledReason: z.string(),
    features: z.array(z.object({ code: z.string(), label: z.string() })),
    administrators: z.array(z.object({ name: z.string(), mobile: z.string(), status: z.number().int() })),
    chargeTenantId: z.number().int(),
    audits: z.array(AuditRow),
    serviceAudits: z.array(ServiceAuditRow),
  }),
})

export const setCompanyStatus = endpoint({
  method: 'PUT',
  path: '/admin/companies/{companyId}/status',
  summary: 'Disable or enable a company; its people feel it at once',
  params: companyId,
  body: z
    .object({ status: CompanyStatus.schema, reason: z.string().trim().max(500).default('') })
    .refine(({ status, reason }) => status === 1 || reason.length >= 2, {
      path: ['reason'],
      message: '请填写停用原因',
    }),
})

export const setChargeTenant = endpoint({
  method: 'PUT',
  path: '/admin/companies/{companyId}/charge-tenant',
  summary: 'Which tenant collects deposits and fees of a company',
  params: companyId,
  body: z.object({ tenantId: z.number().int() }),
})

export const serviceAudits = endpoint({
  method: 'GET',
  path: '/admin/service-audits/page',
  summary: 'Applications for workbenches and services',
  query: PageQuery.extend({ status: z.coerce.number().int().optional() }),
  returns: pageOf(
    ServiceAuditRow.extend({ companyId: Id, companyName: z.string(), obstacle: z.string(), actions: z.array(Action) }),
  ),
})

export const decideServiceAudit = endpoint({
  method: 'PUT',
  once: true,
  path: '/admin/service-audits/{id}/decision',
  summary: 'Pass or reject an application for a workbench or service, once',
  params: id,
  body: Decision,
  errors: ['wrongState'],
})

export const adminBrandApplications = endpoint({
  method: 'GET',
  path: '/admin/brand-applications/page',
  summary: 'Applications for the brand of this tenant',
  query: PageQuery.extend({ status: z.coerce.number().int().optional() }),
  returns: pageOf(BrandApplication.extend({ obstacle: z.string(), actions: z.array(Action) })),
})

export const adminBrandPicture = endpoint({
  method: 'GET',
  path: '/admin/brand-applications/{id}/{picture}',
  summary: 'A picture of an application',
  params: id.extend({ picture: BrandPicture }),
  answer: 'file',
})

export const decideBrandApplication = endpoint({
  method: 'PUT',
  once: true,
  path: '/admin/brand-applications/{id}/decision',
  summary: 'Pass or reject a brand, once; a passed one is in force at once',
  params: id,
  body: Decision,
  errors: ['wrongState', 'conflict'],
})

export const TenantRow = z.object({
  tenantId: z.number().int(),
  name: z.string(),
  alias: z.string(),
  hosts: z.array(z.string()),
  isDefault: z.boolean(),
  isOwn: z.boolean().describe('the tenant of this session'),
  themeColor: z.string(),
  logo: z.string(),
  funcList: z.array(z.string()),
  agencyFuncList: z.array(z.string()),
})

export const tenants = endpoint({
  method: 'GET',
  path: '/admin/tenants',
  summary: 'All tenants of the platform',
  returns: z.array(TenantRow),
})

const tenantId = z.object({ id: z.coerce.number().int() })

export const TenantBranding = z.object({
  name: z.string().trim().min(2, '请输入平台名称').max(30),
  alias: z.string().trim(),
  themeColor: z
    .string()
    .trim()
    .transform((value) => value.toLowerCase()),
  openHallTitle: z.string().trim(),
  reviewPlatformTitle: z.string().trim().min(2, '请输入评审平台名称').max(30),
  hotline: z.string().trim().max(40).default(''),
  address: z.string().trim().max(200).default(''),
  funcList: z.array(z.string().max(40)).max(60),
  agencyFuncList: z.array(z.string().max(40)).max(60),
  /** Addresses that belong to the tenant alone. The default one has every other address, and keeps its own. */
  hosts: z
    .array(z.string().trim().toLowerCase().min(1).max(253))
    .max(10, '专用域名最多10个')
    .optional()
    .describe('as they are when left out'),
})

export const createTenant = endpoint({
  method: 'POST',
  path: '/admin/tenants',
  summary: 'Open a platform: name, addresses, brand and features; without a logo it gets its first character',
  body: TenantBranding.extend({ logoId: Id.nullable().default(null), faviconId: Id.nullable().default(null) }),
  returns: z.object({ tenantId: z.number().int() }),
  errors: ['conflict'],
})

export const tenantBranding = endpoint({
  method: 'GET',
  path: '/admin/tenants/{id}/branding',
  summary: 'Name, brand and features of a tenant',
  params: tenantId,
  returns: TenantBranding.extend({
    themeColor: z.string(),
    hosts: z.array(z.string()),
    logo: z.string(),
    favicon: z.string(),
    isDefault: z.boolean(),
  }),
})

export const updateTenantBranding = endpoint({
  method: 'PUT',
  path: '/admin/tenants/{id}/branding',
  summary: 'Change name, brand and features of a tenant; seen everywhere within two seconds',
  params: tenantId,
  body: TenantBranding.extend({ logoId: Id.nullable().default(null), faviconId: Id.nullable().default(null) }),
  errors: ['conflict'],
})

export const GreyRelease = z.object({
  code: z.string(),
  name: z.string(),
  workbenches: z.array(CompanyWorkbench),
  companies: z.array(z.object({ companyId: Id, companyName: z.string() })),
})

export const greyReleases = endpoint({
  method: 'GET',
  path: '/admin/grayscale-releases',
  summary: 'Grey features of this tenant and the companies that have them',
  returns: z.array(GreyRelease),
})

export const saveGreyRelease = endpoint({
  method: 'PUT',
  path: '/admin/grayscale-releases/{code}',
  summary: 'Register a grey feature, or change who has it; menus follow at once',
  params: z.object({ code: z.string().regex(/^[a-z][A-Za-z0-9]{1,39}$/, '功能代码为字母和数字，以小写字母开头') }),
  body: z.object({
    name: z.string().trim().min(2, '请输入功能名称').max(40),
    workbenches: z.array(CompanyWorkbench).min(1, '请选择工作台'),
    companyIds: z.array(Id).max(500),
  }),
  errors: ['conflict'],
})
