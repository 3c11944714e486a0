import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { RegimeValue } from '#features/procurement/rules/regimes.ts'
import { DirectGround } from '../rules/direct-grounds.ts'
import { CommitteeFinding, Project, project, PURCHASER, Reviewer } from './shared.ts'

const Reason = z.string().trim().min(2, '请填写原因').max(500)
/** The screen asks for it; other clients may leave it out. */
const GivenReason = z.object({ reason: Reason.default('未说明原因') })
const report = project.extend({ reportId: Id })

export const purchaserProject = endpoint({
  method: 'GET',
  path: `${PURCHASER}/project`,
  summary: 'The review at a glance, with what may be done now',
  follows: ['review-progress'],
  params: project,
  returns: Project,
})

const FormingStep = z.object({
  key: z.enum(['draw', 'call', 'reply', 'replace', 'seat', 'avoidance', 'start']),
  label: z.string(),
  state: z.enum(['done', 'now', 'next']),
  detail: z.string(),
  action: z.object({ label: z.string(), at: z.enum(['new-extraction', 'extraction', 'choose']) }).nullable(),
})

export const Committee = z.object({
  members: z.array(
    Reviewer.extend({
      expertId: Id.nullable(),
      employeeId: Id.nullable(),
      /** At random from the library, not named by hand. */
      isDrawn: z.boolean(),
    }),
  ),
  /** Whose rules the order follows. */
  regime: RegimeValue,
  /** The rule that members other than the purchaser's representative are drawn; null where there is none. */
  drawRule: z.object({ title: z.string(), citation: z.string() }).nullable(),
  /** Why the experts of a special project are named by hand; null: not stated. */
  direct: z
    .object({ ground: DirectGround, groundLabel: z.string(), reason: z.string(), byName: z.string(), at: Instant })
    .nullable(),
  /** The extraction in force; null: none yet. */
  extractionId: Id.nullable(),
  /** Forming the committee, step by step. */
  steps: z.array(FormingStep),
  findings: z.array(CommitteeFinding),
  /** Size the tender documents name. */
  planned: z.number().int(),
  /** The caller may change the members freely: until the review starts, and never as an observer. */
  isOpen: z.boolean(),
  /** The caller may replace a member, with a reason: while the review runs. */
  canReplace: z.boolean(),
})

export const committee = endpoint({
  method: 'GET',
  path: `${PURCHASER}/committee`,
  summary: 'The committee with what the law says of it. Names stay secret until the result',
  params: project,
  returns: Committee,
})

/** Own employees who may represent the purchaser. */
export const representatives = endpoint({
  method: 'GET',
  path: `${PURCHASER}/committee/representatives`,
  summary: "The purchaser's employees who may sit on the committee",
  params: project,
  returns: z.array(z.object({ employeeId: Id, name: z.string(), departmentName: z.string() })),
})

export const setCommittee = endpoint({
  method: 'PUT',
  path: `${PURCHASER}/committee`,
  summary: 'Choose the committee: experts of the library and representatives of the purchaser',
  params: project,
  body: z.object({ expertIds: z.array(Id).max(30), employeeIds: z.array(Id).max(10) }),
  returns: Committee,
  errors: ['wrongState', 'invalid'],
})

export const stateDirectChoice = endpoint({
  method: 'POST',
  path: `${PURCHASER}/committee/direct-choice`,
  summary:
    'State why the experts of a special project are named by hand (招标投标法第三十七条第三款); each statement stays',
  params: project,
  body: z.object({ ground: DirectGround, reason: z.string().trim().min(10, '请具体说明，不少于10个字').max(500) }),
  errors: ['wrongState'],
})

export const replaceReviewer = endpoint({
  method: 'POST',
  path: `${PURCHASER}/committee/replacements`,
  summary: 'Replace a member who cannot go on; what that member concluded is void (招标投标法实施条例第四十八条)',
  params: project,
  body: z
    .object({ reviewerId: Id, expertId: Id.optional(), employeeId: Id.optional(), reason: Reason })
    .refine((v) => (v.expertId === undefined) !== (v.employeeId === undefined), {
      path: ['expertId'],
      message: '请选择一名更换后的成员',
    }),
  returns: Committee,
  errors: ['wrongState', 'legalRule', 'invalid'],
})

export const startReview = endpoint({
  method: 'POST',
  path: `${PURCHASER}/start`,
  summary: 'Start the review: committee and ways are fixed from here on',
  params: project,
  errors: ['wrongState', 'legalRule', 'invalid'],
})

export const backToInit = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/back-to-init`,
  summary: 'Give the report back to be written again; its signatures are void',
  params: report,
  body: GivenReason,
  errors: ['wrongState'],
})

export const signBack = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/sign-back`,
  summary: 'Void all signatures; the report stays and is signed again',
  params: report,
  body: GivenReason,
  errors: ['wrongState'],
})

export const againSign = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/again-sign`,
  summary: "Void one member's signature",
  params: report,
  query: z.object({ reviewerId: Id }),
  body: GivenReason,
  errors: ['wrongState'],
})

export const deemAgreed = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/deem-agreed`,
  summary:
    'Put on record that a member refused to sign without a dissent in writing: it counts as agreeing (招标投标法实施条例第五十三条)',
  params: report,
  query: z.object({ reviewerId: Id }),
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const signComplete = endpoint({
  method: 'POST',
  path: `${PURCHASER}/reports/{reportId}/sign-complete`,
  summary: 'All have signed: end the review and hand the candidates over',
  params: report,
  errors: ['wrongState'],
})
