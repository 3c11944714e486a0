import { createSign, createVerify } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { sorted } from '../providers/alipay.ts'
import { gatewayKeys } from './keys.ts'
import type { Transport } from '../../rules/provider.ts'
import { FORGED, type GatewaySide, type NoticeAbout } from './side.ts'
import { addRefund, findTrade, type GatewayTrade, openTrade } from './trades.ts'
import { beijing } from './wechat-side.ts'

/** Alipay's gateway: one address, a signed form, a signed answer. */
export const alipay: GatewaySide = {
  async answer(kernel, { tenantId, path, query, body, within }): ReturnType<Transport> {
    if (path === '/bill') {
      // Loaded when a bill is asked for: a start needs no writer of archives.
      const { alipayBill } = await import('./alipay-bill.ts')
      const bytes = await within((ctx) => alipayBill(ctx, query.get('day')!))
      return { status: 200, headers: {}, body: '', bytes }
    }
    const keys = await gatewayKeys(kernel, tenantId, 'alipay')
    const { sign = '', ...fields } = Object.fromEntries(new URLSearchParams(body))
    const isOurs = createVerify('RSA-SHA256').update(sorted(fields)).verify(keys.merchant.publicKey, sign, 'base64')
    const method = fields.method ?? ''
    const content = isOurs
      ? await within((ctx) =>
          act(ctx, method, {
            ...(JSON.parse(fields.biz_content ?? '{}') as Fields),
            notify_url: fields.notify_url ?? '',
          }),
        )
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
    const text = JSON.stringify(content)
    const signature = createSign('RSA-SHA256').update(text).sign(keys.platform.privateKey, 'base64')
    const answer = `{"${method.replaceAll('.', '_')}_response":${text},"sign":${JSON.stringify(signature)}}`
    return { status: 200, headers: { 'content-type': 'application/json' }, body: answer }
  },
  async notice(kernel, { body: how, ...about }) {
    const { platform } = await gatewayKeys(kernel, about.tenantId, 'alipay')
    const body = alipayNotice(platform.privateKey, about)
    const sent = how === FORGED ? body.replace(/total_amount=[^&]*/, 'total_amount=0.01') : body
    return { body: sent, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  },
  isReceived: ({ body }) => body === 'success',
}

type Fields = Record<string, string>

async function act(ctx: Context<null>, method: string, content: Fields): Promise<object> {
  const good = { code: '10000', msg: 'Success' }
  const bad = (sub: string, text: string) => ({ code: '40004', msg: 'Business Failed', sub_code: sub, sub_msg: text })
  const ourNo = content.out_trade_no ?? ''
  const trade = ourNo ? await findTrade(ctx, 'alipay', { ourNo, forUpdate: true }) : undefined
  switch (method) {
    case 'alipay.trade.precreate': {
      const { id } = await openTrade(ctx, 'alipay', {
        ourNo,
        title: content.subject!,
        amount: content.total_amount!,
        notifyUrl: content.notify_url!,
      })
      return { ...good, out_trade_no: ourNo, qr_code: `https://qr.alipay.com/${id}` }
    }
    case 'alipay.trade.query':
      // As at the real one: nobody has scanned it, so there is no trade.
      if (!trade || trade.state === 'NOTPAY') return bad('ACQ.TRADE_NOT_EXIST', '交易不存在')
      return { ...good, ...alipayTrade(trade) }
    case 'alipay.trade.close':
      if (!trade) return bad('ACQ.TRADE_NOT_EXIST', '交易不存在')
      if (trade.state === 'SUCCESS') return bad('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
      await ctx.update('gateway_trade', { id: trade.id }, { state: 'CLOSED' })
      return { ...good, out_trade_no: ourNo }
    case 'alipay.trade.refund': {
      const { out_request_no: refundNo = '', refund_amount: amount = '', trade_no: providerNo } = content
      const refund = await addRefund(ctx, 'alipay', {
        refundNo,
        amount,
        ...(ourNo && { ourNo }),
        ...(providerNo && { providerNo }),
      })
      if ('refused' in refund) return bad('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', refund.refused)
      if (refund.state !== 'SUCCESS') return bad('ACQ.USER_NOT_EXIST', '退款账户异常，渠道未能原路退回')
      return {
        ...good,
        out_trade_no: refund.ourTradeNo,
        trade_no: refund.tradeNo,
        fund_change: 'Y',
        refund_fee: amount,
      }
    }
    case 'alipay.data.dataservice.bill.downloadurl.query': {
      const day = content.bill_date ?? ''
      const planned = await ctx.one('gateway_bill', { provider: 'alipay', day }, { columns: ['missing'] })
      if (planned?.missing) return bad('isp.bill_not_exist', '账单不存在')
      return { ...good, bill_download_url: `local:/bill?day=${day}` }
    }
    default:
      return bad('isv.method-not-exist', '接口不存在')
  }
}

/** A trade as queries show it. */
function alipayTrade(trade: GatewayTrade) {
  return {
    out_trade_no: trade.ourNo,
    trade_no: trade.providerNo,
    trade_status: trade.state === 'SUCCESS' ? 'TRADE_SUCCESS' : 'TRADE_CLOSED',
    total_amount: trade.paidAmount ?? trade.amount,
    ...(trade.paidAt && { send_pay_date: beijing(trade.paidAt).slice(0, 19).replace('T', ' ') }),
  }
}

/** A notice: a form, signed over its sorted fields. */
function alipayNotice(key: string, { tenantId, id, trade, now }: Omit<NoticeAbout, 'body'>): string {
  const time = (at: Date) => beijing(at).slice(0, 19).replace('T', ' ')
  const fields = {
    app_id: `local-app-${tenantId}`,
    seller_id: `local-seller-${tenantId}`,
    notify_id: id,
    notify_time: time(now),
    notify_type: 'trade_status_sync',
    charset: 'utf-8',
    version: '1.0',
    out_trade_no: trade.ourNo,
    trade_no: trade.providerNo,
    trade_status: 'TRADE_SUCCESS',
    total_amount: trade.paidAmount!,
    gmt_payment: time(trade.paidAt!),
  }
  const sign = createSign('RSA-SHA256').update(sorted(fields)).sign(key, 'base64')
  return new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString()
}
