import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { DrawView } from '#contract/draw-calls.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { BALLOTS, MEETING_RULES, MEETING_STATES } from './rules/meeting.ts'

const State = z.enum(Object.keys(MEETING_STATES) as [keyof typeof MEETING_STATES])
const Rule = z.enum(Object.keys(MEETING_RULES) as [keyof typeof MEETING_RULES])
const Ballot = z.enum(Object.keys(BALLOTS) as [keyof typeof BALLOTS])
const params = z.object({ meetId: Id })
const base = '/workbench/award-meetings'

export const MeetingFields = z.object({
  title: z.string().trim().min(2, '请输入会议名称').max(200),
  rule: Rule,
  ballot: Ballot,
  place: z.string().trim().max(200).default(''),
  meetAt: Instant,
  note: z.string().trim().max(2000).default(''),
  orderIds: z.array(Id).min(1, '请选择采购单').max(40),
  memberIds: z.array(Id).min(1, '请选择定标成员').max(31),
  chairId: Id,
})

export const MeetingRow = z.object({
  meetId: Id,
  code: z.string(),
  title: z.string(),
  rule: Rule,
  ballot: Ballot,
  state: State,
  meetAt: Instant,
  place: z.string(),
  orders: z.number().int(),
  members: z.number().int(),
  createdByName: z.string(),
})

const Person = z.object({ employeeId: Id, name: z.string(), department: z.string() })

export const meetingPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Award meetings of the own company, and those that one is a member of',
  query: PageQuery.extend({ state: State.optional() }),
  returns: pageOf(MeetingRow),
})

export const meetingChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'Orders that wait for their winner, and people who may be members',
  returns: z.object({
    orders: z.array(z.object({ orderId: Id, code: z.string(), title: z.string(), method: z.number().int() })),
    people: z.array(Person.extend({ companyName: z.string() })),
  }),
})

export const meetingDetail = endpoint({
  method: 'GET',
  path: `${base}/{meetId}`,
  summary: 'One meeting: agenda, members, votes once all are in, minutes',
  params,
  returns: MeetingRow.extend({
    note: z.string(),
    minutes: z.string(),
    cancelReason: z.string(),
    createdAt: Instant,
    calledAt: Instant.nullable(),
    heldAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    memberList: z.array(
      Person.omit({ department: true }).extend({
        memberId: Id,
        isChair: z.boolean(),
        isOwn: z.boolean(),
        reply: z.enum(['', 'attending', 'avoiding']),
        replyReason: z.string(),
        isOut: z.boolean(),
        signedAt: Instant.nullable(),
        remark: z.string(),
      }),
    ),
    agenda: z.array(
      z.object({
        orderId: Id,
        code: z.string(),
        title: z.string(),
        method: z.number().int(),
        round: z.number().int(),
        candidates: z.array(
          z.object({
            tradeId: Id,
            rank: z.number().int(),
            supplierName: z.string(),
            price: Amount,
            score: z.string().nullable(),
          }),
        ),
        /** Who may be voted for now. */
        options: z.array(Id),
        /** Who has voted in this round: names, never what. */
        voted: z.array(z.string()),
        mayVote: z.boolean(),
        ownVote: Id.nullable(),
        chosen: Id.nullable(),
        /** The lot among those with most votes, where the rule provides for one; it is frozen only when it is needed. */
        draw: DrawView.nullable(),
        /** Rounds whose votes are all in. Of a secret ballot without names. */
        rounds: z.array(
          z.object({
            round: z.number().int(),
            tally: z.array(z.object({ tradeId: Id, votes: z.number().int() })),
            named: z.array(z.object({ name: z.string(), tradeId: Id, reason: z.string() })),
          }),
        ),
      }),
    ),
    actions: z.array(Action),
  }),
})

export const createMeeting = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft an award meeting',
  body: MeetingFields,
  returns: z.object({ meetId: Id }),
})

export const updateMeeting = endpoint({
  method: 'PUT',
  path: `${base}/{meetId}`,
  summary: 'Change a draft',
  params,
  body: MeetingFields,
  errors: ['wrongState'],
})

export const removeMeeting = endpoint({
  method: 'DELETE',
  path: `${base}/{meetId}`,
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const callMeeting = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/call`,
  summary: 'Call the members; the orders wait for the meeting from now on',
  params,
  errors: ['wrongState'],
})

export const replyMeeting = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/reply`,
  summary: 'Say that one comes, or steps aside with the reason',
  params,
  body: z.object({ attends: z.boolean(), reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState'],
})

export const replaceMember = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/members`,
  summary: 'Take somebody in, in place of a member or of one who stepped aside',
  params,
  /** Once the meeting has begun, why. */
  body: z.object({ memberId: Id, employeeId: Id, reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState'],
})

export const beginMeeting = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/begin`,
  summary: 'Begin the meeting; where the lowest price decides, the winners are known at once',
  params,
  errors: ['wrongState'],
})

export const castVote = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/orders/{orderId}/vote`,
  summary: 'Vote on an order; sealed until all have voted',
  params: params.extend({ orderId: Id }),
  body: z.object({ tradeId: Id, reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState'],
})

export const writeMinutes = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/minutes`,
  summary: 'Write the minutes, which the members sign',
  params,
  body: z.object({ minutes: z.string().trim().min(10, '请填写会议纪要').max(10_000) }),
  errors: ['wrongState'],
})

export const meetingMinutes = endpoint({
  method: 'GET',
  path: `${base}/{meetId}/minutes`,
  summary: 'The minutes with agenda, votes as far as they are open, and signatures, as PDF',
  params,
  answer: 'file',
})

export const signMinutes = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/sign`,
  summary: 'Sign the minutes by one’s name; with the last signature the winners are settled',
  params,
  body: z.object({ signature: z.string().trim(), remark: z.string().trim().max(500).default('') }),
  errors: ['wrongState'],
})

export const closeMeeting = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/close`,
  summary: 'Put on record why members do not sign, once more than half have; the winners are settled',
  params,
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(400) }),
  errors: ['wrongState'],
})

export const cancelMeeting = endpoint({
  method: 'POST',
  path: `${base}/{meetId}/cancel`,
  summary: 'Cancel the meeting before the first vote',
  params,
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})
