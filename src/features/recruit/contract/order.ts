import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import { FEE_TIMINGS, OPENNESS, REQUIRE_TYPES } from '../rules/kinds.ts'
import { RECRUIT_STATES } from '../rules/order.ts'

const keysOf = <T extends object>(labels: T) => z.enum(Object.keys(labels) as [keyof T & string])
export const RequireTypeName = keysOf(REQUIRE_TYPES)
export const State = keysOf(RECRUIT_STATES)
const Timing = keysOf(FEE_TIMINGS)
const Reach = keysOf(OPENNESS)
const text = (most: number) => z.string().trim().max(most)
const Key = z.string().regex(/^[\w-]{1,40}$/)

export const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })
export const GivenFile = z.object({ fileId: Id, name: text(255).min(1) })
export const params = z.object({ orderId: Id })
const approval = ApprovalInput
const Held = z.object({ workflowId: Id }).optional()
const reason = text(500).min(2, '请填写原因')

export const CategoryValue = z.object({
  key: Key,
  name: text(60).min(1, '请填写品类名称'),
  requirements: text(2000).default(''),
  documents: z
    .array(
      z.object({
        key: Key,
        requireType: RequireTypeName,
        name: text(60).min(1, '请填写材料名称'),
        required: z.boolean().default(true),
      }),
    )
    .max(20)
    .default([]),
})

export const Material = z.object({
  name: text(200).min(1, '请填写物料名称'),
  spec: text(500).default(''),
  unit: text(20).default(''),
  quantity: z.string().max(30).nullable().default(null),
  remark: text(500).default(''),
})

/** A call as it is written; what publishing wants beyond it says `problemsOf`. */
export const RecruitForm = z.object({
  title: text(120).min(2, '请填写征集名称'),
  openness: Reach.default('open'),
  invited: z.array(Id).max(500).default([]),
  categories: z.array(CategoryValue).max(20).default([]),
  materials: z.array(Material).max(2000).default([]),
  notice: text(10_000).default(''),
  feeTiming: Timing.default('none'),
  feeAmount: Amount.nullable().default(null),
  startsAt: Instant.nullable().default(null),
  endsAt: Instant.nullable().default(null),
  contactName: text(40).default(''),
  contactPhone: text(30).default(''),
  files: z.array(GivenFile).max(20).default([]),
})

export const RecruitRow = z.object({
  orderId: Id,
  code: z.string(),
  title: z.string(),
  state: State,
  openness: Reach,
  categories: z.array(z.string()),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  createdByName: z.string(),
  createdAt: Instant,
  /** Applications, and those of them nobody has decided about. */
  applied: z.number().int(),
  pending: z.number().int(),
  /** The step that waits for approval. */
  held: z.string().nullable(),
})

export const ChangeValue = z.object({
  changeId: Id,
  no: z.number().int(),
  state: z.enum(['saved', 'released']),
  content: z.string(),
  endsAt: Instant.nullable(),
  notice: z.string().nullable(),
  beforeEndsAt: Instant.nullable(),
  createdByName: z.string(),
  releasedAt: Instant.nullable(),
})

/** What everybody who may know of a call reads in it. */
export const CallValue = z.object({
  orderId: Id,
  code: z.string(),
  title: z.string(),
  ownerName: z.string(),
  state: State,
  openness: Reach,
  categories: z.array(CategoryValue),
  materials: z.array(Material),
  notice: z.string(),
  feeTiming: Timing,
  feeAmount: Amount.nullable(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  contactName: z.string(),
  contactPhone: z.string(),
  files: z.array(FileRef),
  publishedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.string(),
  /** Newest first. */
  changes: z.array(ChangeValue),
})

export const RecruitDetail = CallValue.extend({
  invited: z.array(z.object({ companyId: Id, name: z.string() })),
  assist: z.array(z.object({ userId: Id, name: z.string() })),
  createdByName: z.string(),
  createdAt: Instant,
  counts: z.object({
    applied: z.number().int(),
    pending: z.number().int(),
    passed: z.number().int(),
    refused: z.number().int(),
    sentBack: z.number().int(),
  }),
  /** Of all files of the applications; whether their zip is put together in the background. */
  zip: z.object({ files: z.number().int(), bytes: z.number().int(), isLarge: z.boolean() }),
  /** Fees that could not be given back: somebody has to ask once more. */
  stuckFees: z.number().int(),
  actions: z.array(Action),
})

export const recruitPage = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/page/recruit-orders',
  summary: 'Calls for suppliers of the own company, or those one helps with; counts per state',
  query: PageQuery.extend({ state: State.optional() }),
  returns: pageOf(RecruitRow),
})

export const recruitDetail = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/{orderId}',
  summary: 'A call with what may be done about it',
  params,
  returns: RecruitDetail,
})

export const createRecruit = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders',
  summary: 'Draft a call for suppliers',
  body: RecruitForm,
  returns: z.object({ orderId: Id }),
})

export const saveRecruit = endpoint({
  method: 'PUT',
  path: '/workbench/purchaser/recruit-orders/{orderId}',
  summary: 'Change a draft',
  params,
  body: RecruitForm,
  errors: ['wrongState'],
})

export const publishNewRecruit = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/publish',
  summary: 'Write a call and publish it, or have it approved first',
  body: RecruitForm.extend({ approval }),
  returns: z.object({ orderId: Id, approval: Held }),
  errors: ['wrongState'],
})

export const publishRecruit = endpoint({
  method: 'PUT',
  path: '/workbench/purchaser/recruit-orders/{orderId}/publish',
  summary: 'Publish a draft, or have it approved first',
  params,
  body: z.object({ approval }),
  returns: z.object({ orderId: Id, approval: Held }),
  errors: ['wrongState'],
})

export const removeRecruit = endpoint({
  method: 'DELETE',
  path: '/workbench/purchaser/recruit-orders/{orderId}/delete',
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const endRecruit = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/{orderId}/end',
  summary: 'End it before its deadline, with the reason',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const abandonRecruit = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/{orderId}/abandon',
  summary: 'Give it up without a result: what was paid goes back',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const refundAgain = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/{orderId}/refunds',
  summary: 'Give fees back once more, where it failed',
  params,
  returns: z.object({ asked: z.number().int() }),
  errors: ['wrongState'],
})

export const setAssist = endpoint({
  method: 'PUT',
  path: '/workbench/purchaser/recruit-orders/{orderId}/assist',
  summary: 'Name the colleagues who may read it and check applications, and nothing else',
  params,
  body: z.object({ userIds: z.array(Id).max(20) }),
  errors: ['wrongState'],
})

export const recruitChoices = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-choices',
  summary: 'Suppliers that can be chosen, and colleagues who can help',
  query: z.object({ keyword: z.string().trim().max(60).optional() }),
  returns: z.object({
    suppliers: z.array(z.object({ companyId: Id, name: z.string() })),
    colleagues: z.array(z.object({ userId: Id, name: z.string() })),
  }),
})

export const recruitFile = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/{orderId}/files/{fileId}',
  summary: 'A file that goes with a call',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

export const importMaterials = endpoint({
  method: 'POST',
  path: '/workbench/template/materiel-recruit/import',
  summary: 'Read a list of materials from a sheet: all rows, or none and every wrong cell',
  multipart: true,
  once: false,
  returns: z.object({
    count: z.number().int(),
    materials: z.array(Material),
    hidden: z.array(z.number().int()),
    errors: z.array(z.object({ row: z.number().int(), column: z.string(), cell: z.string(), message: z.string() })),
  }),
})

export const materialTemplate = endpoint({
  method: 'GET',
  path: '/workbench/template/materiel-recruit',
  summary: 'The sheet to fill in for that',
  answer: 'file',
})

const changeFields = z.object({
  /** What changes, in words: everybody who applied is told. */
  content: text(2000).min(2, '请填写变更说明'),
  endsAt: Instant.nullable().default(null),
  notice: text(10_000).nullable().default(null),
})

export const saveChange = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/{orderId}/changes/save',
  summary: 'Write the next change of a call, or write it anew',
  params,
  body: changeFields,
  returns: z.object({ changeId: Id }),
  errors: ['wrongState'],
})

export const releaseChange = endpoint({
  method: 'POST',
  path: '/workbench/purchaser/recruit-orders/changes/release',
  summary: 'Let the saved change take effect: everybody who applied is told',
  body: params,
  returns: z.object({ changeId: Id }),
  errors: ['wrongState'],
})

export const lastChange = endpoint({
  method: 'GET',
  path: '/workbench/purchaser/recruit-orders/changes/last/detail',
  summary: 'The newest change of a call, saved or released; null: none',
  query: params,
  returns: z.object({ change: ChangeValue.nullable() }),
})
