import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { DrawView } from '#contract/draw-calls.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { GRADES } from '#features/suppliers/rules/grades.ts'
import { DRAW_STATES, REGIONS } from './rules/draw.ts'

const State = z.enum(Object.keys(DRAW_STATES) as [keyof typeof DRAW_STATES])
const params = z.object({ drawId: Id })

/** Who is looked at; an empty condition leaves everybody. */
export const Conditions = z.object({
  category: z.string().trim().max(40).default(''),
  grades: z.array(z.enum(GRADES)).max(4).default([]),
  regions: z
    .array(z.string().refine((code) => code in REGIONS, '地区不正确'))
    .max(31)
    .default([]),
  /** A certificate of this kind that holds. */
  certificate: z.string().trim().max(60).default(''),
})
export type Conditions = z.output<typeof Conditions>

export const DrawFields = z.object({
  title: z.string().trim().min(2, '请填写抽取名称').max(100),
  purpose: z.string().trim().min(2, '请填写用途').max(500),
  conditions: Conditions,
  number: z.number('请填写抽取数量').int().min(1, '抽取数量至少 1 家').max(50, '抽取数量最多 50 家'),
  substitutes: z.number('请填写备选数量').int().min(0).max(50, '备选数量最多 50 家').default(0),
})

const Entry = z.object({
  supplierId: Id,
  companyId: Id,
  name: z.string(),
  creditCode: z.string(),
  /** Why it cannot be drawn; empty: it can. */
  excluded: z.string(),
  /** In which place it was drawn; those beyond the number are substitutes. */
  rank: z.number().int().nullable(),
})

const Row = z.object({
  drawId: Id,
  title: z.string(),
  state: State,
  number: z.number().int(),
  substitutes: z.number().int(),
  /** Names of those who were drawn, substitutes not among them. */
  drawn: z.array(z.string()),
  isAgain: z.boolean(),
  createdByName: z.string(),
  createdAt: Instant,
})

export const drawPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-draws/page',
  summary: 'Draws of suppliers of the own library; counts per state',
  query: PageQuery.extend({ state: State.optional() }),
  returns: pageOf(Row),
})

export const previewDraw = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-draws/preview',
  summary: 'Who could be drawn under these conditions, and who could not, with the reason',
  once: false,
  body: z.object({ conditions: Conditions }),
  returns: z.object({ eligible: z.number().int(), rows: z.array(Entry) }),
})

export const createDraw = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-draws',
  summary: 'Prepare a draw: the platform commits to its part of it at once',
  body: DrawFields,
  returns: params,
})

export const updateDraw = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/supplier-draws/{drawId}',
  summary: 'Change a draw that has not begun',
  params,
  body: DrawFields,
  errors: ['wrongState'],
})

export const cancelDraw = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-draws/{drawId}/cancel',
  summary: 'Give up a draw that has not begun; it stays on record',
  params,
  body: z.object({ reason: z.string().trim().min(2, '请填写原因').max(500) }),
  errors: ['wrongState'],
})

export const startDraw = endpoint({
  method: 'POST',
  path: '/workbench/buyer/supplier-draws/{drawId}/draw',
  summary: 'Freeze who can be drawn and begin; a second draw from the same suppliers asks for the reason',
  params,
  body: z.object({ againReason: z.string().trim().max(500).default('') }),
  errors: ['wrongState'],
})

export const drawDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-draws/{drawId}/detail',
  summary: 'A draw with all that checks it: who was looked at, why somebody was left out, who was drawn',
  params,
  returns: Row.extend({
    purpose: z.string(),
    conditions: Conditions,
    pool: z.array(Entry),
    poolHash: z.string().nullable(),
    againOf: z.object({ drawId: Id, title: z.string() }).nullable(),
    againReason: z.string(),
    cancelReason: z.string(),
    draw: DrawView,
    actions: z.array(Action),
  }),
})

export const drawRecord = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-draws/{drawId}/record',
  summary: 'The record of a draw that was made, as anybody can check it offline',
  params,
  answer: 'file',
})
