import * as z from 'zod'

/** Bytes of JSON. */
export const MAX_DRAFT = 1024 * 1024

/**
 * A draft's name: the form, then what it belongs to, e.g. `order-edit:<orderId>`. A price sheet is refused: kept here
 * it would tell the price of a sealed bid before the opening, so it stays in the bidder's browser.
 */
export const DraftKey = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9-]*(:[0-9A-Za-z-]+)*$/, '草稿名称格式不正确')
  .refine((key) => !/(^|:|-)(price|prices|quote|offer|bid)($|:|-)/i.test(key), '报价草稿只能保存在本机浏览器中')
