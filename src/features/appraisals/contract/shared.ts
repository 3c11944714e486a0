import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { DIRECTIONS, KINDS, SOURCES } from '../rules/sources.ts'

const enumOf = <T extends object>(labels: T) => z.enum(Object.keys(labels) as [keyof T & string])
export { enumOf }

export const Day = z.iso.date('请选择日期')
export const Reason = z.string().trim().min(2, '请填写原因').max(500)

/** Marks: up to two decimals. */
export const Marks = z
  .string('请填写分值')
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, '分值为 0 至 999.99 的数字，最多两位小数')

/** Above zero. */
export const Positive = Marks.refine((value) => Number(value) > 0, '须大于 0')

export const Item = z.object({
  indicatorId: Id,
  name: z.string(),
  kind: enumOf(KINDS),
  source: z.string(),
  fullMarks: z.string(),
  direction: enumOf(DIRECTIONS),
  step: z.string().nullable(),
  weight: z.string(),
})

export const Fact = z.object({
  source: enumOf(SOURCES),
  ref: z.string(),
  code: z.string(),
  title: z.string(),
  method: z.number().int().nullable(),
  day: z.string(),
  isGood: z.boolean(),
  own: z.string().nullable(),
  median: z.string().nullable(),
  note: z.string(),
})

/** An indicator's part in a result. */
export const ItemScore = z.object({
  indicatorId: Id,
  marks: z.string().nullable(),
  found: z.string(),
  how: z.string(),
})
