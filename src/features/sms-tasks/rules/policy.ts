import * as z from 'zod'

const Hour = z.number().int().min(0).max(23)

/** How text messages of companies are sent at a tenant. Hours are Beijing's. */
export const SmsPolicy = z.object({
  /** Yuan per segment; null: none is named, and segments alone are counted. */
  price: z
    .string()
    .regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/, '单价格式不正确，最多四位小数')
    .nullable(),
  /** No message leaves from this hour until the other; null: at any hour. */
  quietFrom: Hour.nullable(),
  quietTo: Hour.nullable(),
  /** Messages of one purchaser's tasks to one number in a day of Beijing; null: no limit. */
  mostPerDay: z.number().int().min(1, '至少 1 条').max(50, '最多 50 条').nullable(),
})
export type SmsPolicy = z.output<typeof SmsPolicy>

/** Where the tenant has said nothing. */
export const USUAL: SmsPolicy = { price: null, quietFrom: 21, quietTo: 8, mostPerDay: 5 }

/** `21:00 至次日 8:00`; empty where messages leave at any hour. */
export function quietText({ quietFrom, quietTo }: Pick<SmsPolicy, 'quietFrom' | 'quietTo'>): string {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return ''
  return `${quietFrom}:00 至${quietFrom < quietTo ? ' ' : '次日 '}${quietTo}:00`
}
