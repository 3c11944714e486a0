import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { MEMBER_REPLIES, MOST_MEMBERS, TEAM_RESULTS, TEAM_STATES, VERDICTS } from '../rules/team.ts'
import * as shared from './shared.ts'

/* Teams that look at deliveries before they are accepted: for the purchaser, and for who is asked. */

const base = '/workbench/acceptance-teams'
const params = z.object({ teamId: Id })
const deliveryParams = z.object({ deliveryId: Id })
const memberParams = params.extend({ memberId: Id })
const Verdict = shared.keysOf(VERDICTS)
const Reply = shared.keysOf(MEMBER_REPLIES)
const TeamStateValue = shared.keysOf(TEAM_STATES)

export const TeamResultValue = shared.keysOf(TEAM_RESULTS)

const Member = z.object({
  memberId: Id,
  name: z.string(),
  /** Department or professional title. */
  title: z.string(),
  employer: z.string(),
  isExpert: z.boolean(),
  isLeader: z.boolean(),
  reply: Reply,
  replyReason: z.string(),
  hasGiven: z.boolean(),
  /** Why it was let go; empty: it was not. */
  releaseReason: z.string(),
  /** Null until all have spoken; the own one is always there for its member. */
  opinion: z.object({ verdict: Verdict, reason: z.string(), files: z.array(shared.FileRef) }).nullable(),
})

/** A team as the purchaser reads it. */
export const Team = z.object({
  teamId: Id,
  state: TeamStateValue,
  task: z.string(),
  giveBy: shared.Day,
  isLate: z.boolean(),
  convenedByName: z.string(),
  convenedAt: Instant,
  /** Members that have to speak, and those that have. */
  count: z.number().int(),
  given: z.number().int(),
  /** Once all have spoken. */
  result: TeamResultValue.nullable(),
  hash: z.string(),
  members: z.array(Member),
})

const Candidate = z.object({
  id: Id,
  name: z.string(),
  title: z.string(),
  employer: z.string(),
  /** Why the person has to avoid; empty: nothing is known. */
  tie: z.string(),
})

export const teamCandidates = endpoint({
  method: 'GET',
  path: '/workbench/deliveries/{deliveryId}/team-candidates',
  summary: 'Employees and experts who may be asked to look at a delivery, and why some have to avoid',
  params: deliveryParams,
  returns: z.object({
    employees: z.array(Candidate),
    experts: z.array(Candidate),
    supplierName: z.string(),
    /** What the purchaser should look up before it convenes a team. */
    warning: z.string(),
  }),
})

const Ids = z.array(Id).max(MOST_MEMBERS, `最多 ${MOST_MEMBERS} 人`).default([])

export const conveneTeam = endpoint({
  method: 'POST',
  path: '/workbench/deliveries/{deliveryId}/teams',
  summary:
    'Ask employees and experts, one of whom leads, to look at a delivery; who is tied to the supplier is refused',
  params: deliveryParams,
  body: z.object({
    task: z.string().trim().min(2, '请填写验收内容').max(2000),
    giveBy: shared.Day,
    employeeIds: Ids,
    expertIds: Ids,
    /** One of those ids. */
    leaderId: Id,
  }),
  returns: z.object({ teamId: Id }),
  errors: ['wrongState'],
})

export const releaseMember = endpoint({
  method: 'POST',
  path: `${base}/{teamId}/members/{memberId}/release`,
  summary: 'Let a member go that has not spoken, with the reason, or ask another in its place',
  params: memberParams,
  body: z.object({
    reason: shared.Reason,
    /** An employee or an expert; null: nobody. */
    replacementId: Id.nullable().default(null),
    /** The member that leads from now on, where the leader is let go and nobody comes. */
    leaderMemberId: Id.nullable().default(null),
  }),
  errors: ['wrongState'],
})

export const dissolveTeam = endpoint({
  method: 'POST',
  path: `${base}/{teamId}/dissolve`,
  summary: 'Ask nobody any more, with the reason, while nobody has spoken',
  params,
  body: z.object({ reason: shared.Reason }),
  errors: ['wrongState'],
})

const OwnRow = z.object({
  teamId: Id,
  title: z.string(),
  callOffCode: z.string(),
  deliveryNo: z.number().int(),
  purchaserName: z.string(),
  supplierName: z.string(),
  giveBy: shared.Day,
  state: TeamStateValue,
  reply: Reply,
  hasGiven: z.boolean(),
})

export const ownTeams = endpoint({
  method: 'GET',
  path: '/workbench/own-acceptance-teams/page',
  summary: 'Deliveries that the caller is asked to look at, newest first',
  query: PageQuery.extend({ tab: z.enum(['open', 'done']).optional() }),
  returns: pageOf(OwnRow),
})

export const ownTeam = endpoint({
  method: 'GET',
  path: `${base}/{teamId}`,
  summary: 'A delivery that the caller is asked to look at; other members and papers once it has accepted',
  params,
  returns: OwnRow.extend({
    task: z.string(),
    place: z.string(),
    deliveredOn: shared.Day,
    carrier: z.string(),
    note: z.string(),
    lines: z.array(
      z.object({ line: z.number().int(), name: z.string(), spec: z.string(), unit: z.string(), quantity: z.string() }),
    ),
    files: z.array(shared.FileRef),
    isLeader: z.boolean(),
    isUnsealed: z.boolean(),
    result: TeamResultValue.nullable(),
    endReason: z.string(),
    members: z.array(Member.omit({ releaseReason: true }).extend({ isOwn: z.boolean() })),
    actions: z.array(Action),
  }),
})

export const replyTeam = endpoint({
  method: 'POST',
  path: `${base}/{teamId}/reply`,
  summary:
    'Accept, declaring no conflict of interest, or say why one does not take part; also later, before one speaks',
  params,
  body: z
    .object({ accepts: z.boolean(), reason: z.string().trim().max(500).default('') })
    .refine(({ accepts, reason }) => accepts || reason.length >= 2, {
      path: ['reason'],
      message: '请填写不参加或者回避的原因',
    }),
  errors: ['wrongState'],
})

export const giveVerdict = endpoint({
  method: 'POST',
  path: `${base}/{teamId}/opinions`,
  summary: 'Say what one finds of the delivery, once; nobody reads it until all have spoken',
  params,
  body: z
    .object({
      verdict: Verdict,
      reason: z.string().trim().max(2000).default(''),
      files: shared.GivenFiles,
    })
    .refine(({ verdict, reason }) => verdict === 'passes' || reason.length >= 2, {
      path: ['reason'],
      message: '有保留或者不通过的，请说明理由',
    }),
  errors: ['wrongState'],
})

export const teamFile = endpoint({
  method: 'GET',
  path: `${base}/{teamId}/files/{fileId}`,
  summary: 'A paper of the delivery for a member, or what is attached to an opinion that the caller may read',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
