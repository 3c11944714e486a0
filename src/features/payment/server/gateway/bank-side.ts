import type { Context } from '#server/context.ts'
import { signatureOf } from '../providers/remittance.ts'
import { gatewaySecret } from './keys.ts'
import type { Transport } from '../../rules/provider.ts'
import type { GatewaySide } from './side.ts'
import { addRefund, findTrade, openTrade } from './trades.ts'

/** The bank: a virtual account for a payment, money sent back, money paid out. */
export const bank: GatewaySide = {
  async answer(kernel, { tenantId, headers, body, within }): ReturnType<Transport> {
    const secret = gatewaySecret(kernel, tenantId, 'remittance')
    if (headers['x-signature'] !== signatureOf(secret, headers['x-timestamp'] ?? '', body))
      return { status: 401, headers: {}, body: '{}' }
    const asked = JSON.parse(body) as Record<string, string>
    const answer = await within((ctx) => act(ctx, asked))
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
  },
  notice(kernel, { tenantId, body: how, trade, now }) {
    const { payerName, reference } = JSON.parse(how || '{}') as Record<string, string>
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
    const signature = signatureOf(gatewaySecret(kernel, tenantId, 'remittance'), timestamp, body)
    const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature }
    return Promise.resolve({ body, headers })
  },
  isReceived: ({ status }) => status === 200 || status === 204,
}

async function act(ctx: Context<null>, asked: Record<string, string>): Promise<object> {
  const { act: what, code = '', amount = '' } = asked
  switch (what) {
    case 'open': {
      await openTrade(ctx, 'remittance', { ourNo: code, title: asked.title ?? '', amount, notifyUrl: '' })
      return { accountNo: virtualAccount(code) }
    }
    case 'return': {
      const refund = await addRefund(ctx, 'remittance', { refundNo: code, amount, providerNo: asked.transfer! })
      if ('refused' in refund) return { state: 'failed', reason: refund.refused }
      return refund.state === 'SUCCESS'
        ? { state: 'success', no: refund.ourNo }
        : { state: 'failed', reason: '收款账户已销户，银行退回' }
    }
    case 'pay': {
      // Paid out at once; asked for again, the same.
      if (!(await findTrade(ctx, 'remittance', { ourNo: code })))
        await openTrade(ctx, 'remittance', { ourNo: code, title: asked.title ?? '', amount, notifyUrl: '' })
      return {
        state: asked.accountNo?.endsWith('0000') ? 'failed' : 'success',
        no: `B${code}`,
        reason: '收款账户不存在',
      }
    }
    default:
      return {}
  }
}

/** The virtual account that belongs to one of our numbers: its last digits; seventeen in all, as no identity number has. */
export function virtualAccount(code: string): string {
  return `88${code.slice(-15)}`
}
