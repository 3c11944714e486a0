import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { enumeration } from '#contract/enumeration.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

/** Technical and economic experts together make two thirds of a committee (招标投标法第三十七条). */
export const EXPERT_KINDS = { technical: '技术专家', economic: '经济专家' } as const
export type ExpertKind = keyof typeof EXPERT_KINDS

export const ExpertStatus = enumeration({
  enabled: { value: 1, label: '启用' },
  forbidden: { value: 2, label: '停用' },
})

const CREDIT_CODE = /^[0-9A-HJ-NPQRTUWXY]{18}$/

export const ExpertFields = z.object({
  name: z.string().trim().min(1, '请输入姓名').max(40),
  kind: z.enum(Object.keys(EXPERT_KINDS) as [ExpertKind, ...ExpertKind[]], '请选择专家类别'),
  employer: z.string().trim().min(1, '请输入工作单位').max(200),
  employerCode: z.string().trim().regex(CREDIT_CODE, '统一社会信用代码为18位').or(z.literal('')).default(''),
  majors: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
  title: z.string().trim().max(60).default(''),
  region: z.string().trim().max(60).default(''),
})

export const ExpertRow = ExpertFields.extend({
  expertId: Id,
  employerCode: z.string(),
  /** Masked unless the expert is of the own library. */
  mobile: z.string(),
  library: z.enum(['platform', 'company']),
  status: ExpertStatus.schema,
  mayEdit: z.boolean(),
  createdAt: Instant,
})
export type ExpertRow = z.output<typeof ExpertRow>

const BASE = '/workbench/experts'
const params = z.object({ expertId: Id })

export const expertPage = endpoint({
  method: 'GET',
  path: `${BASE}/page`,
  summary: "Experts of the own library and the platform's",
  query: PageQuery.extend({
    kind: z.enum(['technical', 'economic']).optional(),
    library: z.enum(['platform', 'company']).optional(),
    status: z.coerce.number().int().optional(),
    major: z.string().trim().max(60).optional(),
  }),
  returns: pageOf(ExpertRow),
})

export const expertDetail = endpoint({
  method: 'GET',
  path: `${BASE}/{expertId}`,
  summary: 'One expert',
  params,
  returns: ExpertRow,
})

export const addExpert = endpoint({
  method: 'POST',
  path: BASE,
  summary: 'Add an expert; whoever has no account yet gets one and logs in by SMS code',
  body: ExpertFields.extend({
    mobile: z
      .string()
      .trim()
      .regex(/^1\d{10}$/, '请输入11位手机号码'),
  }),
  returns: z.object({ expertId: Id }),
  errors: ['conflict'],
})

export const updateExpert = endpoint({
  method: 'PUT',
  path: `${BASE}/{expertId}`,
  summary: 'Change an expert of the own library',
  params,
  body: ExpertFields,
})

export const setExpertStatus = endpoint({
  method: 'PUT',
  path: `${BASE}/{expertId}/status`,
  summary: 'Enable or forbid an expert',
  params,
  body: z.object({ status: ExpertStatus.schema, reason: z.string().trim().max(500).default('') }),
})
