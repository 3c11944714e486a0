import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { findSku, isSold, type Product } from '../rules/catalogue.ts'
import { PaymentType, POINTS } from '../rules/enums.ts'
import { boughtOrder } from './access.ts'
import { choose, requestPayment } from './orders.ts'
import { priceOf } from './prices.ts'
import { services } from './sale-port.ts'
import { closeCredited, SKU_SUBJECT } from './service-orders.ts'

type Ctx = Context<Employee>

/** What somebody wants of the catalogue; `price` as the page showed it: refused with the new one where it has changed since. */
export interface Wanted {
  skuId: string
  count: number
  price?: string | undefined
}

/**
 * Makes the order of something on sale for the own company, or answers the one that is open; with `payMethod` its payment
 * begins. The amount is computed here.
 */
export async function placeSku(ctx: Ctx, { payMethod, ...wanted }: Wanted & { payMethod?: number | undefined }) {
  return placed(ctx, await orderSku(ctx, wanted), payMethod)
}

/** The same for an order of the own company that there is. */
export async function placed(ctx: Ctx, orderId: string, payMethod: number | undefined) {
  const order = await boughtOrder(ctx, orderId)
  const payCode = payMethod === undefined ? null : (await choose(ctx, order.id, payMethod)).payCode
  const { id, code, amount, expiresAt } = order
  return { orderId: id, orderCode: code, amount, expiresAt: expiresAt.toISOString(), payCode }
}

async function orderSku(ctx: Ctx, { skuId, count, price }: Wanted): Promise<string> {
  const found = findSku(skuId)
  if (!found) throw new AppError('notFound')
  const { product, sku } = found
  if (!isSold(product, ctx.config, process.env)) throw new AppError('wrongState', '该增值服务尚未接入，暂不出售')
  const now = await priceOf(ctx, sku)
  if (price !== undefined && !new Exact(now.price).eq(price))
    throw new AppError('conflict', `价格已调整为 ${new Exact(now.price).toFixed(2)} 元，请确认后重新下单`)
  const amount = new Exact(now.price).times(count).toFixed(2)
  const buyerId = ctx.actor.companyId
  const { credit, replaces, reasons } = await services().creditFor(ctx, {
    buyerId,
    product: product.code,
    price: amount,
    unit: sku.unit,
    quantity: sku.quantity * count,
  })
  const subjectId = `${sku.id}:${count}:${now.versionId ?? ''}:${replaces.length > 0 ? credit : ''}`
  if (replaces.length > 0) await closeCredited(ctx, buyerId, subjectId)
  const { orderId } = await requestPayment(ctx, {
    subject: { kind: SKU_SUBJECT, id: subjectId },
    payee: { companyId: null, purpose: purposeOf(product), subject: 'value-added', name: '平台' },
    buyerId,
    amount: new Exact(amount).minus(credit).toFixed(2),
    type: PaymentType.values.valueAdded,
    title: `${product.name}（${sku.name}）`,
    lines: [
      {
        skuId: sku.id,
        name: `${product.name}（${sku.name}）`,
        count,
        price: now.price,
        amount,
        priceVersionId: now.versionId,
        ...(replaces.length > 0 && { replaces }),
      },
    ],
    reasons: [{ label: '单价', value: `${now.price} 元` }, { label: '数量', value: String(count) }, ...reasons],
  })
  return orderId
}

/** Points are owed to their buyer until they are used; anything else is earned when it is paid. */
function purposeOf({ code }: Product) {
  return code === POINTS ? 'points' : 'income'
}
