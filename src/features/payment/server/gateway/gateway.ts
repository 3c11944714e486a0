import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { ProviderCode } from '../../rules/enums.ts'
import type { Transport } from '../../rules/provider.ts'
import { alipay } from './alipay-side.ts'
import { bank } from './bank-side.ts'
import type { GatewaySide } from './side.ts'
import { unionpay } from './unionpay-side.ts'
import { wechat } from './wechat-wire.ts'

export const SIDES: Readonly<Record<ProviderCode, GatewaySide>> = { wechat, alipay, unionpay, remittance: bank }

/**
 * The local gateway as a transport: it takes the bytes that a provider would be sent over the network, checks our signature
 * over them, and signs its answer as the provider does.
 */
export function localTransport(kernel: Kernel, tenantId: number, provider: ProviderCode): Transport {
  return (url, { method, headers, body = '' }) => {
    const target = url.slice('local:'.length)
    const { pathname: path, searchParams: query } = new URL(target, 'http://gateway')
    const within = <T>(work: (ctx: Context<null>) => Promise<T>) => inContext(kernel, { tenantId, actor: null }, work)
    return SIDES[provider].answer(kernel, { tenantId, method, target, path, query, headers, body, within })
  }
}
