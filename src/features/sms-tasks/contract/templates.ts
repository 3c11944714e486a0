import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { faultOf } from '../rules/text.ts'

const params = z.object({ templateId: Id })
const State = z.enum(['active', 'disabled'])

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
  query: PageQuery.extend({ state: State.optional() }),
  returns: pageOf(Template),
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/workbench/buyer/sms-templates',
  summary: 'Add a template: its first version',
  body: TemplateFields,
  returns: params,
  errors: ['conflict'],
})

export const changeTemplate = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/sms-templates/{templateId}',
  summary: 'Change a template: a new version, unless only its name is new; tasks keep the text they were made with',
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

export const templateVersions = endpoint({
  method: 'GET',
  path: '/workbench/buyer/sms-templates/{templateId}/versions',
  summary: 'All versions of a template, newest first',
  params,
  returns: z.array(
    z.object({
      version: z.number().int(),
      text: z.string(),
      isMarketing: z.boolean(),
      byName: z.string(),
      at: Instant,
    }),
  ),
})
