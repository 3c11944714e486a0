import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { FileRef, GivenFiles } from '#features/suppliers/contract/shared.ts'
import { GRADES } from '#features/suppliers/rules/grades.ts'
import { OUTCOMES } from '../rules/status.ts'
import { Day, enumOf, Fact, Item, ItemScore } from './shared.ts'

const params = z.object({ appraisalId: Id })

const Row = z.object({
  appraisalId: Id,
  title: z.string(),
  ownerName: z.string(),
  from: Day,
  until: Day,
  publishedAt: Instant,
  /** Null: nothing happened in the period, so there is no score. */
  score: z.string().nullable(),
  grade: z.enum(GRADES).nullable(),
  version: z.number().int(),
  gradeUntil: Day,
  objectionEnd: Instant,
  /** Whether an objection was made, and what became of it. */
  objection: z.enum(['none', 'open', 'answered']),
})

export const ownResultPage = endpoint({
  method: 'GET',
  path: '/workbench/supplier/appraisals/page',
  summary: 'Published results about the own company',
  query: PageQuery,
  returns: pageOf(Row),
})

export const ownResult = endpoint({
  method: 'GET',
  path: '/workbench/supplier/appraisals/{appraisalId}/detail',
  summary:
    'The own result by indicator with its evidence: neither remarks, nor who gave which marks, nor others’ prices',
  params,
  returns: Row.extend({
    veto: z.string(),
    reason: z.string(),
    items: z.array(Item.omit({ source: true }).extend({ source: z.string(), score: ItemScore.nullable() })),
    facts: z.array(Fact.omit({ median: true, ref: true })),
    own: z
      .object({
        content: z.string(),
        files: z.array(FileRef),
        createdByName: z.string(),
        createdAt: Instant,
        outcome: enumOf(OUTCOMES).nullable(),
        answer: z.string(),
        answeredAt: Instant.nullable(),
      })
      .nullable(),
    mayObject: z.boolean(),
  }),
})

export const objectToResult = endpoint({
  method: 'POST',
  path: '/workbench/supplier/appraisals/{appraisalId}/objection',
  summary: 'Object to the own result, once, within five working days',
  params,
  body: z.object({
    content: z.string().trim().min(10, '请说明异议的事实和理由，不少于 10 字').max(2000),
    files: GivenFiles,
  }),
  errors: ['wrongState'],
})

export const ownObjectionFile = endpoint({
  method: 'GET',
  path: '/workbench/supplier/appraisals/{appraisalId}/objection/files/{fileId}',
  summary: 'What was added to the own objection',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})
