import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { OrderStateValue } from '#features/procurement/contract/shared.ts'
import { Acceptance, Commitment } from '#features/procurement/contract/commitment.ts'
import { ReportScope, ReviewerTaskStatus } from '#features/evaluation/rules/enums.ts'
import { EXPERT, ItemScore, Mark, Project, project, ReportTemplate, Warning, WayItem, WaySummary } from './shared.ts'

const way = project.extend({ wayId: Id })
const bidder = project.extend({ bidderId: Id })

export const ownReviews = endpoint({
  method: 'GET',
  path: '/review-hall/expert/kpb/projects/page',
  summary: 'Reviews the person sits in, newest first',
  query: PageQuery.extend({ tab: z.enum(['all', 'open', 'done']).default('all') }),
  returns: pageOf(
    z.object({
      projectId: Id,
      orderCode: z.string(),
      orderName: z.string(),
      ownerName: z.string(),
      projectStatus: z.number().int(),
      state: OrderStateValue,
      stage: z.string(),
      isLeader: z.boolean(),
      openAt: Instant.nullable(),
      startedAt: Instant.nullable(),
    }),
  ),
})

export const expertProject = endpoint({
  method: 'GET',
  path: `${EXPERT}/project`,
  summary: 'The review at a glance, with the own part in it',
  follows: ['review-progress'],
  params: project,
  returns: Project.extend({
    me: z.object({
      reviewerId: Id,
      name: z.string(),
      isLeader: z.boolean(),
      noConflict: z.boolean().nullable(),
      /** Statements already given, by bidder. */
      avoidances: z.array(z.object({ bidderId: Id, hasConflict: z.boolean(), reason: z.string(), at: Instant })),
      /** Whom the person voted for. */
      vote: Id.nullable(),
    }),
    /** The integrity commitment to accept with the first statement of avoidance; null: the order demands none. */
    commitment: Commitment.nullable(),
    /** The own acceptance on record. */
    acceptance: Acceptance.nullable(),
  }),
})

export const ownTasks = endpoint({
  method: 'GET',
  path: `${EXPERT}/tasks`,
  summary: 'The own task in each way',
  follows: ['review-progress'],
  params: project,
  returns: z.array(
    z.object({
      wayId: Id,
      name: z.string(),
      wayType: z.number().int(),
      wayStatus: z.number().int(),
      status: ReviewerTaskStatus.schema,
      filled: z.number().int(),
      needed: z.number().int(),
      submittedAt: Instant.nullable(),
      actions: z.array(Action),
    }),
  ),
})

export const voteLeader = endpoint({
  method: 'POST',
  path: `${EXPERT}/leader/votes`,
  summary: 'Recommend a leader; the last vote decides, a tie starts over',
  params: project,
  body: z.object({ reviewerId: Id }),
  returns: z.object({
    voted: z.number().int(),
    voters: z.number().int(),
    leaderId: Id.nullable(),
    isTied: z.boolean(),
  }),
  errors: ['wrongState'],
})

export const declareAvoidance = endpoint({
  method: 'POST',
  path: `${EXPERT}/bidders/{bidderId}/avoidance`,
  summary: 'State whether there is a conflict of interest with a bidder; whoever has one is out',
  params: bidder,
  body: z
    .object({
      hasConflict: z.boolean(),
      reason: z.string().trim().max(500).default(''),
      /** Needed once, where the order demands a commitment: the version and text the person has read. */
      commitment: z.object({ versionId: Id, textHash: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    })
    .refine((v) => !v.hasConflict || v.reason.length >= 2, { path: ['reason'], message: '请填写回避事由' }),
  returns: z.object({ noConflict: z.boolean().nullable() }),
  errors: ['wrongState', 'invalid', 'conflict'],
})

export const ownScores = endpoint({
  method: 'GET',
  path: `${EXPERT}/review-ways/{wayId}/scores`,
  summary: 'The own scoring sheet of one way: all marks, or those of one bid and what is filled in of the others',
  params: way,
  query: z.object({
    /** Marks of this bid alone; `next`: of the first that is not judged completely, else of the first. */
    bidderId: z.union([Id, z.literal('next')]).optional(),
  }),
  returns: z.object({
    way: WaySummary,
    items: z.array(WayItem),
    bidders: z.array(
      z.object({
        bidderId: Id,
        no: z.number().int(),
        supplierName: z.string(),
        /** Items judged, and when the last of them was saved. */
        filled: z.number().int(),
        savedAt: Instant.nullable(),
        /** Null: there are some, and they were not asked for. */
        scores: z.array(ItemScore).nullable(),
      }),
    ),
    status: ReviewerTaskStatus.schema,
    filled: z.number().int(),
    needed: z.number().int(),
    /** About the own marks only. */
    warnings: z.array(Warning),
    actions: z.array(Action),
  }),
})

export const saveScores = endpoint({
  method: 'PUT',
  path: `${EXPERT}/review-ways/{wayId}/bidders/{bidderId}/scores`,
  summary: 'Save judgements of one bidder: one item or many; null clears',
  apart: 'marks are saved every few seconds; the sheet keeps them itself, and others hear of their progress',
  params: way.extend({ bidderId: Id }),
  body: z.object({
    scores: z
      .array(
        z.object({
          itemId: Id,
          score: Mark.nullable().default(null),
          passed: z.boolean().nullable().default(null),
          reason: z.string().trim().max(1000).default(''),
        }),
      )
      .min(1)
      .max(200),
  }),
  returns: z.object({
    savedAt: Instant,
    status: ReviewerTaskStatus.schema,
    filled: z.number().int(),
    needed: z.number().int(),
  }),
  errors: ['wrongState', 'invalid'],
})

export const submitWay = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-ways/{wayId}/submit`,
  summary: 'Submit the own judgements of a way; they cannot be changed after',
  params: way,
  errors: ['wrongState'],
})

export const summariseWay = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-ways/{wayId}/summarise`,
  summary: 'Sum a way up (leader). The last way concludes the review: price marks, totals, ranking',
  params: way,
  returns: z.object({ rejected: z.number().int(), concluded: z.boolean() }),
  errors: ['wrongState', 'legalRule'],
})

export const reReview = endpoint({
  method: 'POST',
  path: `${EXPERT}/review-ways/{wayId}/re-review`,
  summary: 'Give a way back to all or some reviewers with a reason (leader)',
  params: way,
  body: z.object({
    reason: z.string().trim().min(2, '请填写原因').max(500),
    reviewerIds: z.array(Id).max(30).default([]),
  }),
  errors: ['wrongState'],
})

export const proposeWaste = endpoint({
  method: 'POST',
  path: `${EXPERT}/bidders/{bidderId}/waste`,
  summary: 'Propose to reject a bid, with reason and rule; the majority of the committee decides',
  params: bidder,
  body: z.object({
    reason: z.string().trim().min(2, '请填写否决原因').max(1000),
    rule: z.string().trim().min(2, '请填写依据').max(500),
  }),
  returns: z.object({ motionId: Id }),
  errors: ['wrongState', 'conflict'],
})

export const voteMotion = endpoint({
  method: 'POST',
  path: `${EXPERT}/motions/{motionId}/votes`,
  summary:
    'Vote on rejecting a bid, on the explanation of a low price, or on going on with fewer than three valid bids',
  params: project.extend({ motionId: Id }),
  body: z
    .object({ agree: z.boolean(), opinion: z.string().trim().max(500).default('') })
    .refine((v) => v.agree || v.opinion.length >= 2, { path: ['opinion'], message: '请填写不同意的理由' }),
  returns: z.object({ state: z.number().int() }),
  errors: ['wrongState'],
})

export const writeReport = endpoint({
  method: 'POST',
  path: `${EXPERT}/reports`,
  summary: 'Have the report written from what is recorded (leader)',
  params: project,
  body: z.object({
    processType: z.literal([3, 4]).default(3),
    scope: ReportScope.schema.default(0),
    template: ReportTemplate.default('default'),
  }),
  returns: z.object({ reportId: Id }),
  errors: ['wrongState', 'tampered'],
})

export const signReport = endpoint({
  method: 'POST',
  path: `${EXPERT}/reports/{reportId}/sign`,
  summary: 'Sign the report, with the password entered again; a dissenting opinion goes on record',
  params: project.extend({ reportId: Id }),
  body: z.object({
    password: z.string().min(1, '请输入登录密码').max(200),
    /** Of the document the person has read: nobody signs a version unseen. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    opinion: z.string().trim().max(2000).default(''),
  }),
  returns: z.object({ signed: z.number().int(), signers: z.number().int() }),
  errors: ['wrongState', 'credentials', 'tampered'],
})
