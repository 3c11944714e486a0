import { MINUTE } from '#contract/time.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import { PayMethod, PayStatus, type ProviderCode } from '../rules/enums.ts'
import type { PayProvider } from '../rules/provider.ts'
import { notifyUrl, providerOf } from './accounts.ts'
import { closeOrder, EXPIRE_EVENT, WATCH_EVENT, WATCH_MS } from './orders.ts'
import { concludeRefund } from './refunds.ts'
import { tellChange } from './records.ts'
import { settle } from './settle.ts'
import { ASK, BEGIN, CLOSE, REFUND } from './work-kinds.ts'

const S = PayStatus.values

/** Asks the provider for what the person needs to pay; asked again, it gives the same. */
const begin: Worker = {
  kind: BEGIN,
  atOnce: 4,
  attempts: 5,
  async run(kernel, work) {
    const payment = await read(kernel, work)
    if (!payment || payment.status !== S.unpaid) return
    const provider = await demand(kernel, work.tenantId, payment.provider)
    const begun = await provider.begin({
      code: payment.code,
      title: payment.title,
      amount: payment.amount,
      madeAt: payment.createdAt,
      expiresAt: payment.expiresAt,
      notifyUrl: notifyUrl(kernel, work.tenantId, provider.code),
      isMini: payment.method === PayMethod.values.wechatMini,
    })
    await within(kernel, work, async (ctx) => {
      const now = await ctx.one('payment', { id: work.subject }, { lock: 'update' })
      if (now?.status !== S.unpaid) return
      await ctx.update('payment', { id: work.subject }, { status: S.paying, begun: JSON.stringify(begun) })
      await watch(ctx, work.subject)
      tellChange(ctx, now.code, S.paying)
    })
  },
  giveUp: (kernel, work) =>
    within(kernel, work, async (ctx) => {
      const payment = await ctx.one('payment', { id: work.subject }, { lock: 'update' })
      if (payment?.status !== S.unpaid) return
      await ctx.update(
        'payment',
        { id: work.subject },
        { status: S.fail, reason: '支付渠道暂不可用，请稍后重试或更换支付方式' },
      )
      tellChange(ctx, payment.code, S.fail)
    }),
}

/** Asks the provider what became of a payment: the same way on as a notice takes. */
const ask: Worker = {
  kind: ASK,
  atOnce: 4,
  async run(kernel, work) {
    const payment = await read(kernel, work)
    if (!payment || payment.status === S.success) return
    const provider = await demand(kernel, work.tenantId, payment.provider)
    const found = await provider.query(payment.code, payment.createdAt)
    if (found.state === 'paid') {
      await within(kernel, work, (ctx) => settle(ctx, work.subject, found.evidence))
      return
    }
    if (found.state !== 'closed') return
    await within(kernel, work, async (ctx) => {
      const now = await ctx.one('payment', { id: work.subject }, { lock: 'update' })
      if (!now || (now.status !== S.unpaid && now.status !== S.paying)) return
      await ctx.update('payment', { id: work.subject }, { status: S.fail, reason: '支付已关闭' })
      tellChange(ctx, now.code, S.fail)
    })
  },
}

/** Closes an attempt that is over; what was paid by it nonetheless is taken in. */
const close: Worker = {
  kind: CLOSE,
  atOnce: 2,
  attempts: 10,
  async run(kernel, work) {
    const payment = await read(kernel, work)
    if (!payment || payment.status === S.success) return
    const provider = await demand(kernel, work.tenantId, payment.provider)
    const found = await provider.query(payment.code, payment.createdAt)
    if (found.state === 'paid') await within(kernel, work, (ctx) => settle(ctx, work.subject, found.evidence))
    else await provider.close(payment.code)
  },
  giveUp: () => Promise.resolve(),
}

/** Sends money back, or asks what became of it. */
const refund: Worker = {
  kind: REFUND,
  atOnce: 2,
  attempts: 20,
  async run(kernel, work) {
    const row = await within(kernel, work, async (ctx) => {
      const found = await ctx.one('refund', { id: work.subject })
      // A transfer to a guarantee account belongs to no payment.
      const payment = found?.paymentId && (await ctx.one('payment', { id: found.paymentId }, { columns: ['code'] }))
      return found && { ...found, paymentCode: payment ? payment.code : '' }
    })
    if (!row || row.status !== 1) return
    const provider = await demand(kernel, work.tenantId, row.provider)
    const result = await provider.refund({
      code: row.code,
      paymentCode: row.paymentCode,
      providerNo: row.providerNo,
      amount: row.amount,
      total: row.received,
      reason: row.reason,
      madeAt: row.at,
      notifyUrl: notifyUrl(kernel, work.tenantId, provider.code),
    })
    await within(kernel, work, async (ctx) => {
      await concludeRefund(ctx, work.subject, result)
      if (result.state === 'running')
        await ctx.schedule(`${REFUND}:${work.subject}`, new Date(ctx.clock.now().getTime() + 2 * MINUTE), {
          kind: REFUND,
          payload: { refundId: work.subject },
        })
    })
  },
}

export const workers: readonly Worker[] = [begin, ask, close, refund]

export const subscribers: readonly Subscriber[] = [
  {
    name: 'payment: ask where nothing is heard',
    kind: WATCH_EVENT,
    async handle(ctx, { payload }) {
      const paymentId = String(payload.paymentId)
      const payment = await ctx.one('payment', { id: paymentId }, { columns: ['status'] })
      if (payment?.status !== S.paying) return
      await enqueue(ctx, ASK, paymentId)
      await watch(ctx, paymentId)
    },
  },
  {
    name: 'payment: close what was not paid',
    kind: EXPIRE_EVENT,
    handle: (ctx, { payload }) => closeOrder(ctx, String(payload.orderId), '超时未支付'),
  },
  {
    name: 'payment: ask for a refund again',
    kind: REFUND,
    handle: (ctx, { payload }) => enqueue(ctx, REFUND, String(payload.refundId)),
  },
]

/** Plans the next question about a payment of which nothing was heard. */
async function watch(ctx: Context<null>, paymentId: string): Promise<void> {
  await ctx.schedule(`${WATCH_EVENT}:${paymentId}`, new Date(ctx.clock.now().getTime() + WATCH_MS), {
    kind: WATCH_EVENT,
    payload: { paymentId },
  })
}

function read(kernel: Kernel, work: Work) {
  return inContext(kernel, { tenantId: work.tenantId, actor: null, readOnly: true }, async (ctx) => {
    const payment = await ctx.one('payment', { id: work.subject })
    const order = payment && (await ctx.one('pay_order', { id: payment.orderId }, { columns: ['title'] }))
    return payment && { ...payment, title: order!.title }
  })
}

function within<T>(kernel: Kernel, { tenantId }: Work, work: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(kernel, { tenantId, actor: null }, work)
}

async function demand(kernel: Kernel, tenantId: number, code: string): Promise<PayProvider> {
  const provider = await providerOf(kernel, tenantId, code as ProviderCode)
  if (!provider) throw new Error(`no account at ${code}`)
  return provider
}
