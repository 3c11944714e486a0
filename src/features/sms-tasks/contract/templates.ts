import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { faultOf } from '../rules/text.ts'

const params = z.object({ templateId: Id })
/** A template is offered or not; what the platform says of its newest version stands beside. */
const State = z.enum(['active', 'disabled'])
export const REVIEWS = { pending: '待审核', passed: '已通过', refused: '未通过', revoked: '已撤销' } as const
export type ReviewState = keyof typeof REVIEWS
const ReviewValue = z.enum(Object.keys(REVIEWS) as [ReviewState])

export const TemplateFields = z
  .object({
    name: z.string().trim().min(2, '请填写模板名称').max(60, '模板名称不能超过 60 个字'),
    text: z.string().max(2000).trim(),
    /** Advertises: it must end with a way to unsubscribe. */
    isMarketing: z.boolean(),
  })
  .superRefine((fields, issues) => {
    const fault = faultOf(fields)
    if (fault !== '') issues.addIssue({ code: 'custom', path: ['text'], message: fault })
  })

export const Template = z.object({
  templateId: Id,
  name: z.string(),
  state: State,
  version: z.number().int(),
  /** The version that tasks take: the last that passed; null: none has, or it was revoked. */
  offeredVersion: z.number().int().nullable(),
  /** Of the newest version. */
  review: ReviewValue,
  /** Why it was refused or revoked. */
  reviewReason: z.string(),
  text: z.string(),
  isMarketing: z.boolean(),
  /** Of a message with its signature and the example's names. */
  segments: z.number().int(),
  byName: z.string(),
  changedAt: Instant,
})

export const templatePage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sms-templates/page',
  summary: 'Templates of text messages of the own company, newest first; counts per state',
  query: PageQuery.extend({ state: z.enum(['pending', 'refused', 'revoked', ...State.options]).optional() }),
  returns: pageOf(Template),
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sms-templates',
  summary: 'Add a template: its first version, which waits for the platform’s review',
  body: TemplateFields,
  returns: params,
  errors: ['conflict'],
})

export const changeTemplate = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/sms-templates/{templateId}',
  summary:
    'Change a template: a new version, which is reviewed before it is offered, unless only its name is new; tasks keep their text',
  params,
  /** `version`: the one that was read. */
  body: TemplateFields.safeExtend({ version: z.number().int() }),
  errors: ['conflict', 'wrongState'],
})

export const actOnTemplate = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sms-templates/{templateId}/act',
  summary: 'Disable a template, or offer it again',
  params,
  body: z.object({ action: z.enum(['disable', 'enable']) }),
  errors: ['wrongState'],
})

const Versions = z.array(
  z.object({
    version: z.number().int(),
    text: z.string(),
    isMarketing: z.boolean(),
    byName: z.string(),
    at: Instant,
    review: ReviewValue,
    reviewReason: z.string(),
  }),
)

export const templateVersions = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sms-templates/{templateId}/versions',
  summary: 'All versions of a template, newest first',
  params,
  returns: Versions,
})

export const reviewPage = endpoint({
  method: 'GET',
  path: '/admin/sms-templates/page',
  summary: 'Newest versions of the templates of all companies of the tenant, as they would be read; counts per review',
  query: PageQuery.extend({ review: ReviewValue.optional() }),
  returns: pageOf(
    Template.omit({ state: true, offeredVersion: true }).extend({
      ownerName: z.string(),
      signature: z.string(),
      reviewedByName: z.string(),
      reviewedAt: Instant.nullable(),
    }),
  ),
})

export const reviewTemplate = endpoint({
  method: 'POST',
  path: '/admin/sms-templates/{templateId}/review',
  summary:
    'Pass a version of a template with its signature, so that tasks may take it, or refuse it with a reason; once for each version',
  params,
  body: z
    .object({
      /** The version that was read. */
      version: z.number().int(),
      isPassed: z.boolean(),
      reason: z.string().trim().max(500).default(''),
    })
    .refine(({ isPassed, reason }) => isPassed || reason.length >= 2, {
      path: ['reason'],
      message: '请填写不通过的原因',
    }),
  errors: ['conflict', 'wrongState'],
})

export const reviewVersions = endpoint({
  method: 'GET',
  path: '/admin/sms-templates/{templateId}/versions',
  summary: 'All versions of a template of any company, newest first',
  params,
  returns: Versions,
})

export const revokeTemplate = endpoint({
  method: 'POST',
  path: '/admin/sms-templates/{templateId}/revoke',
  summary:
    'Take back a version that was passed: no task may use it any more, and those under way stop before their next messages',
  params,
  body: z.object({
    version: z.number().int(),
    reason: z.string().trim().min(2, '请填写撤销的原因').max(500),
  }),
  errors: ['wrongState'],
})
