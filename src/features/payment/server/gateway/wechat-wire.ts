import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import { gatewayKeys, gatewaySecret } from './keys.ts'
import type { Transport } from '../../rules/provider.ts'
import { FORGED, type GatewaySide } from './side.ts'
import { beijing, gatewayBill, gatewayWechat, transactionOf, wechatRefund } from './wechat-side.ts'

/** WeChat Pay v3 on the wire: signed requests, signed answers, encrypted notices. */
export const wechat: GatewaySide = {
  async answer(kernel, { tenantId, method, target, path, query, headers, body, within }): ReturnType<Transport> {
    const keys = await gatewayKeys(kernel, tenantId, 'wechat')
    const given = { authorization: headers.authorization ?? '', method, target, body }
    if (!isAuthorised(keys.merchant.publicKey, given))
      return { status: 401, headers: {}, body: JSON.stringify({ code: 'SIGN_ERROR', message: '签名错误' }) }
    if (path === '/v3/billdownload/file')
      return { status: 200, headers: {}, body: await within((ctx) => gatewayBill(ctx, query.get('day')!)) }
    const json = body ? (JSON.parse(body) as Record<string, never>) : {}
    const told = await within((ctx) => gatewayWechat(ctx, { method, path, query, json }))
    const text = told.text ?? (told.json ? JSON.stringify(told.json) : '')
    return { status: told.status, headers: signedHeaders(keys.platform, text, kernel.clock.now()), body: text }
  },
  async notice(kernel, { tenantId, id, body: how, trade, refund, now }) {
    const { platform } = await gatewayKeys(kernel, tenantId, 'wechat')
    const mchid = `19000${String(tenantId).padStart(5, '0')}`
    const told = refund
      ? {
          type: refund.state === 'SUCCESS' ? 'REFUND.SUCCESS' : 'REFUND.ABNORMAL',
          content: refundContent({ ...refund, ourTradeNo: trade.ourNo, total: trade.paidAmount! }, mchid),
        }
      : { type: 'TRANSACTION.SUCCESS', content: transactionOf({ tenantId }, trade, mchid) }
    const body = wechatNotice(gatewaySecret(kernel, tenantId, 'wechat'), { id, ...told }, now)
    const headers = signedHeaders(platform, body, now)
    if (how === FORGED) headers['wechatpay-signature'] = headers['wechatpay-signature']!.replace(/^..../, 'AAAA')
    return { body, headers }
  },
  isReceived: ({ status }) => status === 200 || status === 204,
}

/** Refund notices have another shape than refunds: the state has another name. */
function refundContent(refund: Parameters<typeof wechatRefund>[0], mchid: string) {
  const { status, ...rest } = wechatRefund(refund)
  return { mchid, ...rest, refund_status: status, success_time: rest.create_time }
}

/** A notice's body: its content is encrypted under the APIv3 key. */
function wechatNotice(key: string, { id, type, content }: { id: string; type: string; content: object }, now: Date) {
  const nonce = randomBytes(6).toString('hex')
  const about = type.startsWith('REFUND') ? 'refund' : 'transaction'
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final(), cipher.getAuthTag()])
  return JSON.stringify({
    id,
    create_time: beijing(now),
    resource_type: 'encrypt-resource',
    event_type: type,
    summary: about === 'refund' ? '退款通知' : '支付成功',
    resource: {
      original_type: about,
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      associated_data: about,
      nonce,
    },
  })
}

/** Headers of WeChat's answers and notices over this very text. */
function signedHeaders(key: { serial: string; privateKey: string }, text: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = randomBytes(16).toString('hex')
  return {
    'content-type': 'application/json',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': key.serial,
    'wechatpay-signature': createSign('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n${text}\n`)
      .sign(key.privateKey, 'base64'),
  }
}

function isAuthorised(
  key: string,
  { authorization, method, target, body }: { authorization: string; method: string; target: string; body: string },
): boolean {
  const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? ''
  const message = `${method}\n${target}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`
  return createVerify('RSA-SHA256').update(message).verify(key, field('signature'), 'base64')
}
