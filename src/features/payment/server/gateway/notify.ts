import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import type { ProviderCode } from '../../rules/enums.ts'
import { signatureOf } from '../providers/remittance.ts'
import { take } from '../notices.ts'
import { alipayNotice } from './alipay-side.ts'
import { virtualAccount } from './bank-side.ts'
import { signedHeaders } from './gateway.ts'
import { gatewayKeys, gatewaySecret } from './keys.ts'
import { NOTIFY } from './trades.ts'
import { transactionOf, wechatNotice, wechatRefund } from './wechat-side.ts'

type Ctx = Context<null>

/** Behind each try that was not answered well, as WeChat waits; then no more. */
const LADDER = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600].map(
  (seconds) => seconds * 1000,
)
/** An answer that comes later is none. */
const ANSWER_MS = 5_000

/** Sends a notice of the gateway to our address; again, by the ladder, until it is answered as received. */
export const notifier: Worker = {
  kind: NOTIFY,
  atOnce: 6,
  attempts: 1000,
  async run(kernel, work) {
    const within = <T>(act: (ctx: Ctx) => Promise<T>) =>
      inContext(kernel, { tenantId: work.tenantId, actor: null }, act)
    const notice = await within((ctx) => ctx.one('gateway_notice', { id: work.subject }))
    if (!notice || notice.endedAt) return
    const answer = await deliver(kernel, work, notice)
    await within(async (ctx) => {
      const tries = notice.tries + 1
      const wait = LADDER[notice.tries]
      const isOver = answer.ok || wait === undefined
      const now = ctx.clock.now()
      await ctx.update(
        'gateway_notice',
        { id: notice.id },
        {
          tries,
          lastAnswer: answer.text.slice(0, 200),
          endedAt: isOver ? now : null,
        },
      )
      if (!isOver)
        await ctx.schedule(`${NOTIFY}:${notice.id}`, new Date(now.getTime() + wait), {
          kind: NOTIFY,
          payload: { noticeId: notice.id },
        })
    })
  },
}

export const noticeLadder: Subscriber = {
  name: 'payment gateway: send a notice again',
  kind: NOTIFY,
  handle: (ctx, { payload }) => enqueue(ctx, NOTIFY, String(payload.noticeId)),
}

async function deliver(kernel: Kernel, { tenantId }: Work, notice: Parameters<typeof noticeBytes>[2]) {
  const provider = notice.provider as ProviderCode
  const { body, headers } = await noticeBytes(kernel, tenantId, notice)
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, ANSWER_MS, 'late').unref())
  const told = { tenantId, body: Buffer.from(body), headers, ip: 'local-gateway' }
  const answer = await Promise.race([take(kernel, provider, told), late])
  if (answer === 'late') return { ok: false, text: 'no answer within 5 s' }
  const isGood = provider === 'alipay' ? answer.body === 'success' : answer.status === 200 || answer.status === 204
  return { ok: isGood, text: `${answer.status} ${answer.body ?? ''}` }
}

/** A notice as it goes over the wire: bytes and signed headers, signed for this instant. */
export async function noticeBytes(
  kernel: Kernel,
  tenantId: number,
  notice: { id: string; provider: string; about: string; body: string },
): Promise<{ body: string; headers: Record<string, string> }> {
  const provider = notice.provider as ProviderCode
  const now = kernel.clock.now()
  const [kind, id = ''] = notice.about.split(':')
  const found = await inContext(kernel, { tenantId, actor: null, readOnly: true }, async (ctx) => {
    const refund = kind === 'refund' ? await ctx.one('gateway_refund', { id }) : null
    const trade = await ctx.one('gateway_trade', { id: refund?.tradeId ?? id })
    return { refund, trade: trade! }
  })
  const { refund, trade } = found
  if (provider === 'remittance') {
    const { payerName, reference } = JSON.parse(notice.body || '{}') as Record<string, string>
    const body = JSON.stringify({
      id: trade.providerNo,
      accountNo: virtualAccount(trade.ourNo),
      payerName,
      amount: trade.paidAmount,
      currency: 'CNY',
      at: trade.paidAt?.toISOString(),
      reference: reference ?? trade.ourNo,
    })
    const timestamp = String(now.getTime())
    const signature = signatureOf(gatewaySecret(kernel, tenantId, provider), timestamp, body)
    return { body, headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature } }
  }
  const { platform } = await gatewayKeys(kernel, tenantId, provider)
  const isForged = notice.body === 'wrong-signature'
  if (provider === 'alipay') {
    const body = alipayNotice(platform.privateKey, { tenantId, id: notice.id, trade }, now)
    const sent = isForged ? body.replace(/total_amount=[^&]*/, 'total_amount=0.01') : body
    return { body: sent, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  const mchid = `19000${String(tenantId).padStart(5, '0')}`
  const told = refund
    ? {
        type: refund.state === 'SUCCESS' ? 'REFUND.SUCCESS' : 'REFUND.ABNORMAL',
        content: refundContent({ ...refund, ourTradeNo: trade.ourNo, total: trade.paidAmount! }, mchid),
      }
    : { type: 'TRANSACTION.SUCCESS', content: transactionOf({ tenantId }, trade, mchid) }
  const body = wechatNotice(gatewaySecret(kernel, tenantId, provider), { id: notice.id, ...told }, now)
  const headers = signedHeaders(platform, body, now)
  if (isForged) headers['wechatpay-signature'] = headers['wechatpay-signature']!.replace(/^..../, 'AAAA')
  return { body, headers }
}

/** Refund notices have another shape than refunds: the state has another name. */
function refundContent(refund: Parameters<typeof wechatRefund>[0], mchid: string) {
  const { status, ...rest } = wechatRefund(refund)
  return { mchid, ...rest, refund_status: status, success_time: rest.create_time }
}
