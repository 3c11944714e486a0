import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { DrawView } from '#contract/draw-calls.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CreditCode, Mobile } from './contract.ts'
import {
  AvoidOption,
  ExpertLibrary,
  ExtractionKind,
  ExtractionMode,
  ExtractionStatus,
  NoticeStatus,
  RefuseCategory,
  ReplyStatus,
} from './rules/enums.ts'
import { REGIONS } from './rules/regions.ts'

/** Drawing experts: conditions, avoidance, the draw and its proof, notices and replies. */

export const ConditionField = z.object({
  kind: z.enum(['technical', 'economic']).nullable().default(null),
  majors: z.array(z.string().max(10)).max(20).default([]),
  region: z
    .string()
    .refine((code) => code in REGIONS, '请选择地区')
    .or(z.literal(''))
    .default(''),
  level: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .nullable()
    .default(null),
  number: z.number('请输入人数').int().min(1, '至少1人').max(20, '最多20人'),
})
export type ConditionField = z.output<typeof ConditionField>

export const AvoidanceField = z.object({
  options: z.array(AvoidOption.schema).default([]),
  units: z
    .array(z.object({ name: z.string().trim().min(1, '请输入单位名称').max(200), code: CreditCode }))
    .max(50)
    .default([]),
  people: z
    .array(
      z.object({ name: z.string().trim().min(1, '请输入姓名').max(40), mobile: Mobile.or(z.literal('')).default('') }),
    )
    .max(50)
    .default([]),
})

export const ExtractionFields = z.object({
  title: z.string().trim().min(1, '请输入名称').max(200),
  /** Project review: the order. */
  orderId: Id.nullable().default(null),
  mode: ExtractionMode.schema,
  library: ExpertLibrary.schema,
  reviewAt: Instant,
  place: z.string().trim().min(1, '请输入地点').max(200),
  note: z.string().trim().max(500).default(''),
  /** How long an expert may think. */
  replyMinutes: z.number().int().min(5, '至少5分钟').max(4320, '最多三天'),
  isSecret: z.boolean().default(true),
  byPlatform: z.boolean().default(true),
  conditions: z.array(ConditionField).max(10).default([]),
  avoidance: AvoidanceField.default({ options: [], units: [], people: [] }),
  /** Manual: who, and why nobody is drawn. */
  picks: z.array(Id).max(20).default([]),
  pickReason: z.string().trim().max(500).default(''),
})
export type ExtractionFields = z.output<typeof ExtractionFields>

const CallRow = z.object({
  callId: Id,
  rowNo: z.number().int(),
  rank: z.number().int(),
  /** First digits of the token: how people speak of an expert whose name is secret. */
  alias: z.string(),
  /** Null while names are secret; so are employer, mobile and the words of a refusal. */
  name: z.string().nullable(),
  expertId: Id.nullable(),
  employer: z.string().nullable(),
  mobile: z.string().nullable(),
  reason: z.string().nullable(),
  /** Jobs with the buyer or a bidder that began after the pool was frozen; null while names are secret, empty without. */
  finding: z.string().nullable(),
  kind: z.string(),
  noticeStatus: NoticeStatus.schema,
  replyStatus: ReplyStatus.schema,
  category: RefuseCategory.schema.nullable(),
  repliedBy: z.string(),
  calledAt: Instant,
  replyDue: Instant,
  repliedAt: Instant.nullable(),
  /** The alias of whoever this one stands in for. */
  replaces: z.string().nullable(),
  evaluation: z.object({ score: z.number().int(), reason: z.string() }).nullable(),
  mayEvaluate: z.boolean(),
  actions: z.array(Action),
})
export type CallRow = z.output<typeof CallRow>

const ExtractionRow = z.object({
  extractionId: Id,
  code: z.string(),
  kind: ExtractionKind.schema,
  title: z.string(),
  mode: ExtractionMode.schema,
  library: ExpertLibrary.schema,
  status: ExtractionStatus.schema,
  wanted: z.number().int(),
  accepted: z.number().int(),
  waiting: z.number().int(),
  reviewAt: Instant,
  createdByName: z.string(),
  createdAt: Instant,
})

const BASE = '/workbench/expert-extractions'
const params = z.object({ extractionId: Id })
const ofCall = params.extend({ callId: Id })

export const extractionPage = endpoint({
  method: 'GET',
  path: `${BASE}/page`,
  summary: 'Extractions of the own company, of one kind',
  query: PageQuery.extend({ kind: z.coerce.number().int().optional(), status: z.coerce.number().int().optional() }),
  returns: pageOf(ExtractionRow),
})

export const extractionOrders = endpoint({
  method: 'GET',
  path: `${BASE}/orders`,
  summary: 'Own orders whose committee can still be drawn',
  returns: z.array(
    z.object({
      orderId: Id,
      code: z.string(),
      title: z.string(),
      openAt: Instant.nullable(),
      committeeSize: z.number().int(),
    }),
  ),
})

export const createExtraction = endpoint({
  method: 'POST',
  path: BASE,
  summary: 'A draft; with it the platform commits to its part of the draw, before anybody can be in the pool',
  body: ExtractionFields.extend({ kind: ExtractionKind.schema }),
  returns: z.object({ extractionId: Id, seedHash: z.string() }),
})

export const updateExtraction = endpoint({
  method: 'PUT',
  path: `${BASE}/{extractionId}`,
  summary: 'Change a draft',
  params,
  body: ExtractionFields,
  errors: ['wrongState'],
})

export const deleteExtraction = endpoint({
  method: 'DELETE',
  path: `${BASE}/{extractionId}`,
  summary: 'Delete a draft',
  params,
  errors: ['wrongState'],
})

export const extractionDetail = endpoint({
  method: 'GET',
  path: `${BASE}/{extractionId}`,
  summary: 'One extraction: terms, progress, calls; names as far as they are not secret',
  params,
  returns: ExtractionRow.extend({
    fields: ExtractionFields.extend({
      avoidance: z.object({
        options: z.array(AvoidOption.schema),
        units: z.array(z.object({ name: z.string(), code: z.string() })),
        people: z.array(z.object({ name: z.string(), mobile: z.string() })),
      }),
    }),
    orderTitle: z.string().nullable(),
    buyers: z.array(z.string()).describe('whose people always avoid'),
    pickNames: z.array(z.object({ expertId: Id, name: z.string(), employer: z.string() })),
    seedHash: z.string(),
    frozenAt: Instant.nullable(),
    drawnAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    failure: z.string(),
    /** Names can be read; until `revealAt` they cannot. */
    isRevealed: z.boolean(),
    revealAt: Instant,
    parentId: Id.nullable(),
    completedBy: Id.nullable(),
    calls: z.array(CallRow),
    /** People of each condition: in the draw, and left out by reason. */
    pool: z.array(
      z.object({
        rowNo: z.number().int(),
        size: z.number().int(),
        excluded: z.array(z.object({ reason: z.string(), count: z.number().int() })),
      }),
    ),
    history: z.array(z.object({ at: Instant, byName: z.string(), summary: z.string() })),
    actions: z.array(Action),
  }),
})

export const previewPool = endpoint({
  method: 'POST',
  path: `${BASE}/pool-preview`,
  summary: 'How many the conditions find in the library now; numbers only, nobody is named',
  body: ExtractionFields.pick({ orderId: true, library: true, reviewAt: true, conditions: true, avoidance: true }),
  returns: z.array(z.object({ rowNo: z.number().int(), size: z.number().int(), excluded: z.number().int() })),
  once: false,
})

export const drawExtraction = endpoint({
  method: 'POST',
  path: `${BASE}/{extractionId}/draw`,
  summary:
    'Freeze the pool; the draw follows when its beacon is there, and the first are told. Manual: tell those chosen',
  params,
  errors: ['wrongState'],
})

export const addPick = endpoint({
  method: 'POST',
  path: `${BASE}/{extractionId}/picks`,
  summary: 'Manual: one more expert instead of somebody who does not come',
  params,
  body: z.object({ expertId: Id, reason: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})

export const giveUpExtraction = endpoint({
  method: 'POST',
  path: `${BASE}/{extractionId}/give-up`,
  summary: 'End it without success, with a reason',
  params,
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})

export const completeExtraction = endpoint({
  method: 'POST',
  path: `${BASE}/{extractionId}/completion`,
  summary: 'A draft for what a failed extraction lacks; who accepted stays',
  params,
  returns: z.object({ extractionId: Id }),
  errors: ['wrongState'],
})

export const recordReply = endpoint({
  method: 'POST',
  path: `${BASE}/{extractionId}/calls/{callId}/reply`,
  summary: 'Offline: what the expert said on the telephone',
  params: ofCall,
  body: z.object({
    accept: z.boolean(),
    category: RefuseCategory.schema.nullable().default(null),
    reason: z.string().trim().max(500).default(''),
  }),
  errors: ['wrongState', 'tooLate'],
})

export const replaceCall = endpoint({
  method: 'POST',
  path: `${BASE}/{extractionId}/calls/{callId}/replacement`,
  summary: 'Somebody who accepted cannot come after all: the next in the drawn order is asked',
  params: ofCall,
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})

export const evaluateExpert = endpoint({
  method: 'POST',
  path: `${BASE}/{extractionId}/calls/{callId}/evaluation`,
  summary: 'How an expert did, after the review; once',
  params: ofCall,
  body: z.object({
    score: z.number('请选择评分').int().min(1).max(5),
    reason: z.string().trim().min(2, '请填写评价理由').max(500),
  }),
  errors: ['wrongState'],
})

export const drawProof = endpoint({
  method: 'GET',
  path: `${BASE}/{extractionId}/proof`,
  summary: 'Everything that recomputes the draw; names only once they are public',
  params,
  returns: z.object({
    code: z.string(),
    title: z.string(),
    saltHash: z.string(),
    /** How it came about, step by step; null for one of before, which has `bySeed`. */
    steps: DrawView.nullable(),
    bySeed: z.object({ seedHash: z.string(), seed: z.string(), nonce: z.string() }).nullable(),
    poolHash: z.string(),
    /** Calls follow the drawn order; false where one employer may send one expert only, so that places are skipped and come back. */
    inOrder: z.boolean(),
    committedAt: Instant,
    drawnAt: Instant.nullable(),
    /** With the names; null before. */
    salt: z.string().nullable(),
    rows: z.array(
      z.object({
        rowNo: z.number().int(),
        number: z.number().int(),
        /** In the order that was drawn; as frozen before. */
        tokens: z.array(z.string()),
        called: z.array(z.string()),
        people: z.array(z.object({ token: z.string(), expertId: Id, name: z.string() })),
      }),
    ),
    /** The records of it in the audit chain. `seq` is null for some milliseconds. */
    records: z.array(
      z.object({ seq: z.number().int().nullable(), at: Instant, action: z.string(), hash: z.string().nullable() }),
    ),
  }),
})

/** What an expert sees of a call. */
const InvitationRow = z.object({
  callId: Id,
  title: z.string(),
  kind: ExtractionKind.schema,
  buyers: z.array(z.string()),
  reviewAt: Instant,
  place: z.string(),
  replyStatus: ReplyStatus.schema,
  replyDue: Instant,
  calledAt: Instant,
  repliedAt: Instant.nullable(),
  reason: z.string(),
  /** The extraction came to its end without this expert's answer being needed. */
  isOver: z.boolean(),
  actions: z.array(Action),
})

const EXPERT = '/workbench/expert/invitations'

export const invitationPage = endpoint({
  method: 'GET',
  path: `${EXPERT}/page`,
  summary: 'Where the expert was asked to come',
  query: PageQuery.extend({ tab: z.enum(['open', 'accepted', 'closed']).optional() }),
  returns: pageOf(InvitationRow),
})

export const invitationDetail = endpoint({
  method: 'GET',
  path: `${EXPERT}/{callId}`,
  summary: 'One invitation',
  params: z.object({ callId: Id }),
  returns: InvitationRow.extend({ note: z.string(), code: z.string() }),
})

export const replyInvitation = endpoint({
  method: 'POST',
  path: `${EXPERT}/{callId}/reply`,
  summary: 'Come or not; a refusal says why, a reason to avoid is one',
  params: z.object({ callId: Id }),
  body: z.object({
    accept: z.boolean(),
    /** Accepting says that no reason to avoid is known. */
    declared: z.boolean().default(false),
    category: RefuseCategory.schema.nullable().default(null),
    reason: z.string().trim().max(500).default(''),
  }),
  errors: ['wrongState', 'tooLate'],
})
