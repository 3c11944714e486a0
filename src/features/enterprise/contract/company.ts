import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CompanyType } from '#contract/company-type.ts'
import { BusinessType, CompanyScale, INDUSTRIES, INSTITUTION_CATEGORIES, OWNERSHIPS } from '../rules/enums.ts'
import { CompanyWorkbench } from './shared.ts'

const text = (max: number) => z.string().trim().max(max)
const oneOf = (values: readonly string[], message: string) =>
  z.string().refine((value) => value === '' || values.includes(value), message)

const GreyFeature = z.object({
  code: z.string(),
  name: z.string(),
  companyIds: z.array(Id),
  workbenches: z.array(CompanyWorkbench),
})

export const companyOneself = endpoint({
  method: 'GET',
  path: '/enterprise/companies/oneself',
  summary: 'State of the company entered at this tenant',
  returns: z.object({
    companyId: Id,
    companyType: CompanyType.schema,
    companyName: z.string(),
    socialCreditCode: z.string().describe('masked where it is an identity number'),
    logo: z.string(),
    acronyms: z.string(),
    isSupplier: z.boolean(),
    isPurchaser: z.boolean(),
    isAgency: z.boolean(),
    isCertified: z.boolean(),
    certifiedAt: Instant.nullable(),
    status: z.number().int(),
    hierarchy: z.array(Id).describe('the company and those above it'),
    stateOwnedSupervise: z.array(z.string()),
    chargeConfig: z.object({ tenantId: z.number().int() }),
    administratorInfo: z.array(z.object({ userId: Id, name: z.string(), mobile: z.string() })),
    permissionInfo: z.object({ features: z.array(z.object({ code: z.string(), value: z.boolean() })) }),
    tenantId: z.number().int(),
    greyFeatures: z.array(GreyFeature),
    platformConfig: z.object({ name: z.string(), alias: z.string(), themeColor: z.string() }),
    platformDomains: z.array(z.object({ workbench: CompanyWorkbench, path: z.string() })),
  }),
})

export const businessInfo = endpoint({
  method: 'GET',
  path: '/enterprise/companies/business-info',
  summary: 'What the last passed application says: the audited facts',
  returns: z.object({
    companyType: CompanyType.schema,
    companyName: z.string(),
    socialCreditCode: z.string(),
    legalPerson: z.string(),
    identityNumber: z.string().describe('masked'),
    registeredAddress: z.string(),
    registeredCapital: z.string(),
    establishedOn: z.string(),
    businessScope: z.string(),
    contactName: z.string(),
    contactMobile: z.string(),
    contactEmail: z.string(),
    certifiedAt: Instant.nullable(),
  }),
})

/** Basic information: edited directly, no audit. Codes of 0 and '' mean: not given. */
export const BasicInfo = z.object({
  acronyms: text(20).default(''),
  scale: CompanyScale.schema.nullable().default(null),
  businessType: BusinessType.schema.nullable().default(null),
  industry: oneOf(INDUSTRIES, '请选择行业').default(''),
  ownership: oneOf(OWNERSHIPS, '请选择所有制形式').default(''),
  institutionCategory: oneOf(INSTITUTION_CATEGORIES, '请选择单位类别').default(''),
  phone: z
    .string()
    .trim()
    .regex(/^(|1\d{10}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|400-?\d{3}-?\d{4})$/, '电话格式不正确')
    .default(''),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: '请输入以 http 开头的网址' })]).default(''),
  address: text(200).default(''),
  introduction: text(2000).default(''),
})
export type BasicInfo = z.output<typeof BasicInfo>

export const basicInfo = endpoint({
  method: 'GET',
  path: '/enterprise/companies/basic-info',
  summary: 'Basic information of the company entered',
  returns: BasicInfo.extend({ companyType: CompanyType.schema }),
})

export const updateBasicInfo = endpoint({
  method: 'PUT',
  path: '/enterprise/companies/basic-info',
  summary: 'Change the basic information; takes effect without an audit',
  body: BasicInfo,
})

export const workbenchProfile = endpoint({
  method: 'GET',
  path: '/enterprise/workbenches/profile',
  summary: 'The workbenches of the company entered and what the person may do there',
  returns: z.array(
    z.object({
      workbench: CompanyWorkbench,
      label: z.string(),
      isCertified: z.boolean(),
      mayEnter: z.boolean(),
      people: z.number().int().describe('employees in use who may enter it'),
      functions: z.array(z.string()),
    }),
  ),
})

export const grayscaleReleases = endpoint({
  method: 'GET',
  path: '/enterprise/grayscale-releases',
  summary: 'Grey features released to the company entered',
  returns: z.array(GreyFeature),
})

export const AppState = z.object({
  workbench: CompanyWorkbench,
  code: z.string(),
  label: z.string(),
  description: z.string(),
  isOn: z.boolean(),
  /** Why it is off and stays so; '' when the company decides. */
  obstacle: z.string(),
})

export const sourcingMenus = endpoint({
  method: 'GET',
  path: '/enterprise/sourcing-menus',
  summary: 'Applications of the company by workbench, on or off',
  returns: z.array(AppState),
})

export const switchApp = endpoint({
  method: 'PUT',
  path: '/enterprise/sourcing-menus',
  summary: 'Switch an application of a workbench on or off; menus follow at once',
  body: z.object({ workbench: CompanyWorkbench, code: z.string().max(40), isOn: z.boolean() }),
})

export const CompanyRow = z.object({
  companyId: Id,
  companyName: z.string(),
  socialCreditCode: z.string(),
  companyType: CompanyType.schema,
  legalPerson: z.string(),
  industry: z.string(),
  certifiedAt: Instant.nullable(),
})

const DirectoryQuery = PageQuery.extend({ companyType: z.coerce.number().int().optional() })

export const notNaturalPersons = endpoint({
  method: 'GET',
  path: '/enterprise/companies/not-natural-person',
  summary: 'Certified companies that are no natural persons, to choose from: at most 20, by keyword',
  query: z.object({ keyword: text(100).optional() }),
  returns: z.array(CompanyRow),
})

const directory = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/enterprise/companies/${path}/page`,
    summary,
    query: DirectoryQuery,
    returns: pageOf(CompanyRow),
  })

export const agencyPage = directory('agencies', 'Certified agencies of this tenant')
export const purchaserPage = directory('purchasers', 'Certified purchasers of this tenant')
export const supplierPage = directory('suppliers', 'Certified suppliers of this tenant, for buyers')
export const purchaserOrAgencyPage = directory('purchasers-or-agencies', 'Certified purchasers and agencies')

export const chargeTenant = endpoint({
  method: 'GET',
  path: '/enterprise/deposit-trades/charge-tenant',
  summary: 'The tenant that collects deposits and fees of the company entered',
  returns: z.object({ tenantId: z.number().int(), name: z.string(), alias: z.string(), isOwn: z.boolean() }),
})

export const accountInfo = endpoint({
  method: 'GET',
  path: '/enterprise/account-info',
  summary: 'The person in this company, and how the company may be reached',
  returns: z.object({
    account: z.string(),
    name: z.string(),
    mobile: z.string(),
    email: z.string(),
    department: z.string(),
    isAdmin: z.boolean(),
    isSigner: z.boolean(),
    rights: z.array(z.object({ code: z.string(), label: z.string() })),
    joinedAt: Instant,
  }),
})
