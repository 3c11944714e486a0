import { createDecipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import { fromCents, inYuan, toCents } from '../../rules/numbers.ts'
import {
  type BillLine,
  type Evidence,
  type Headers,
  type PayProvider,
  type RefundState,
  type Transport,
  Unauthentic,
} from '../../rules/provider.ts'

/** A merchant's account at WeChat Pay v3. Keys are PEM. */
export interface WechatAccount {
  base: string
  appId: string
  mchId: string
  /** Of our certificate. */
  serial: string
  privateKey: string
  /** 32 characters. */
  apiV3Key: string
  /** The platform's keys by serial number. */
  platformKeys: Readonly<Record<string, string>>
}

/** Older or newer notices are refused. */
const SKEW_SECONDS = 300
/** Of the reason of a refund, which the payer reads. */
const REASON_BYTES = 80
const NO_HEADERS: Record<string, string> = {}

/** WeChat Pay, API v3 (https://pay.weixin.qq.com/doc/v3/merchant/4012791832). Amounts are cents on its wire. */
export function wechatProvider(account: WechatAccount, transport: Transport, now: () => Date): PayProvider {
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const text = body ? JSON.stringify(body) : ''
    const answer = await transport(account.base + path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'kaibiao',
        authorization: authorization(account, { method, path, body: text, now: now() }),
      },
      ...(body && { body: text }),
    })
    if (answer.status < 300 && answer.body !== '') verify(account, { ...answer, now: now() })
    return { status: answer.status, json: answer.body ? (JSON.parse(answer.body) as Record<string, never>) : {} }
  }
  const expectGood = ({ status, json }: { status: number; json: Record<string, unknown> }) => {
    if (status >= 300) throw new Error(`WeChat Pay answered ${status} ${String(json.code)} ${String(json.message)}`)
    return json
  }
  return {
    code: 'wechat',
    async begin({ code, title, amount, expiresAt, notifyUrl, openid, isMini }) {
      const common = {
        appid: account.appId,
        mchid: account.mchId,
        description: title.slice(0, 120),
        out_trade_no: code,
        time_expire: rfc3339(expiresAt),
        notify_url: notifyUrl,
        amount: { total: toCents(amount), currency: 'CNY' },
      }
      if (!isMini) {
        const json = expectGood(await ask('POST', '/v3/pay/transactions/native', common))
        return { kind: 'qr', content: String(json.code_url) }
      }
      const json = expectGood(await ask('POST', '/v3/pay/transactions/jsapi', { ...common, payer: { openid } }))
      return { kind: 'mini', values: miniValues(account, String(json.prepay_id), now()) }
    },
    async query(code) {
      const path = `/v3/pay/transactions/out-trade-no/${code}?mchid=${account.mchId}`
      const answer = await ask('GET', path)
      if (answer.status === 404) return { state: 'unknown' }
      const json = expectGood(answer) as unknown as Transaction
      if (json.trade_state === 'SUCCESS' || json.trade_state === 'REFUND')
        return { state: 'paid', evidence: evidenceOf(json, 'query') }
      return { state: ['CLOSED', 'REVOKED', 'PAYERROR'].includes(json.trade_state) ? 'closed' : 'unpaid' }
    },
    async close(code) {
      const answer = await ask('POST', `/v3/pay/transactions/out-trade-no/${code}/close`, { mchid: account.mchId })
      // Paid, closed or never begun: whoever asks next is told.
      if (answer.status >= 500) expectGood(answer)
    },
    async refund({ code, paymentCode, amount, total, reason, notifyUrl, providerNo }) {
      const answer = await ask('POST', '/v3/refund/domestic/refunds', {
        ...(providerNo ? { transaction_id: providerNo } : { out_trade_no: paymentCode }),
        out_refund_no: code,
        reason: withinBytes(reason, REASON_BYTES),
        notify_url: notifyUrl,
        amount: { refund: toCents(amount), total: toCents(total), currency: 'CNY' },
      })
      if (answer.status >= 400 && answer.status < 500)
        return { state: 'failed', no: '', reason: String(answer.json.message ?? answer.json.code) }
      return refundOf(expectGood(answer) as unknown as WechatRefund)
    },
    async bill(day) {
      const answer = await ask('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
      if (answer.status === 404 || answer.json.code === 'NO_STATEMENT_EXIST') return null
      const url = String(expectGood(answer).download_url)
      const path = url.slice(account.base.length)
      const authorised = authorization(account, { method: 'GET', path, body: '', now: now() })
      const file = await transport(url, { method: 'GET', headers: { authorization: authorised } })
      if (file.status !== 200) throw new Error(`the bill of ${day} answered ${file.status}`)
      return billLines(file.body)
    },
    readNotice(body, headers, at) {
      verify(account, { body, headers, now: at })
      const notice = JSON.parse(body.toString('utf8')) as WechatNotice
      const text = decrypt(account.apiV3Key, notice.resource)
      const { id, event_type: type } = notice
      if (type === 'TRANSACTION.SUCCESS') {
        const transaction = JSON.parse(text) as Transaction
        if (transaction.mchid !== account.mchId) throw new Unauthentic('the notice is of another merchant')
        if (transaction.trade_state !== 'SUCCESS') return { id, kind: 'other', ourNo: transaction.out_trade_no }
        return { id, kind: 'payment', ourNo: transaction.out_trade_no, evidence: evidenceOf(transaction, 'notice') }
      }
      const refund = JSON.parse(text) as WechatRefund & { mchid: string }
      if (refund.mchid !== account.mchId) throw new Unauthentic('the notice is of another merchant')
      if (!type.startsWith('REFUND.')) return { id, kind: 'other', ourNo: refund.out_trade_no }
      return {
        id,
        kind: 'refund',
        ourNo: refund.out_trade_no,
        refundNo: refund.out_refund_no,
        amount: fromCents(refund.amount.refund),
        result: refundOf(refund),
      }
    },
    acknowledge: (accepted, message) =>
      accepted
        ? { status: 204, headers: NO_HEADERS, body: '' }
        : {
            status: 401,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ code: 'FAIL', message }),
          },
  }
}

interface Transaction {
  appid: string
  mchid: string
  out_trade_no: string
  transaction_id: string
  trade_state: string
  success_time?: string
  amount: { total: number; currency: string }
}

interface WechatRefund {
  out_trade_no: string
  out_refund_no: string
  refund_id: string
  status?: string
  refund_status?: string
  amount: { refund: number; total: number }
}

interface WechatNotice {
  id: string
  event_type: string
  resource: { algorithm: string; ciphertext: string; nonce: string; associated_data?: string }
}

function evidenceOf(transaction: Transaction, source: Evidence['source']): Evidence {
  const { transaction_id: providerNo, amount, success_time: at } = transaction
  return {
    providerNo,
    amount: fromCents(amount.total),
    currency: amount.currency,
    at: at ? new Date(at) : null,
    source,
  }
}

function refundOf({ status, refund_status: told, refund_id: no }: WechatRefund): RefundState {
  switch (status ?? told) {
    case 'SUCCESS':
      return { state: 'success', no }
    case 'CLOSED':
    case 'ABNORMAL':
      return { state: 'failed', no, reason: '退款账户异常，渠道未能原路退回' }
    default:
      return { state: 'running', no }
  }
}

/** `WECHATPAY2-SHA256-RSA2048`: signed over method, path, time, nonce and body, a line each. */
function authorization(
  account: WechatAccount,
  { method, path, body, now }: { method: string; path: string; body: string; now: Date },
): string {
  const timestamp = Math.floor(now.getTime() / 1000)
  const nonce = randomBytes(16).toString('hex')
  const signature = createSign('RSA-SHA256')
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`)
    .sign(account.privateKey, 'base64')
  return `WECHATPAY2-SHA256-RSA2048 mchid="${account.mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${account.serial}"`
}

/** Throws `Unauthentic` unless the platform has signed these very bytes within five minutes. */
function verify(
  account: WechatAccount,
  { body, headers, now }: { body: Buffer | string; headers: Headers; now: Date },
): void {
  const header = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
  const [timestamp, nonce, serial, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map(header)
  const key = Object.hasOwn(account.platformKeys, serial!) ? account.platformKeys[serial!] : undefined
  if (!key) throw new Unauthentic('the serial number of the key is not known')
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= SKEW_SECONDS))
    throw new Unauthentic('the time of the notice is out of bounds')
  const message = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), Buffer.from(body), Buffer.from('\n')])
  if (!createVerify('RSA-SHA256').update(message).verify(key, signature!, 'base64'))
    throw new Unauthentic('the signature does not verify')
}

function decrypt(key: string, { ciphertext, nonce, associated_data: about = '' }: WechatNotice['resource']): string {
  try {
    const sealed = Buffer.from(ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce))
    decipher.setAAD(Buffer.from(about))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch {
    throw new Unauthentic('the content cannot be decrypted')
  }
}

/** What `wx.requestPayment` takes. */
function miniValues(account: WechatAccount, prepayId: string, now: Date): Record<string, string> {
  const timeStamp = String(Math.floor(now.getTime() / 1000))
  const nonceStr = randomBytes(16).toString('hex')
  const pack = `prepay_id=${prepayId}`
  const paySign = createSign('RSA-SHA256')
    .update(`${account.appId}\n${timeStamp}\n${nonceStr}\n${pack}\n`)
    .sign(account.privateKey, 'base64')
  return { timeStamp, nonceStr, package: pack, signType: 'RSA', paySign }
}

function rfc3339(at: Date): string {
  return `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
}

/** The longest beginning of a text that fits so many bytes of UTF-8, whole characters only. */
function withinBytes(text: string, limit: number): string {
  let size = 0
  let end = 0
  for (const char of text) {
    size += Buffer.byteLength(char)
    if (size > limit) break
    end += char.length
  }
  return text.slice(0, end)
}

/**
 * The table of a trade bill: a head, lines whose fields begin with a backtick, two lines of totals
 * (https://pay.weixin.qq.com/doc/v3/merchant/4013071238).
 */
export function billLines(text: string): BillLine[] {
  const [head = '', ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const names = head.split(',').map((name) => name.replace('`', '').trim())
  const end = rows.findIndex((row) => row.startsWith('总交易单数'))
  return rows.slice(0, end < 0 ? undefined : end).flatMap((row): BillLine[] => {
    const values = row.split(',').map((value) => value.replace('`', '').trim())
    const field = (name: string) => values[names.indexOf(name)] ?? ''
    const fee = field('手续费')
    if (field('商户退款单号') !== '' && field('商户退款单号') !== '0')
      return [
        {
          kind: 'refund',
          ourNo: field('商户退款单号'),
          providerNo: field('微信退款单号'),
          amount: inYuan(field('退款金额')),
          fee,
          isSuccess: field('退款状态') === 'SUCCESS',
        },
      ]
    return [
      {
        kind: 'payment',
        ourNo: field('商户订单号'),
        providerNo: field('微信订单号'),
        amount: inYuan(field('应结订单金额')),
        fee,
        isSuccess: field('交易状态') === 'SUCCESS',
      },
    ]
  })
}
