import type { Context } from '#server/context.ts'
import { billDay } from '../../rules/enums.ts'
import { fromCents, toCents } from '../../rules/numbers.ts'
import type { Asked, Told } from './asked.ts'
import { addRefund, feeOf, findTrade, type GatewayTrade, movementsOf, openTrade } from './trades.ts'

type Ctx = Context<null>

/** WeChat Pay v3 as its merchants see it. */
export async function gatewayWechat(ctx: Ctx, { method, path, query, json }: Asked): Promise<Told> {
  const body = json as Record<string, unknown>
  const amount = body.amount as { total: number; refund: number } | undefined
  if (path === '/v3/pay/transactions/native' || path === '/v3/pay/transactions/jsapi') {
    const trade = await openTrade(ctx, 'wechat', {
      ourNo: String(body.out_trade_no),
      title: String(body.description),
      amount: fromCents(amount!.total),
      notifyUrl: String(body.notify_url),
    })
    return path.endsWith('native')
      ? { status: 200, json: { code_url: `weixin://wxpay/bizpayurl?pr=${trade.id}` } }
      : { status: 200, json: { prepay_id: `wx${trade.id.replaceAll('-', '')}` } }
  }
  const trade = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(path)
  if (trade) {
    const found = await findTrade(ctx, 'wechat', { ourNo: trade[1]!, forUpdate: method === 'POST' })
    if (!found) return refusal(404, 'ORDER_NOT_EXIST', '订单不存在')
    if (method === 'GET') return { status: 200, json: transactionOf(ctx, found, String(query.get('mchid'))) }
    if (found.state === 'SUCCESS') return refusal(400, 'ORDER_PAID', '该订单已支付')
    await ctx.update('gateway_trade', { id: found.id }, { state: 'CLOSED' })
    return { status: 204 }
  }
  if (path === '/v3/refund/domestic/refunds' && method === 'POST') {
    const [no, transaction] = [body.out_trade_no, body.transaction_id] as (string | undefined)[]
    const refund = await addRefund(ctx, 'wechat', {
      refundNo: String(body.out_refund_no),
      amount: fromCents(amount!.refund),
      ...(no && { ourNo: no }),
      ...(transaction && { providerNo: transaction }),
    })
    return 'refused' in refund
      ? refusal(403, 'NOT_ENOUGH', refund.refused)
      : { status: 200, json: wechatRefund(refund) }
  }
  if (path === '/v3/bill/tradebill') {
    const day = query.get('bill_date')!
    const plan = await ctx.one('gateway_bill', { provider: 'wechat', day })
    if (plan?.missing) return refusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    return { status: 200, json: { download_url: `local:/v3/billdownload/file?day=${day}`, hash_type: 'SHA1' } }
  }
  return refusal(404, 'RESOURCE_NOT_EXISTS', '地址不存在')
}

/** A transaction as queries and notices show it. */
export function transactionOf(ctx: Pick<Ctx, 'tenantId'>, trade: GatewayTrade, mchid: string) {
  const isPaid = trade.state === 'SUCCESS'
  return {
    appid: `wxlocal${ctx.tenantId}`,
    mchid,
    out_trade_no: trade.ourNo,
    trade_type: 'NATIVE',
    trade_state: trade.state,
    trade_state_desc: isPaid ? '支付成功' : '未支付',
    attach: '',
    payer: { openid: 'local-payer' },
    amount: {
      total: toCents(trade.paidAmount ?? trade.amount),
      payer_total: toCents(trade.paidAmount ?? trade.amount),
      currency: 'CNY',
      payer_currency: 'CNY',
    },
    ...(isPaid && { transaction_id: trade.providerNo, bank_type: 'OTHERS', success_time: beijing(trade.paidAt!) }),
  }
}

export function wechatRefund(refund: {
  refundNo: string
  ourNo: string
  ourTradeNo: string
  total: string
  amount: string
  state: string
  at: Date
}) {
  return {
    refund_id: refund.ourNo,
    out_refund_no: refund.refundNo,
    out_trade_no: refund.ourTradeNo,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: beijing(refund.at),
    status: refund.state,
    amount: { total: toCents(refund.total), refund: toCents(refund.amount), currency: 'CNY' },
  }
}

/** A planted difference of a day's bill. */
export type Planted =
  | { kind: 'missing-there'; ourNo: string }
  | { kind: 'missing-here'; ourNo: string; providerNo: string; amount: string }
  | { kind: 'amount'; ourNo: string; amount: string }
  | { kind: 'status'; ourNo: string }

/** The bill of a day in Beijing time as WeChat writes it, with the differences that were planted. */
export async function gatewayBill(ctx: Ctx, day: string): Promise<string> {
  const planted = ((await ctx.one('gateway_bill', { provider: 'wechat', day }))?.lines ?? []) as Planted[]
  const of = (kind: Planted['kind'], ourNo: string) => planted.find((one) => one.kind === kind && one.ourNo === ourNo)
  const moved = await movementsOf(ctx, 'wechat', day)
  const line = (at: Date, values: string[]) =>
    [beijing(at).slice(0, 19).replace('T', ' '), ...values].map((v) => `\`${v}`).join(',')
  const lines = [
    ...moved
      .filter(({ isRefund, ourNo }) => !isRefund && !of('missing-there', ourNo))
      .map(({ ourNo, no, amount, at }) => {
        const other = of('amount', ourNo)
        const shown = other?.kind === 'amount' ? other.amount : amount
        const state = of('status', ourNo) ? 'REVOKED' : 'SUCCESS'
        return line(at, [no, ourNo, state, shown, '0', '0', '0.00', '', feeOf(shown)])
      }),
    ...planted
      .filter((one) => one.kind === 'missing-here')
      .map((one) =>
        line(billDay('wechat', day).from, [
          one.providerNo,
          one.ourNo,
          'SUCCESS',
          one.amount,
          '0',
          '0',
          '0.00',
          '',
          feeOf(one.amount),
        ]),
      ),
    ...moved
      .filter(({ isRefund }) => isRefund)
      .map(({ ourNo, no, ourTradeNo, amount, at }) =>
        line(at, ['', ourTradeNo, 'REFUND', '0.00', no, ourNo, amount, 'SUCCESS', feeOf(`-${amount}`)]),
      ),
  ]
  const head = '交易时间,微信订单号,商户订单号,交易状态,应结订单金额,微信退款单号,商户退款单号,退款金额,退款状态,手续费'
  const totals = `总交易单数,应结订单总金额\n\`${lines.length},\`0`
  return `\uFEFF${[head, ...lines, totals].join('\r\n')}\r\n`
}

function refusal(status: number, code: string, message: string): Told {
  return { status, json: { code, message } }
}

export function beijing(at: Date): string {
  return `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
}
