import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Day, enumOf, Fact, Item, Marks } from './shared.ts'

const params = z.object({ appraisalId: Id })

/** Where an own sheet stands. */
export const SHEET_STATES = { open: '待打分', handedIn: '已提交', missed: '逾期未提交', over: '已结束' } as const

const Sheet = z.object({
  appraisalId: Id,
  title: z.string(),
  state: enumOf(SHEET_STATES),
  from: Day,
  until: Day,
  deadline: Instant,
  handedInAt: Instant.nullable(),
  suppliers: z.number().int(),
  given: z.number().int(),
  needed: z.number().int(),
})

export const sheetPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisal-hall/page',
  summary: 'Appraisals that the person gives marks in',
  query: PageQuery.extend({ state: enumOf(SHEET_STATES).optional() }),
  returns: pageOf(Sheet),
})

export const sheetDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/appraisal-hall/{appraisalId}/detail',
  summary: 'The own sheet: suppliers by subjective indicators, with facts of the period. Nobody else’s marks',
  params,
  returns: Sheet.extend({
    items: z.array(Item),
    rows: z.array(z.object({ supplierId: Id, name: z.string(), facts: z.array(Fact) })),
    marks: z.array(z.object({ supplierId: Id, indicatorId: Id, marks: z.string(), remark: z.string() })),
    mayWrite: z.boolean(),
  }),
})

export const saveMarks = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/appraisal-hall/{appraisalId}/marks',
  summary: 'Keep the own marks as a draft, all of them',
  params,
  body: z.object({
    marks: z
      .array(
        z.object({
          supplierId: Id,
          indicatorId: Id,
          marks: Marks,
          remark: z.string().trim().max(300).default(''),
        }),
      )
      .max(5000),
  }),
  errors: ['wrongState'],
})

export const handInMarks = endpoint({
  method: 'POST',
  path: '/workbench/buyer/appraisal-hall/{appraisalId}/hand-in',
  summary: 'Hand in the own sheet for good; the last one closes the marks',
  params,
  errors: ['wrongState'],
})
