import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { enumeration } from '#contract/enumeration.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { REGIONS } from './rules/regions.ts'
import { isTitle } from './rules/titles.ts'

/** Technical and economic experts together make two thirds of a committee (招标投标法第三十七条). */
export const EXPERT_KINDS = { technical: '技术专家', economic: '经济专家' } as const
export type ExpertKind = keyof typeof EXPERT_KINDS

export const ExpertStatus = enumeration({
  enabled: { value: 1, label: '启用' },
  forbidden: { value: 2, label: '停用' },
})

/** Whose library an expert was found in: the platform's, the own one, or one shared with it. */
export const LIBRARIES = { platform: '平台专家库', company: '本单位专家库', shared: '共享专家' } as const
export type Library = keyof typeof LIBRARIES

const CREDIT_CODE = /^[0-9A-HJ-NPQRTUWXY]{18}$/

export const Mobile = z
  .string()
  .trim()
  .regex(/^1\d{10}$/, '请输入11位手机号码')
export const CreditCode = z.string().trim().regex(CREDIT_CODE, '统一社会信用代码为18位').or(z.literal('')).default('')
export const NamedFile = z.object({ fileId: Id, name: z.string().trim().min(1).max(200) })
export const StoredFile = NamedFile.extend({ size: z.number().int(), sha256: z.string() })

export const ExpertFields = z.object({
  name: z.string().trim().min(1, '请输入姓名').max(40),
  kind: z.enum(Object.keys(EXPERT_KINDS) as [ExpertKind, ...ExpertKind[]], '请选择专家类别'),
  employer: z.string().trim().min(1, '请输入工作单位').max(200),
  employerCode: CreditCode,
  /** Codes of the classification. */
  majors: z.array(z.string().max(10)).max(10, '最多选择10个专业').default([]),
  title: z.string().refine(isTitle, '请选择职称').or(z.literal('')).default(''),
  region: z
    .string()
    .refine((code) => code in REGIONS, '请选择地区')
    .or(z.literal(''))
    .default(''),
  city: z.string().trim().max(60).default(''),
  /** First year in the field. */
  since: z.number('请输入年份').int().min(1950, '请输入年份').max(2100).nullable().default(null),
})

export const ExpertRow = ExpertFields.extend({
  expertId: Id,
  employerCode: z.string(),
  majorNames: z.array(z.string()),
  place: z.string(),
  /** Masked unless the expert is of the own library. */
  mobile: z.string(),
  library: z.enum(['platform', 'company', 'shared']),
  status: ExpertStatus.schema,
  mayEdit: z.boolean(),
  createdAt: Instant,
})
export type ExpertRow = z.output<typeof ExpertRow>

export const Evaluation = z.object({
  evaluationId: Id,
  score: z.number().int(),
  reason: z.string(),
  byName: z.string(),
  companyName: z.string(),
  title: z.string(),
  at: Instant,
})

const BASE = '/workbench/experts'
const params = z.object({ expertId: Id })

export const expertPage = endpoint({
  method: 'GET',
  path: `${BASE}/page`,
  summary: "Experts of the own library, those shared with it, and the platform's",
  query: PageQuery.extend({
    kind: z.enum(['technical', 'economic']).optional(),
    library: z.enum(['platform', 'company', 'shared']).optional(),
    status: z.coerce.number().int().optional(),
    /** A code; experts of anything below it are found as well. */
    major: z.string().trim().max(10).optional(),
    region: z.string().trim().max(10).optional(),
    title: z.string().trim().max(40).optional(),
  }),
  returns: pageOf(ExpertRow),
})

export const expertDetail = endpoint({
  method: 'GET',
  path: `${BASE}/{expertId}`,
  summary: 'One expert, with certificates, evaluations and days of leave',
  params,
  returns: ExpertRow.extend({
    files: z.array(StoredFile),
    gaps: z.array(z.string()).describe('what the law asks for and is not filled in'),
    evaluations: z.array(Evaluation),
    leaves: z.array(z.object({ firstDay: z.string(), lastDay: z.string() })),
    /** How often called, and how often accepted. */
    called: z.number().int(),
    accepted: z.number().int(),
  }),
})

export const expertFile = endpoint({
  method: 'GET',
  path: `${BASE}/{expertId}/files/{fileId}`,
  summary: 'A certificate',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

export const addExpert = endpoint({
  method: 'POST',
  path: BASE,
  summary: 'Add an expert; whoever has no account yet gets one and logs in by SMS code',
  body: ExpertFields.extend({ mobile: Mobile, files: z.array(NamedFile).max(20).default([]) }),
  returns: z.object({ expertId: Id }),
  errors: ['conflict'],
})

export const updateExpert = endpoint({
  method: 'PUT',
  path: `${BASE}/{expertId}`,
  summary: 'Change an expert of the own library; certificates stay as they are when left out',
  params,
  body: ExpertFields.extend({ files: z.array(NamedFile).max(20).optional() }),
})

export const setExpertStatus = endpoint({
  method: 'PUT',
  path: `${BASE}/{expertId}/status`,
  summary: 'Enable or forbid an expert',
  params,
  body: z.object({ status: ExpertStatus.schema, reason: z.string().trim().max(500).default('') }),
})

export const expertTemplate = endpoint({
  method: 'GET',
  path: `${BASE}/import/template`,
  summary: 'The sheet that experts are imported from',
  answer: 'file',
})

export const importExperts = endpoint({
  method: 'POST',
  path: `${BASE}/import`,
  summary: 'Import experts into the own library: all of them, or none and every wrong cell',
  multipart: true,
  once: false,
  returns: z.object({
    count: z.number().int(),
    errors: z.array(z.object({ row: z.number().int(), column: z.string(), cell: z.string(), message: z.string() })),
  }),
})

const MajorRow = z.object({
  code: z.string(),
  parent: z.string().nullable(),
  name: z.string(),
  isEnabled: z.boolean(),
})
export type MajorRow = z.output<typeof MajorRow>

export const majorTree = endpoint({
  method: 'GET',
  path: '/workbench/expert-majors',
  summary: 'The classification of majors, in order of code',
  returns: z.array(MajorRow),
})

export const putMajor = endpoint({
  method: 'PUT',
  path: '/workbench/expert-majors/{code}',
  summary: 'Add a major, rename it, or take it out of use; experts keep it',
  params: z.object({ code: z.string().max(10) }),
  body: z.object({ name: z.string().trim().min(1, '请输入名称').max(60), isEnabled: z.boolean().default(true) }),
})
