import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { DrawView } from '#contract/draw-calls.ts'
import { endpoint, type OutputOf } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { Finding } from '#features/procurement/contract/shared.ts'
import { CHANGE_KINDS, OUT_CAUSES, PANEL_STAGES, ROLES } from './rules/panel.ts'

/** The review of an order's responses by a group, as its buyer's side and the group's members see it. Suppliers see nothing of it. */

const params = z.object({ orderId: Id })
const DESK = '/workbench/panels/{orderId}'
const BUYER = '/workbench/buyer/orders/{orderId}/panel'
const keys = <T extends object>(of: T) => z.enum(Object.keys(of) as [keyof T & string, ...(keyof T & string)[]])
const Reason = z.string().trim().min(2, '请填写原因').max(1000)
const Signature = z.string().trim().min(1, '请输入本人姓名签名').max(40)
const Score = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, '分值格式不正确')

const Answer = z.object({ tradeId: Id, conforms: z.boolean(), reason: z.string().trim().max(1000).default('') })
const Mark = z.object({ tradeId: Id, way: z.number().int().min(0), item: z.number().int().min(0), score: Score })

const Member = z.object({
  memberId: Id,
  name: z.string(),
  role: keys(ROLES),
  employer: z.string(),
  isDrawn: z.boolean(),
  isOwn: z.boolean(),
  declaredAt: Instant.nullable(),
  /** In the stage that goes on. */
  hasHandedIn: z.boolean(),
  outReason: z.string(),
  signedAt: Instant.nullable(),
  dissent: z.string(),
})

const Response = z.object({
  roundNo: z.number().int(),
  roundId: Id,
  quoteId: Id,
  total: Amount.nullable(),
  submittedAt: Instant,
  /** Why it does not count; '' where it does. */
  invalid: z.string(),
  files: z.array(z.object({ fileId: Id, label: z.string(), name: z.string() })),
})

const Supplier = z.object({
  tradeId: Id,
  supplierName: z.string(),
  /** '' while it goes on. */
  cause: z.enum(['', ...(Object.keys(OUT_CAUSES) as (keyof typeof OUT_CAUSES)[])]),
  reason: z.string(),
  outAt: Instant.nullable(),
  talks: z.number().int(),
  responses: z.array(Response).describe('oldest first, of closed rounds'),
})

const Change = z.object({
  version: z.number().int(),
  kinds: z.array(keys(CHANGE_KINDS)),
  content: z.string(),
  deadline: Instant,
  proposedName: z.string(),
  proposedAt: Instant,
  /** Null: not decided yet. */
  agreed: z.boolean().nullable(),
  decidedName: z.string(),
  decidedAt: Instant.nullable(),
  reason: z.string(),
  roundNo: z.number().int().nullable(),
  hash: z.string().nullable(),
})

const Ranked = z.object({
  tradeId: Id,
  supplierName: z.string(),
  rank: z.number().int(),
  price: Amount,
  score: z.string().nullable(),
  priceScore: z.string().nullable(),
  ways: z.array(z.object({ name: z.string(), score: z.string() })),
})

export const panelDesk = endpoint({
  method: 'GET',
  path: DESK,
  summary: 'The review of an order by its group, for its owner, its observer and its members',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    method: z.number().int(),
    groupName: z.string(),
    decides: z.enum(['lowest', 'score']),
    /** Whether the caller reads the pages of the order as well. */
    readsOrder: z.boolean(),
    stage: keys(PANEL_STAGES),
    roundNo: z.number().int(),
    failReason: z.string(),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    /** Members that the documents promise, and suppliers that must remain. */
    size: z.number().int(),
    least: z.number().int(),
    minutes: z.number().int(),
    actions: z.array(Action),
    members: z.array(Member),
    /** For the buyer's side, until the review begins. */
    findings: z.array(Finding),
    /** Empty for members who have not declared, and before the review begins. */
    suppliers: z.array(Supplier),
    /** Sheets that all members have handed in, with their names. */
    conformity: z.array(z.object({ roundNo: z.number().int(), name: z.string(), answers: z.array(Answer) })),
    votes: z.array(z.object({ name: z.string(), tradeIds: z.array(Id) })),
    scores: z.array(z.object({ name: z.string(), marks: z.array(Mark) })),
    /** What is scored, of methods that score. */
    ways: z.array(
      z.object({
        name: z.string(),
        fullMark: z.string(),
        isPrice: z.boolean(),
        items: z.array(z.object({ name: z.string(), standard: z.string(), fullMark: z.string() })),
      }),
    ),
    changes: z.array(Change),
    /** The round of responses or final offers that is open. */
    open: z.object({ roundNo: z.number().int(), deadline: Instant, isFinal: z.boolean() }).nullable(),
    /** The talk that is called or held, for whoever may enter its room. */
    talk: z.object({ talkId: Id, supplierName: z.string() }).nullable(),
    draws: z.array(DrawView),
    report: z.object({ hash: z.string(), at: Instant, note: z.string(), ranking: z.array(Ranked) }).nullable(),
    own: z
      .object({ memberId: Id, name: z.string(), isRepresentative: z.boolean(), hasDeclared: z.boolean() })
      .nullable(),
  }),
})
export type Desk = OutputOf<typeof panelDesk>

export const panelPeople = endpoint({
  method: 'GET',
  path: `${BUYER}/people`,
  summary: 'Who may sit in the group: people of the purchaser and experts, without whoever is tied to a supplier',
  params,
  returns: z.object({
    representatives: z.array(z.object({ employeeId: Id, name: z.string(), department: z.string() })),
    experts: z.array(
      z.object({ expertId: Id, name: z.string(), role: keys(ROLES), employer: z.string(), isDrawn: z.boolean() }),
    ),
  }),
})

export const choosePanel = endpoint({
  method: 'PUT',
  path: `${BUYER}/members`,
  summary: 'Compose the group, in place of the choice before; until the review begins',
  params,
  body: z.object({ employeeIds: z.array(Id).max(15), expertIds: z.array(Id).max(15) }),
  errors: ['wrongState', 'invalid', 'legalRule'],
})

export const startPanel = endpoint({
  method: 'POST',
  path: `${BUYER}/start`,
  summary: 'Begin the review of the responses that were opened; members are told',
  params,
  errors: ['wrongState', 'legalRule'],
})

export const replacePanelMember = endpoint({
  method: 'POST',
  path: `${BUYER}/members/{memberId}/replacement`,
  summary: 'Put somebody else in the place of a member, with a reason',
  params: params.extend({ memberId: Id }),
  body: z.object({ employeeId: Id.optional(), expertId: Id.optional(), reason: Reason }),
  errors: ['wrongState', 'invalid', 'legalRule'],
})

export const drawTurns = endpoint({
  method: 'POST',
  path: `${BUYER}/turns`,
  summary: 'Draw the order in which the remaining suppliers are talked to, each for the same time',
  params,
  body: z.object({
    beginsAt: Instant,
    place: z.string().trim().min(1, '请输入地点').max(200),
    subject: z.string().trim().min(2, '请输入议题').max(2000),
  }),
  returns: z.object({ drawId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const callVote = endpoint({
  method: 'POST',
  path: `${BUYER}/vote`,
  summary: 'Ask the members which solutions go on to the final offers, where demands could not be described beforehand',
  params,
  errors: ['wrongState'],
})

export const callFinalOffers = endpoint({
  method: 'POST',
  path: `${BUYER}/final-offers`,
  summary: 'Ask all remaining suppliers for their final offer, sealed and once',
  params,
  body: z.object({ deadline: Instant }),
  errors: ['wrongState', 'invalid'],
})

export const makePanelReport = endpoint({
  method: 'POST',
  path: `${BUYER}/report`,
  summary: 'Write the report with the ranking, for the members to sign',
  params,
  body: z.object({ note: z.string().trim().max(4000).default('') }),
  returns: z.object({ hash: z.string() }),
  errors: ['wrongState', 'legalRule'],
})

export const closePanelReport = endpoint({
  method: 'POST',
  path: `${BUYER}/closing`,
  summary: 'Put on record who has not signed, when most members have',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const declarePanel = endpoint({
  method: 'POST',
  path: `${DESK}/declaration`,
  summary: 'Declare to have no interest in the suppliers, or step aside for one',
  params,
  body: z.object({ hasConflict: z.boolean(), reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState', 'invalid'],
})

export const handInConformity = endpoint({
  method: 'POST',
  path: `${DESK}/conformity`,
  summary: 'Say for good of each response whether it conforms; sealed until the last member has',
  params,
  body: z.object({ roundNo: z.number().int(), answers: z.array(Answer).max(500), signature: Signature }),
  returns: z.object({ hash: z.string() }),
  errors: ['wrongState', 'invalid'],
})

export const handInVote = endpoint({
  method: 'POST',
  path: `${DESK}/votes`,
  summary: 'Recommend solutions for good, at least as many as must remain; sealed until the last member has',
  params,
  body: z.object({ roundNo: z.number().int(), tradeIds: z.array(Id).max(500), signature: Signature }),
  returns: z.object({ hash: z.string() }),
  errors: ['wrongState', 'invalid'],
})

export const proposeChange = endpoint({
  method: 'POST',
  path: `${DESK}/changes`,
  summary: 'Propose to change demands; suppliers are told once the purchaser’s representative agrees',
  params,
  body: z.object({
    kinds: z
      .array(keys(CHANGE_KINDS))
      .min(1, '请选择变动的内容')
      .refine((kinds) => new Set(kinds).size === kinds.length, '变动的内容重复'),
    content: z.string().trim().min(5, '请写明变动的具体内容').max(8000),
    deadline: Instant,
  }),
  returns: z.object({ version: z.number().int() }),
  errors: ['wrongState', 'invalid'],
})

export const decideChange = endpoint({
  method: 'POST',
  path: `${DESK}/changes/{version}/decision`,
  summary:
    'As the purchaser’s representative agree to changed demands, whereupon all remaining suppliers respond anew, or refuse',
  params: params.extend({ version: z.coerce.number().int() }),
  body: z.object({ agreed: z.boolean(), reason: z.string().trim().max(1000).default('') }),
  errors: ['wrongState', 'invalid'],
})

export const handInScores = endpoint({
  method: 'POST',
  path: `${DESK}/scores`,
  summary: 'Score all offers for good; sealed until the last member has',
  params,
  body: z.object({ roundNo: z.number().int(), marks: z.array(Mark).max(20_000), signature: Signature }),
  returns: z.object({ hash: z.string() }),
  errors: ['wrongState', 'invalid'],
})

export const signPanelReport = endpoint({
  method: 'POST',
  path: `${DESK}/signature`,
  summary: 'Sign the report, with another opinion on record if there is one; the last signature ends the review',
  params,
  body: z.object({ hash: z.string(), signature: Signature, dissent: z.string().trim().max(2000).default('') }),
  errors: ['wrongState', 'invalid'],
})

export const panelReport = endpoint({
  method: 'GET',
  path: `${DESK}/report`,
  summary: 'The report as PDF, with the signatures there are',
  params,
  answer: 'file',
})

export const panelFile = endpoint({
  method: 'GET',
  path: `${DESK}/responses/{quoteId}/files/{fileId}`,
  summary: 'A file of a response, for members who have declared and the buyer’s side',
  params: params.extend({ quoteId: Id, fileId: Id }),
  answer: 'file',
})
