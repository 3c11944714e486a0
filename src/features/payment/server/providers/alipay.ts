import { createSign, createVerify } from 'node:crypto'
import { inYuan } from '../../rules/numbers.ts'
import { type PayProvider, type RefundState, type Transport, Unauthentic } from '../../rules/provider.ts'
import { alipayBillLines } from './alipay-bill.ts'

/** An application at Alipay. Keys are PEM. */
export interface AlipayAccount {
  /** Address of the gateway, e.g. `https://openapi.alipay.com/gateway.do`. */
  base: string
  appId: string
  sellerId: string
  privateKey: string
  alipayKey: string
}

type Fields = Readonly<Record<string, string>>

/** Alipay's open platform, RSA2 (https://opendocs.alipay.com/open/194/105203). */
export function alipayProvider(account: AlipayAccount, transport: Transport, now: () => Date): PayProvider {
  const ask = async (method: string, content: object, notifyUrl?: string) => {
    const fields: Record<string, string> = {
      app_id: account.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: beijing(now()),
      version: '1.0',
      ...(notifyUrl && { notify_url: notifyUrl }),
      biz_content: JSON.stringify(content),
    }
    const sign = createSign('RSA-SHA256').update(sorted(fields)).sign(account.privateKey, 'base64')
    const answer = await transport(account.base, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams({ ...fields, sign }).toString(),
    })
    if (answer.status !== 200) throw new Error(`Alipay answered ${answer.status}`)
    return readAnswer(account, method, answer.body)
  }
  return {
    code: 'alipay',
    async begin({ code, title, amount, expiresAt, notifyUrl }) {
      const content = {
        out_trade_no: code,
        total_amount: amount,
        subject: title.slice(0, 120),
        time_expire: beijing(expiresAt),
      }
      const answer = await ask('alipay.trade.precreate', content, notifyUrl)
      if (answer.code !== '10000') throw new Error(`Alipay: ${answer.sub_code ?? answer.code} ${answer.sub_msg ?? ''}`)
      return { kind: 'qr', content: answer.qr_code! }
    },
    async query(code) {
      const answer = await ask('alipay.trade.query', { out_trade_no: code })
      // A code that nobody has scanned makes no trade yet.
      if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { state: 'unpaid' }
      if (answer.code !== '10000') throw new Error(`Alipay: ${answer.sub_code ?? answer.code}`)
      if (!PAID.includes(answer.trade_status!))
        return { state: answer.trade_status === 'TRADE_CLOSED' ? 'closed' : 'unpaid' }
      const evidence = {
        providerNo: answer.trade_no!,
        amount: inYuan(answer.total_amount),
        currency: 'CNY',
        at: answer.send_pay_date ? instantOf(answer.send_pay_date) : null,
        source: 'query' as const,
      }
      return { state: 'paid', evidence }
    },
    async close(code) {
      await ask('alipay.trade.close', { out_trade_no: code })
    },
    async refund({ code, paymentCode, providerNo, amount, reason }) {
      const answer = await ask('alipay.trade.refund', {
        ...(providerNo ? { trade_no: providerNo } : { out_trade_no: paymentCode }),
        refund_amount: amount,
        refund_reason: reason.slice(0, 80),
        out_request_no: code,
      })
      if (answer.code !== '10000') return failed(answer)
      return { state: answer.fund_change === 'Y' ? 'success' : 'running', no: answer.trade_no! }
    },
    async bill(day) {
      const content = { bill_type: 'trade', bill_date: day }
      const answer = await ask('alipay.data.dataservice.bill.downloadurl.query', content)
      if (NO_BILL.includes(answer.sub_code ?? '')) return null
      if (answer.code !== '10000') throw new Error(`Alipay: ${answer.sub_code ?? answer.code}`)
      // Good for half a minute, signed in itself.
      const file = await transport(answer.bill_download_url!, { method: 'GET', headers: {} })
      if (file.status !== 200 || !file.bytes) throw new Error(`the bill of Alipay answered ${file.status}`)
      return alipayBillLines(file.bytes)
    },
    readNotice(body) {
      const all = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
      const { sign = '', sign_type: kind, ...fields } = all
      if (kind !== 'RSA2') throw new Unauthentic('the signature is of another kind')
      if (!createVerify('RSA-SHA256').update(sorted(fields)).verify(account.alipayKey, sign, 'base64'))
        throw new Unauthentic('the signature does not verify')
      if (fields.app_id !== account.appId) throw new Unauthentic('the notice is of another application')
      if (fields.seller_id !== account.sellerId) throw new Unauthentic('the notice is of another seller')
      const [id, ourNo] = [fields.notify_id ?? '', fields.out_trade_no ?? '']
      if (!PAID.includes(fields.trade_status ?? '') || fields.refund_fee !== undefined)
        return { id, kind: 'other', ourNo }
      const evidence = {
        providerNo: fields.trade_no ?? '',
        amount: inYuan(fields.total_amount),
        currency: 'CNY',
        at: fields.gmt_payment ? instantOf(fields.gmt_payment) : null,
        source: 'notice' as const,
      }
      return { id, kind: 'payment', ourNo, evidence }
    },
    acknowledge: (accepted) => ({
      status: accepted ? 200 : 401,
      headers: { 'content-type': 'text/plain' },
      body: accepted ? 'success' : 'failure',
    }),
  }
}

/** There was no trade, or the day is not over there. */
const NO_BILL = ['isp.bill_not_exist', 'isp.bill_not_exists']
const PAID = ['TRADE_SUCCESS', 'TRADE_FINISHED']

function failed(answer: Fields): RefundState {
  return { state: 'failed', no: '', reason: answer.sub_msg ?? answer.sub_code ?? answer.code ?? '' }
}

/** Fields in the order of their names, as they are signed: neither `sign` nor what is empty. */
export function sorted(fields: Fields): string {
  return Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

/** The answer's content, once its signature over the very text verifies. */
function readAnswer(account: AlipayAccount, method: string, body: string): Fields {
  const name = `${method.replaceAll('.', '_')}_response`
  const [from, to] = [body.indexOf(`"${name}":`), body.lastIndexOf(',"sign":')]
  const content = body.slice(from + name.length + 3, to)
  const { sign } = JSON.parse(body) as { sign: string }
  if (!createVerify('RSA-SHA256').update(content).verify(account.alipayKey, sign, 'base64'))
    throw new Error('the signature of the answer does not verify')
  return JSON.parse(content) as Fields
}

function beijing(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

function instantOf(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}+08:00`)
}
