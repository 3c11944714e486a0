import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { AuditStatus } from '../rules/enums.ts'
import { mobileOk } from '../rules/identifiers.ts'
import { COMPANY_WORKBENCHES } from '../rules/company-types.ts'

export const CompanyWorkbench = z.enum(COMPANY_WORKBENCHES, '请选择工作台')

export const DocumentRef = z.object({
  kind: z.string(),
  fileId: Id,
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
})

/** How an application of any kind stands. */
export const Standing = z.object({
  status: AuditStatus.schema,
  appliedByName: z.string(),
  appliedAt: Instant,
  decidedByName: z.string().describe("'' until decided; applicants are told 平台 only"),
  decidedAt: Instant.nullable(),
  reason: z.string(),
})

/** A decision on an application: rejecting needs a reason. */
export const Decision = z
  .object({ pass: z.boolean(), reason: z.string().trim().max(500).default('') })
  .refine(({ pass, reason }) => pass || reason.length >= 2, { path: ['reason'], message: '请填写驳回原因' })

export const Mobile = z.string().trim().refine(mobileOk, '请输入11位手机号码')
