import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { MARKS, PARTS } from '../rules/marks.ts'
import * as shared from './shared.ts'

const base = '/workbench/demands/{demandId}'
const params = z.object({ demandId: Id })
const Part = z.enum(Object.keys(PARTS) as [keyof typeof PARTS])
const Verdict = z.enum(Object.keys(MARKS) as [keyof typeof MARKS])
const MarkLine = z.object({ parameterId: Id, verdict: Verdict, note: z.string().trim().max(500).default('') })

export const demandRounds = endpoint({
  method: 'GET',
  path: `${base}/rounds`,
  summary: 'Rounds of a survey: what each asked for, who meets it once it is over, how staff marked its parameters',
  params,
  returns: z.object({
    title: z.string(),
    code: z.string(),
    profile: shared.ProfileName,
    state: shared.DemandState,
    /** The caller runs it: next rounds and people are its. */
    isHandler: z.boolean(),
    /** The caller is asked to mark the round that ended. */
    mayMark: z.boolean(),
    rounds: z.array(
      shared.Round.extend({
        answers: z.number().int(),
        isOpen: z.boolean(),
        /** Why the parameters differ from those before. */
        reason: z.string(),
        parameters: z.array(shared.KnownParameter),
        /** By parameter; empty while hidden. Names of brands, no prices. */
        coverage: z.array(
          z.object({
            yes: z.array(z.string()),
            brands: z.array(z.string()),
            flag: z.enum(['none', 'single', 'few']).nullable(),
          }),
        ),
        markers: z.array(
          z.object({
            employeeId: Id,
            name: z.string(),
            department: z.string(),
            part: Part,
            isOwn: z.boolean(),
            markedAt: Instant.nullable(),
            lines: z.array(MarkLine),
          }),
        ),
      }),
    ),
  }),
})

export const markerChoices = endpoint({
  method: 'GET',
  path: `${base}/marker-choices`,
  summary: 'People of the own company and the purchaser who may be asked to mark parameters',
  params,
  returns: z.array(z.object({ employeeId: Id, name: z.string(), department: z.string() })),
})

export const askMarkers = endpoint({
  method: 'POST',
  path: `${base}/markers`,
  summary: 'Ask clinical and engineering staff to mark the parameters of the round that ended; who has marked stays',
  params,
  body: z.object({
    people: z
      .array(z.object({ employeeId: Id, part: Part }))
      .min(1, '请选择标注人员')
      .max(30),
  }),
  errors: ['wrongState'],
})

export const markParameters = endpoint({
  method: 'POST',
  path: `${base}/marks`,
  summary: 'Mark every parameter of the round that ended: keep, adjust or drop; again revises it, and both stay',
  params,
  body: z.object({ lines: z.array(MarkLine).min(1).max(500) }),
  errors: ['wrongState'],
})

export const openRound = endpoint({
  method: 'POST',
  path: `${base}/rounds`,
  summary: 'Ask again with revised parameters; everybody who takes part is told, earlier answers stay',
  params,
  body: z.object({
    endsAt: Instant,
    reason: shared.reason,
    parameters: z
      .array(shared.Parameter.extend({ parameterId: Id.optional() }))
      .min(1, '请填写需求参数')
      .max(500),
  }),
  returns: z.object({ roundNo: z.number().int() }),
  errors: ['wrongState'],
})

export const fillDemand = endpoint({
  method: 'POST',
  path: `${base}/late-fields`,
  summary: 'Fill in what is known only after the survey, such as the number of a permit',
  params,
  body: z.object({ extras: z.record(z.string().max(40), z.string().trim().max(500)) }),
  errors: ['wrongState'],
})

const Cost = z.object({
  maintenance: Amount.nullable(),
  consumables: Amount,
  total: Amount.nullable(),
  derivation: z.string(),
})

export const demandCollection = endpoint({
  method: 'GET',
  path: `${base}/collection`,
  summary:
    'What rounds that are over came to: respondents from round to round, prices, costs of use, what they say beside',
  params,
  returns: z.object({
    title: z.string(),
    code: z.string(),
    profile: shared.ProfileName,
    state: shared.DemandState,
    /** Over which the costs are compared; null: they are not. */
    years: z.number().int().nullable(),
    rounds: z.array(
      z.object({
        roundNo: z.number().int(),
        isOpen: z.boolean(),
        parameters: z.number().int(),
        answers: z.number().int(),
        price: z.object({ low: Amount, high: Amount }).nullable(),
      }),
    ),
    parties: z.array(
      z.object({
        tradeId: Id,
        name: z.string(),
        isPaper: z.boolean(),
        rounds: z.array(
          z.object({
            roundNo: z.number().int(),
            brand: z.string(),
            model: z.string(),
            price: Amount.nullable(),
            metMust: z.number().int(),
            must: z.number().int(),
            /** Why it does not count. */
            aside: z.string(),
          }),
        ),
        /** Of its last answer that may be read. */
        extras: shared.Answer.shape.extras,
        cost: Cost.nullable(),
        /** The document whose last day is over. */
        expired: z.string(),
      }),
    ),
  }),
})

export const answerRowsTemplate = endpoint({
  method: 'GET',
  path: '/workbench/demand-answer-rows/{profile}/{field}',
  summary: 'A list of an answer to fill in as xlsx; with the own rows, where the own company has answered',
  params: z.object({ profile: shared.ProfileName, field: z.string().max(40) }),
  query: z.object({ demandId: Id.optional() }),
  answer: 'file',
})

export const readAnswerRows = endpoint({
  method: 'POST',
  path: '/workbench/demand-answer-rows/{profile}/{field}/read',
  summary: 'Read a list of an answer from xlsx into the form; nothing is taken while a cell is wrong',
  params: z.object({ profile: shared.ProfileName, field: z.string().max(40) }),
  multipart: true,
  once: false,
  returns: z.object({
    rows: z.array(z.record(z.string(), z.string())),
    errors: z.array(z.object({ cell: z.string(), row: z.number().int(), column: z.string(), message: z.string() })),
    hidden: z.array(z.number().int()),
  }),
})
