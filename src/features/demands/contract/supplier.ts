import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import * as shared from './shared.ts'

const base = '/workbench/supplier/demands'
const params = z.object({ demandId: Id })
const OwnState = z.union([shared.TradeState, z.literal('none')])

const Row = z.object({
  demandId: Id,
  tradeId: Id.nullable(),
  profile: shared.ProfileName,
  code: z.string(),
  title: z.string(),
  category: shared.Category,
  region: z.string(),
  ownerName: z.string(),
  mode: shared.Mode,
  isOpen: z.boolean(),
  isWithdrawn: z.boolean(),
  endsAt: Instant,
  publishedAt: Instant,
  /** The own part in it. */
  ownState: OwnState,
  hasAnswered: z.boolean(),
})

export const surveyPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Surveys that are open to the own company, and those it was asked for or takes part in',
  query: PageQuery.extend({
    tab: z.enum(['open', 'own', 'ended']).optional(),
    category: shared.Category.optional(),
  }),
  returns: pageOf(Row),
})

export const surveyDetail = endpoint({
  method: 'GET',
  path: `${base}/{demandId}`,
  summary: 'One survey as a supplier reads it, with the own sign-up and answers; nothing of others, no budget',
  params,
  returns: Row.extend({
    purpose: z.string(),
    place: z.string(),
    wishedOn: z.string().nullable(),
    files: z.array(shared.FileRef),
    items: z.array(
      shared.DemandItem.pick({ lotNo: true, name: true, spec: true, unit: true, quantity: true }).extend({
        itemId: Id,
      }),
    ),
    /** Of the last round. */
    parameters: z.array(shared.KnownParameter),
    /** What each round asked for. */
    asked: z.array(shared.AskedRound),
    questions: z.array(shared.Question),
    rounds: z.array(shared.Round),
    changes: z.array(shared.RoundChange.omit({ madeByName: true })),
    withdrawReason: z.string(),
    own: z
      .object({
        contact: z.string(),
        note: z.string(),
        files: z.array(shared.FileRef),
        signedUpAt: Instant.nullable(),
        refusal: z.string(),
        /** Newest first. */
        answers: z.array(shared.Answer),
      })
      .nullable(),
    actions: z.array(Action),
  }),
})

export const surveyLetter = endpoint({
  method: 'GET',
  path: `${base}/{demandId}/invites/{inviteId}`,
  summary: 'The invitation to a survey, by whom it was sent to',
  params: params.extend({ inviteId: Id }),
  returns: Row.extend({
    inviterName: z.string(),
    purpose: z.string(),
    place: z.string(),
    invitedAt: Instant,
    items: z.array(
      z.object({ itemId: Id, name: z.string(), spec: z.string(), unit: z.string(), quantity: z.string() }),
    ),
    actions: z.array(Action),
  }),
})

export const signUpSurvey = endpoint({
  method: 'POST',
  path: `${base}/{demandId}/sign-up`,
  summary: 'Sign up for a survey, or accept its invitation',
  params,
  body: z.object({
    contact: z.string().trim().min(1, '请输入联系人').max(100),
    note: z.string().trim().max(2000).default(''),
    files: shared.GivenFiles,
  }),
  returns: z.object({ tradeId: Id }),
  errors: ['wrongState'],
})

export const declineSurvey = endpoint({
  method: 'POST',
  path: `${base}/{demandId}/decline`,
  summary: 'Say that one does not take part; it can be taken back until the end',
  params,
  body: z.object({ reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState'],
})

export const answerSurvey = endpoint({
  method: 'POST',
  path: `${base}/{demandId}/answer`,
  summary: 'Answer, or revise the answer until the survey ends; the last one counts',
  params,
  body: shared.AnswerFields,
  returns: z.object({ revision: z.number().int() }),
  errors: ['wrongState'],
})

export const surveyFile = endpoint({
  method: 'GET',
  path: `${base}/{demandId}/files/{fileId}`,
  summary: 'A file of the survey, or of the own answer',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
