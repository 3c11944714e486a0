import * as z from 'zod'
import { Id } from '#contract/id.ts'

const enumOf = <T extends object>(labels: T) => z.enum(Object.keys(labels) as [keyof T & string])

export { enumOf }

export const Day = z.iso.date('请选择日期')
export const Reason = z.string().trim().min(2, '请填写原因').max(500)
export const Categories = z
  .array(z.string().trim().min(1).max(40))
  .min(1, '请填写供应品类')
  .max(20, '供应品类最多 20 项')
export const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })
export const GivenFiles = z
  .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
  .max(10)
  .default([])

/** A company by its id here, or by name and credit code where it is not registered. */
export const Subject = z.object({
  companyId: Id.nullable().default(null),
  name: z.string().trim().max(200).default(''),
  creditCode: z.string().trim().toUpperCase().max(18).default(''),
})
export type Subject = z.output<typeof Subject>
