import { createSign, createVerify, randomBytes } from 'node:crypto'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { ProviderCode } from '../../rules/enums.ts'
import type { Transport } from '../../rules/provider.ts'
import { gatewayAlipay } from './alipay-side.ts'
import { gatewayBank } from './bank-side.ts'
import { gatewayKeys } from './keys.ts'
import { gatewayBill, gatewayWechat } from './wechat-side.ts'

/**
 * The local gateway as a transport: it takes the bytes that a provider would be sent over the network, checks our signature
 * over them, and signs its answer as the provider does.
 */
export function localTransport(kernel: Kernel, tenantId: number, provider: ProviderCode): Transport {
  return async (url, { method, headers, body = '' }): ReturnType<Transport> => {
    const { pathname: path, searchParams: query } = new URL(url.slice('local:'.length), 'http://gateway')
    const within = <T>(work: (ctx: Context<null>) => Promise<T>) => inContext(kernel, { tenantId, actor: null }, work)
    if (provider === 'alipay' && path === '/bill') {
      const { alipayBill } = await import('./alipay-bill.ts')
      const bytes = await within((ctx) => alipayBill(ctx, query.get('day')!))
      return { status: 200, headers: {}, body: '', bytes }
    }
    if (provider === 'alipay') return gatewayAlipay(kernel, { tenantId, body, within })
    if (provider === 'remittance') return gatewayBank(kernel, { tenantId, headers, body, within })
    const keys = await gatewayKeys(kernel, tenantId, provider)
    const authorised = isAuthorised(keys.merchant.publicKey, {
      authorization: headers.authorization ?? '',
      method,
      target: url.slice('local:'.length),
      body,
    })
    if (!authorised)
      return { status: 401, headers: {}, body: JSON.stringify({ code: 'SIGN_ERROR', message: '签名错误' }) }
    if (path === '/v3/billdownload/file')
      return { status: 200, headers: {}, body: await within((ctx) => gatewayBill(ctx, query.get('day')!)) }
    const json = body ? (JSON.parse(body) as Record<string, never>) : {}
    const told = await within((ctx) => gatewayWechat(ctx, { method, path, query, json }))
    const text = told.text ?? (told.json ? JSON.stringify(told.json) : '')
    return {
      status: told.status,
      headers: signedHeaders(keys.platform, text, kernel.clock.now()),
      body: text,
    }
  }
}

/** Headers of WeChat's answers and notices over this very text. */
export function signedHeaders(
  key: { serial: string; privateKey: string },
  text: string,
  now: Date,
): Record<string, string> {
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
