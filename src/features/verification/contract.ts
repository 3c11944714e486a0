import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CONCLUSIONS, KINDS, OPINIONS, REPLIES, STATES, SUBJECTS } from './rules/verification.ts'

function keysOf<T extends object>(of: T) {
  return z.enum(Object.keys(of) as [keyof T & string, ...(keyof T & string)[]])
}

const base = '/workbench/verifications'
const params = z.object({ verificationId: Id })
const State = keysOf(STATES)
const Kind = keysOf(KINDS)
const SubjectKind = keysOf(SUBJECTS)
const Opinion = keysOf(OPINIONS)
const Conclusion = keysOf(CONCLUSIONS)
const Reply = keysOf(REPLIES)
const reason = z.string().trim().min(2, '请填写原因').max(500)
const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })
const Question = z.object({ questionId: Id, title: z.string().trim().min(2, '请输入论证问题').max(500) })

export const Fields = z.object({
  title: z.string().trim().min(2, '请输入论证名称').max(200),
  kind: Kind,
  background: z.string().trim().min(2, '请填写论证背景').max(5000),
  questions: z.array(Question).min(1, '请填写论证问题').max(30),
  files: z
    .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
    .max(20)
    .default([]),
})
const Subject = z.object({ subjectKind: SubjectKind, subjectId: Id })

const Row = z.object({
  verificationId: Id,
  code: z.string(),
  title: z.string(),
  subjectKind: SubjectKind,
  subjectId: Id,
  subjectTitle: z.string(),
  subjectCode: z.string(),
  kind: Kind,
  state: State,
  conclusion: z.union([Conclusion, z.literal('')]),
  createdByName: z.string(),
  createdAt: Instant,
})

export const verificationPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Verifications of the own company; counts per state',
  query: PageQuery.extend({ state: State.optional() }),
  returns: pageOf(Row),
})

export const verificationSubjects = endpoint({
  method: 'GET',
  path: `${base}/subjects`,
  summary: 'What may be verified: own demands that are concluded, plans, orders from a single source',
  query: z.object({ subjectKind: SubjectKind }),
  returns: z.array(z.object({ subjectId: Id, title: z.string(), code: z.string() })),
})

export const createVerification = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft a verification',
  body: Fields.extend(Subject.shape),
  returns: z.object({ verificationId: Id }),
  errors: ['wrongState'],
})

export const updateVerification = endpoint({
  method: 'PUT',
  path: `${base}/{verificationId}`,
  summary: 'Change a draft',
  params,
  body: Fields,
  errors: ['wrongState'],
})

export const removeVerification = endpoint({
  method: 'DELETE',
  path: `${base}/{verificationId}`,
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const verificationExperts = endpoint({
  method: 'GET',
  path: `${base}/{verificationId}/experts`,
  summary: 'Experts on offer, whether they have to avoid, and extractions for verifications whose names are public',
  params,
  returns: z.object({
    experts: z.array(
      z.object({ expertId: Id, name: z.string(), title: z.string(), employer: z.string(), tie: z.string() }),
    ),
    extractions: z.array(z.object({ extractionId: Id, code: z.string(), title: z.string(), expertIds: z.array(Id) })),
  }),
})

export const inviteExperts = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/experts`,
  summary: 'Ask experts, named or drawn, one of whom leads; whoever is tied to a supplier is refused with the reason',
  params,
  body: z.object({
    expertIds: z.array(Id).max(30).default([]),
    /** Extraction whose experts are asked as well. */
    extractionId: Id.nullable().default(null),
    chairId: Id.nullable().default(null),
  }),
  errors: ['wrongState'],
})

export const beginVerification = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/begin`,
  summary: 'Begin: an odd number of experts has accepted, enough of them, and one leads',
  params,
  errors: ['wrongState'],
})

export const failVerification = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/fail`,
  summary: 'End it without a result, such as for too few experts; whoever was asked is told',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const closeReport = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/close`,
  summary: 'Issue the report although somebody has not signed, with the reason',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const waiveVerification = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/waive`,
  summary: 'Say why a subject that changed is not verified again',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

const Member = z.object({
  memberId: Id,
  expertId: Id,
  name: z.string(),
  title: z.string(),
  employer: z.string(),
  isDrawn: z.boolean(),
  isChair: z.boolean(),
  isOwn: z.boolean(),
  reply: Reply,
  replyReason: z.string(),
  hasGiven: z.boolean(),
  signedAt: Instant.nullable(),
  dissent: z.string(),
  /** By question; empty until all have given theirs, the own ones are always there. */
  opinions: z.array(z.object({ questionId: Id, opinion: Opinion, reason: z.string() })),
})

export const verificationDetail = endpoint({
  method: 'GET',
  path: `${base}/{verificationId}`,
  summary: 'One verification as its owner or one of its experts may read it',
  params,
  returns: Row.extend({
    background: z.string(),
    questions: z.array(Question),
    files: z.array(FileRef),
    version: z.number().int(),
    /** Version that the subject has by now. */
    currentVersion: z.number().int(),
    isOutdated: z.boolean(),
    waivers: z.array(
      z.object({ version: z.number().int(), reason: z.string(), madeByName: z.string(), madeAt: Instant }),
    ),
    isHandler: z.boolean(),
    isUnsealed: z.boolean(),
    /** What experts judge: texts and parameters, no prices of anybody. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    parameters: z.array(
      z.object({
        name: z.string(),
        wished: z.string(),
        isMust: z.boolean(),
        brands: z.array(z.string()),
        note: z.string(),
      }),
    ),
    /** Whom experts must not be tied to. */
    suppliers: z.array(z.string()),
    members: z.array(Member),
    summary: z.string(),
    amendments: z.string(),
    hash: z.string(),
    failReason: z.string(),
    concludedAt: Instant.nullable(),
    actions: z.array(Action),
  }),
})

export const ownVerifications = endpoint({
  method: 'GET',
  path: '/workbench/expert/verifications',
  summary: 'Verifications that the caller is asked to as an expert',
  query: PageQuery.extend({ tab: z.enum(['open', 'done']).optional() }),
  returns: pageOf(
    Row.omit({ createdByName: true }).extend({ ownerName: z.string(), reply: Reply, hasGiven: z.boolean() }),
  ),
})

export const replyVerification = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/reply`,
  summary: 'Accept, declaring no conflict of interest, or say why one does not take part',
  params,
  body: z
    .object({ accepts: z.boolean(), reason: z.string().trim().max(500).default('') })
    .refine(({ accepts, reason: text }) => accepts || text.length >= 2, {
      path: ['reason'],
      message: '请填写不参加或者回避的原因',
    }),
  errors: ['wrongState'],
})

export const giveOpinions = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/opinions`,
  summary: 'Answer every question alone, once; nobody reads it until all have',
  params,
  body: z.object({
    opinions: z
      .array(z.object({ questionId: Id, opinion: Opinion, reason: z.string().trim().max(2000).default('') }))
      .min(1)
      .max(30),
  }),
  errors: ['wrongState'],
})

export const concludeVerification = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/conclude`,
  summary: 'The chair sums up; the report is made and signed by all',
  params,
  body: z.object({
    conclusion: Conclusion,
    summary: z.string().trim().min(2, '请填写论证意见综述').max(5000),
    amendments: z.string().trim().max(5000).default(''),
  }),
  returns: z.object({ hash: z.string() }),
  errors: ['wrongState'],
})

export const signVerification = endpoint({
  method: 'POST',
  path: `${base}/{verificationId}/sign`,
  summary: 'Sign the report with the own name, or with a dissenting opinion; the last one issues it',
  params,
  body: z.object({
    signature: z.string().trim().max(40),
    hash: z.string().length(64),
    dissent: z.string().trim().max(2000).default(''),
  }),
  errors: ['wrongState'],
})

export const verificationReport = endpoint({
  method: 'GET',
  path: `${base}/{verificationId}/report`,
  summary: 'The report as PDF, with names and opinions of all',
  params,
  answer: 'file',
})

export const verificationFile = endpoint({
  method: 'GET',
  path: `${base}/{verificationId}/files/{fileId}`,
  summary: 'A document that was handed out',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
