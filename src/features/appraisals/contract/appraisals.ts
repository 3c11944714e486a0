import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { FileRef } from '#features/suppliers/contract/shared.ts'
import { GRADES } from '#features/suppliers/rules/grades.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { APPRAISAL_STATES, OUTCOMES } from '../rules/status.ts'
import { Day, enumOf, Fact, Item, ItemScore, Marks, Reason } from './shared.ts'

const params = z.object({ appraisalId: Id })
const Grade = z.enum(GRADES)
const State = enumOf(APPRAISAL_STATES)

/** Suppliers by name; without any, all qualified ones of a category and a grade. */
export const Scope = z.object({
  supplierIds: z.array(Id).max(500, '一次最多考核 500 家供应商').default([]),
  category: z.string().trim().max(40).default(''),
  grade: Grade.nullable().default(null),
})
export type Scope = z.output<typeof Scope>

export const AppraisalFields = z.object({
  title: z.string().trim().min(2, '请填写考核名称').max(100),
  templateId: Id,
  from: Day,
  until: Day,
  deadline: Instant,
  scope: Scope,
  /** Who gives marks, in this order. */
  appraisers: z.array(Id).max(30, '评分人最多 30 名').default([]),
})

export const appraisalPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisals/page',
  summary: 'Appraisals of the own library; counts per state',
  query: PageQuery.extend({ state: State.optional() }),
  returns: pageOf(
    z.object({
      appraisalId: Id,
      title: z.string(),
      state: State,
      templateName: z.string(),
      from: Day,
      until: Day,
      deadline: Instant,
      suppliers: z.number().int(),
      /** Appraisers, and how many of them have handed in. */
      appraisers: z.number().int(),
      handedIn: z.number().int(),
      openObjections: z.number().int(),
      pendingApproval: z.string().nullable(),
      createdByName: z.string(),
      createdAt: Instant,
    }),
  ),
})

export const appraisalChoices = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisals/choices',
  summary: 'Templates, colleagues and suppliers that an appraisal may name',
  returns: z.object({
    templates: z.array(z.object({ templateId: Id, name: z.string(), needsAppraisers: z.boolean() })),
    colleagues: z.array(z.object({ userId: Id, name: z.string() })),
    suppliers: z.array(
      z.object({
        supplierId: Id,
        name: z.string(),
        categories: z.array(z.string()),
        grade: Grade.nullable(),
      }),
    ),
  }),
})

const Result = z.object({
  supplierId: Id,
  name: z.string(),
  creditCode: z.string(),
  isActive: z.boolean(),
  /** Facts it was measured by. */
  facts: z.array(Fact),
  score: z.string().nullable(),
  grade: Grade.nullable(),
  veto: z.string(),
  vetoEvidence: z.string(),
  items: z.array(ItemScore),
  /** Of what was published; 0: nothing yet. */
  version: z.number().int(),
  isGraded: z.boolean(),
  versions: z.array(
    z.object({
      version: z.number().int(),
      score: z.string().nullable(),
      grade: Grade.nullable(),
      reason: z.string(),
      byName: z.string(),
      at: Instant,
    }),
  ),
  /** Of all who handed in, once nothing can change any more. */
  marks: z.array(z.object({ appraiser: z.string(), indicatorId: Id, marks: z.string(), remark: z.string() })),
  objection: z
    .object({
      objectionId: Id,
      content: z.string(),
      files: z.array(FileRef),
      createdByName: z.string(),
      createdAt: Instant,
      outcome: enumOf(OUTCOMES).nullable(),
      answer: z.string(),
      answeredByName: z.string(),
      answeredAt: Instant.nullable(),
    })
    .nullable(),
})

export const appraisalDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisals/{appraisalId}/detail',
  summary: 'An appraisal: who judges whom by what, and what came of it. Marks are shown once all are in',
  params,
  returns: z.object({
    appraisalId: Id,
    title: z.string(),
    state: State,
    templateId: Id,
    templateName: z.string(),
    templateVersion: z.number().int().nullable(),
    from: Day,
    until: Day,
    deadline: Instant,
    scope: Scope,
    items: z.array(Item),
    factsHash: z.string().nullable(),
    appraisers: z.array(z.object({ userId: Id, name: z.string(), handedInAt: Instant.nullable() })),
    results: z.array(Result),
    vetoes: z.array(z.string()),
    createdByName: z.string(),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    scoredAt: Instant.nullable(),
    publishedAt: Instant.nullable(),
    publishedByName: z.string(),
    gradeUntil: Day.nullable(),
    objectionEnd: Instant.nullable(),
    cancelReason: z.string(),
    pendingApproval: z.string().nullable(),
    mayAnswer: z.boolean(),
    actions: z.array(Action),
  }),
})

export const createAppraisal = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisals',
  summary: 'Draft an appraisal',
  body: AppraisalFields,
  returns: params,
})

export const updateAppraisal = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisals/{appraisalId}',
  summary: 'Change a draft',
  params,
  body: AppraisalFields,
  errors: ['wrongState'],
})

export const removeAppraisal = endpoint({
  method: 'DELETE',
  path: '/workbench/buyer/appraisals/{appraisalId}',
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const startAppraisal = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisals/{appraisalId}/start',
  summary: 'Begin: template, rules of grades and facts of the period are frozen, appraisers are asked',
  params,
  returns: z.object({ suppliers: z.number().int(), active: z.number().int() }),
  errors: ['wrongState'],
})

export const extendAppraisal = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisals/{appraisalId}/deadline',
  summary: 'Move the deadline of marks',
  params,
  body: z.object({ deadline: Instant, reason: Reason }),
  errors: ['wrongState'],
})

export const cancelAppraisal = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisals/{appraisalId}/cancel',
  summary: 'Give up an appraisal that was not published, with the reason',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const checkAppraisal = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisals/{appraisalId}/check',
  summary: 'Takes up the facts of the period again and compares: the same records give the same figures',
  params,
  returns: z.object({
    frozenHash: z.string(),
    /** Of the frozen facts as they are stored now; the same unless somebody altered them. */
    storedHash: z.string(),
    /** Of the facts as the records say them now. */
    freshHash: z.string(),
    /** Suppliers of whom the records say something else now. */
    differing: z.array(z.string()),
  }),
  errors: ['wrongState'],
})

export const vetoSupplier = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisals/{appraisalId}/suppliers/{supplierId}/veto',
  summary: 'Say what forces the lowest grade on a supplier, with evidence; an empty item takes it back',
  params: params.extend({ supplierId: Id }),
  body: z.object({ item: z.string().trim().max(100), evidence: z.string().trim().max(1000).default('') }),
  errors: ['wrongState'],
})

export const publishAppraisal = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisals/{appraisalId}/publish',
  summary: 'Publish scores and give grades from today on, or have that approved',
  params,
  body: z.object({ until: Day, approval: ApprovalInput }),
  returns: orHeld({}),
  errors: ['wrongState'],
})

export const answerObjection = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisals/{appraisalId}/objections/{objectionId}/answer',
  summary: 'Answer an objection; one that is upheld makes a new version of the result',
  params: params.extend({ objectionId: Id }),
  body: z.object({
    outcome: enumOf(OUTCOMES),
    answer: z.string().trim().min(2, '请填写答复').max(2000),
    corrections: z
      .array(z.object({ indicatorId: Id, marks: Marks }))
      .max(40)
      .default([]),
    liftsVeto: z.boolean().default(false),
  }),
  errors: ['wrongState'],
})

export const objectionFile = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisals/{appraisalId}/objections/{objectionId}/files/{fileId}',
  summary: 'What a supplier added to its objection',
  params: params.extend({ objectionId: Id, fileId: Id }),
  answer: 'file',
})
