import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'

const BASE = '/workbench/demands-categories'
const params = z.object({ categoryId: Id })

export const DemandCategory = z.object({
  categoryId: Id,
  parentId: Id.nullable(),
  code: z.string(),
  name: z.string(),
  sort: z.number().int(),
  isEnabled: z.boolean(),
  /** Kept by the platform for all companies. */
  isPreset: z.boolean(),
  /** Published parameter templates of the category. */
  templates: z.number().int(),
  mayEdit: z.boolean(),
})
export type DemandCategory = z.output<typeof DemandCategory>

const Fields = z.object({
  name: z.string().trim().min(1, '请输入分类名称').max(60),
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,29}$/, '编码由字母、数字、点和横线组成，不超过30位'),
})

export const demandCategories = endpoint({
  method: 'GET',
  path: BASE,
  summary: "The categories of demands: the platform's and the own ones, as a flat list in tree order",
  returns: z.array(DemandCategory),
})

export const addDemandCategory = endpoint({
  method: 'POST',
  path: BASE,
  summary: 'Add a category, at the end of its parent',
  body: Fields.extend({ parentId: Id.nullable().default(null) }),
  returns: z.object({ categoryId: Id }),
  errors: ['conflict'],
})

export const updateDemandCategory = endpoint({
  method: 'PUT',
  path: `${BASE}/{categoryId}`,
  summary: 'Rename a category, or put it in use or out of it',
  params,
  body: Fields.extend({ isEnabled: z.boolean() }),
  errors: ['conflict'],
})

export const sortDemandCategories = endpoint({
  method: 'PUT',
  path: `${BASE}/sort`,
  summary: 'The order of the own categories under one parent',
  body: z.object({ parentId: Id.nullable(), categoryIds: z.array(Id).min(1).max(500) }),
})

export const deleteDemandCategory = endpoint({
  method: 'DELETE',
  path: `${BASE}/{categoryId}`,
  summary: 'Delete a category without subcategories and templates',
  params,
  errors: ['wrongState'],
})
