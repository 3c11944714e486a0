import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { DIRECTIONS, KINDS } from '../rules/sources.ts'
import { enumOf, Item, Positive } from './shared.ts'

const indicator = z.object({ indicatorId: Id })
const template = z.object({ templateId: Id })

export const IndicatorFields = z.object({
  name: z.string().trim().min(2, '请填写指标名称').max(60),
  kind: enumOf(KINDS),
  /** Objective: which facts; subjective: what appraisers go by. */
  source: z.string().trim().min(2, '请填写评分依据').max(300),
  fullMarks: Positive,
  /** Of what people give; facts have their own. */
  direction: enumOf(DIRECTIONS).default('more'),
  step: Positive.nullable().default(null),
})

export const indicatorPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisal-indicators/page',
  summary: 'What the own company measures suppliers by; counts per kind',
  query: PageQuery.extend({ kind: enumOf(KINDS).optional() }),
  returns: pageOf(
    z.object({
      indicatorId: Id,
      name: z.string(),
      kind: enumOf(KINDS),
      source: z.string(),
      fullMarks: z.string(),
      direction: enumOf(DIRECTIONS),
      step: z.string().nullable(),
      isActive: z.boolean(),
      createdByName: z.string(),
      updatedAt: Instant,
    }),
  ),
})

export const createIndicator = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisal-indicators',
  summary: 'Add an indicator',
  body: IndicatorFields,
  returns: indicator,
  errors: ['conflict'],
})

export const updateIndicator = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisal-indicators/{indicatorId}',
  summary: 'Change an indicator; versions of templates keep it as it was',
  params: indicator,
  body: IndicatorFields,
  errors: ['conflict'],
})

export const switchIndicator = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisal-indicators/{indicatorId}/active',
  summary: 'Offer an indicator to new versions of templates, or no longer',
  params: indicator,
  body: z.object({ isActive: z.boolean() }),
})

const Weighed = z.object({
  indicatorId: Id,
  weight: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, '权重最多两位小数')
    .refine((value) => Number(value) > 0, '权重须大于 0'),
})

export const TemplateFields = z.object({
  name: z.string().trim().min(2, '请填写模板名称').max(60),
  items: z.array(Weighed).min(1, '请选择指标').max(40),
  note: z.string().trim().max(300).default(''),
})

export const templatePage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisal-templates/page',
  summary: 'Templates of the own company, each with its newest version',
  query: PageQuery,
  returns: pageOf(
    z.object({
      templateId: Id,
      name: z.string(),
      version: z.number().int(),
      isActive: z.boolean(),
      items: z.array(Item),
      updatedAt: Instant,
    }),
  ),
})

export const templateVersions = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisal-templates/{templateId}/versions',
  summary: 'Every version of a template, newest first',
  params: template,
  returns: z.array(
    z.object({
      version: z.number().int(),
      content: z.array(Item),
      note: z.string(),
      byName: z.string(),
      at: Instant,
    }),
  ),
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisal-templates',
  summary: 'Make a template of indicators whose weights are exactly the whole',
  body: TemplateFields,
  returns: template,
  errors: ['conflict'],
})

export const updateTemplate = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisal-templates/{templateId}',
  summary: 'Put a new version into force; appraisals that go on keep theirs. `version`: the one that was seen',
  params: template,
  body: TemplateFields.extend({ version: z.number().int().min(1) }),
  errors: ['conflict'],
})

export const switchTemplate = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisal-templates/{templateId}/active',
  summary: 'Offer a template to new appraisals, or no longer',
  params: template,
  body: z.object({ isActive: z.boolean() }),
})
