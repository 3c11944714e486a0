import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import * as shared from './shared.ts'

const base = '/workbench/demands/{demandId}'
const params = z.object({ demandId: Id })

export const moveSurveyEnd = endpoint({
  method: 'POST',
  path: `${base}/survey-end`,
  summary:
    'Move the end of the survey, or take it up again where fewer than three answered; all are told, answers stay',
  params,
  body: z.object({ endsAt: Instant, reason: shared.reason }),
  errors: ['wrongState'],
})

export const endSurvey = endpoint({
  method: 'POST',
  path: `${base}/end`,
  summary: 'End the survey early with the reason; all are told',
  params,
  body: z.object({ reason: shared.reason }),
  errors: ['wrongState'],
})

export const inviteSuppliers = endpoint({
  method: 'POST',
  path: `${base}/invitees`,
  summary: 'Ask further suppliers while the survey is open',
  params,
  body: z.object({ companyIds: z.array(Id).min(1, '请选择供应商').max(100) }),
  errors: ['wrongState'],
})

const Trade = z.object({
  tradeId: Id,
  name: z.string(),
  isPaper: z.boolean(),
  isInvited: z.boolean(),
  status: shared.TradeState,
  contact: z.string(),
  note: z.string(),
  signedUpAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  decidedByName: z.string(),
  refusal: z.string(),
  /** Whether it answered in the last round; null while that is hidden. */
  answered: z.boolean().nullable(),
  /** Rounds of which its answer may be read. */
  rounds: z.array(z.number().int()),
  actions: z.array(Action),
})

export const demandTrades = endpoint({
  method: 'GET',
  path: `${base}/trades`,
  summary: 'Who was asked, signed up or answered on paper',
  params,
  returns: z.object({
    title: z.string(),
    state: shared.DemandState,
    endsAt: Instant.nullable(),
    isAnswerOpen: z.boolean(),
    /** The last one. */
    roundNo: z.number().int(),
    rows: z.array(Trade),
  }),
})

export const demandTrade = endpoint({
  method: 'GET',
  path: `${base}/trades/{tradeId}`,
  summary: 'One respondent: sign-up, and its answer with earlier revisions as soon as it may be read',
  params: params.extend({ tradeId: Id }),
  returns: z.object({
    title: z.string(),
    profile: shared.ProfileName,
    state: shared.DemandState,
    isAnswerOpen: z.boolean(),
    trade: Trade.extend({ files: z.array(shared.FileRef) }),
    parameters: z.array(shared.KnownParameter),
    asked: z.array(shared.AskedRound),
    questions: z.array(shared.Question),
    /** Newest first; none of a round that is hidden. */
    answers: z.array(shared.Answer),
    /** What was found when answers were checked, newest first. */
    checks: z.array(
      z.object({
        roundNo: z.number().int(),
        isValid: z.boolean(),
        reason: z.string(),
        madeByName: z.string(),
        madeAt: Instant,
      }),
    ),
    /** Rounds whose answer may be checked now. */
    checkable: z.array(z.number().int()),
  }),
})

export const decideTrade = endpoint({
  method: 'POST',
  path: `${base}/trades/{tradeId}/decide`,
  summary: 'Let somebody take part, or refuse it with the reason',
  params: params.extend({ tradeId: Id }),
  body: z
    .object({ pass: z.boolean(), reason: z.string().trim().max(500).default('') })
    .refine(({ pass, reason }) => pass || reason.length >= 2, { path: ['reason'], message: '请填写不通过的原因' }),
  errors: ['wrongState'],
})

export const checkAnswer = endpoint({
  method: 'POST',
  path: `${base}/trades/{tradeId}/rounds/{roundNo}/check`,
  summary: 'Let an answer count after its round, or set it aside with the reason; the last check counts',
  params: params.extend({ tradeId: Id, roundNo: z.coerce.number().int().min(1) }),
  body: z
    .object({ isValid: z.boolean(), reason: z.string().trim().max(500).default('') })
    .refine(({ isValid, reason }) => isValid || reason.length >= 2, {
      path: ['reason'],
      message: '请填写不采纳的原因',
    }),
  errors: ['wrongState'],
})

export const enterAnswer = endpoint({
  method: 'POST',
  path: `${base}/entries`,
  summary: 'Type in an answer that came on paper, with its scan; again for the same respondent is a revision',
  params,
  body: shared.AnswerFields.extend({
    /** One that was typed in before. */
    tradeId: Id.nullable().default(null),
    name: z.string().trim().min(2, '请输入应答单位名称').max(200),
    receivedOn: shared.Day,
    scan: z
      .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
      .min(1, '请上传纸质应答的扫描件')
      .max(20),
  }),
  returns: z.object({ tradeId: Id }),
  errors: ['wrongState'],
})

export const demandMatrix = endpoint({
  method: 'GET',
  path: `${base}/matrix`,
  summary: 'Parameters by answers: who meets what, and which parameters too few meet; refused while answers are hidden',
  params,
  query: z.object({ roundNo: z.coerce.number().int().min(1).optional() }),
  returns: z.object({
    roundNo: z.number().int(),
    parameters: z.array(shared.KnownParameter),
    parties: z.array(
      z.object({
        tradeId: Id,
        name: z.string(),
        isPaper: z.boolean(),
        brand: z.string(),
        model: z.string(),
        price: Amount.nullable(),
      }),
    ),
    /** By parameter, one character a party: y, p, n, or - where it says nothing. */
    met: z.array(z.string()),
    /** By parameter and party. */
    values: z.array(z.array(z.string())),
    coverage: z.array(
      z.object({
        yes: z.array(z.string()),
        brands: z.array(z.string()),
        flag: z.enum(['none', 'single', 'few']).nullable(),
      }),
    ),
    price: z.object({ low: Amount, high: Amount }).nullable(),
  }),
  errors: ['wrongState'],
})

export const demandMatrixFile = endpoint({
  method: 'GET',
  path: `${base}/matrix/export`,
  summary: 'The same as xlsx',
  params,
  query: z.object({ roundNo: z.coerce.number().int().min(1).optional() }),
  answer: 'file',
})

export const concludeDemand = endpoint({
  method: 'POST',
  path: `${base}/conclusions`,
  summary: 'Conclude the survey: size of the market, prices, adjusted parameters; again revises it, and both stay',
  params,
  body: z.object({
    marketSize: z.string().trim().min(2, '请填写市场规模与供给情况').max(5000),
    summary: z.string().trim().min(2, '请填写调研结论').max(10_000),
    fewReason: z.string().trim().max(1000).default(''),
    /** Yuan; as computed from the answers, or other ones with the reason. */
    priceLow: Amount.nullable().default(null),
    priceHigh: Amount.nullable().default(null),
    priceReason: z.string().trim().max(1000).default(''),
    /** All of the version in force, changed or not; further ones without an id. */
    parameters: z.array(shared.Parameter.extend({ parameterId: Id.optional() })).max(500),
    changeReason: z.string().trim().max(1000).default(''),
    narrow: z
      .array(z.object({ parameterId: Id, reason: z.string().trim().max(1000) }))
      .max(500)
      .default([]),
  }),
  errors: ['wrongState'],
})
