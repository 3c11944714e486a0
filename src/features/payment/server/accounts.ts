import { readFileSync } from 'node:fs'
import type { Kernel } from '#server/context.ts'
import { PROVIDERS, type ProviderCode } from '../rules/enums.ts'
import type { PayProvider, Transport } from '../rules/provider.ts'
import { gatewayKeys, gatewaySecret } from './gateway/keys.ts'
import { localTransport } from './gateway/gateway.ts'
import { gatewayCertificates } from './gateway/unionpay-certificates.ts'
import { merchantOf } from './gateway/unionpay-side.ts'
import { type AlipayAccount, alipayProvider } from './providers/alipay.ts'
import { type BankAccount, remittanceProvider } from './providers/remittance.ts'
import { type UnionpayAccount, unionpayProvider } from './providers/unionpay.ts'
import { type WechatAccount, wechatProvider } from './providers/wechat.ts'

/** Accounts at providers by tenant, as the file named by PAY_ACCOUNTS has them; `*` is for tenants without their own. */
interface AccountOf {
  wechat: WechatAccount
  alipay: AlipayAccount
  unionpay: UnionpayAccount
  remittance: BankAccount
}
type Accounts = Record<string, Partial<AccountOf>>

const ASK_MS = 10_000

/** Whether a provider is played by the local gateway. The cashier says so: 模拟支付. */
export function isLocal(kernel: Pick<Kernel, 'config'>, tenantId: number, code: ProviderCode): boolean {
  return kernel.config.mode !== 'production' && !accountOf(tenantId, code)
}

/** Whether a provider can be used: it is configured, or the local gateway plays it. */
export function isOffered(kernel: Pick<Kernel, 'config'>, tenantId: number, code: ProviderCode): boolean {
  return accountOf(tenantId, code) !== undefined || isLocal(kernel, tenantId, code)
}

/** Whether the tenant can be paid at all. */
export function takesPayments(ctx: Pick<Kernel, 'config'> & { tenantId: number }): boolean {
  return PROVIDERS.some((code) => isOffered(ctx, ctx.tenantId, code))
}

/** The tenant's provider: its own account, else outside of production the local gateway. Null: none. */
export async function providerOf(kernel: Kernel, tenantId: number, code: ProviderCode): Promise<PayProvider | null> {
  const now = () => kernel.clock.now()
  const own = accountOf(tenantId, code)
  if (own) return build(code, own, { transport: overNetwork, now })
  if (!isLocal(kernel, tenantId, code)) return null
  const transport = localTransport(kernel, tenantId, code)
  return build(code, await localAccount(kernel, tenantId, code), { transport, now })
}

/** The bank that pays out: the tenant's own, else outside of production the local gateway's. Null: none. */
export function bankOf(kernel: Kernel, tenantId: number): { account: BankAccount; transport: Transport } | null {
  const own = accountOf(tenantId, 'remittance')
  if (own) return { account: own as BankAccount, transport: overNetwork }
  if (!isLocal(kernel, tenantId, 'remittance')) return null
  return { account: localBank(kernel, tenantId), transport: localTransport(kernel, tenantId, 'remittance') }
}

function localBank(kernel: Kernel, tenantId: number): BankAccount {
  const key = gatewaySecret(kernel, tenantId, 'remittance')
  return { base: 'local:/bank', key, bank: '模拟银行（本地网关）', accountName: '平台收款专户（模拟）' }
}

type Account = AccountOf[ProviderCode]

function build(
  code: ProviderCode,
  account: Account,
  { transport, now }: { transport: Transport; now: () => Date },
): PayProvider {
  switch (code) {
    case 'wechat':
      return wechatProvider(account as WechatAccount, transport, now)
    case 'alipay':
      return alipayProvider(account as AlipayAccount, transport, now)
    case 'unionpay':
      return unionpayProvider(account as UnionpayAccount, transport, now)
    case 'remittance':
      return remittanceProvider(account as BankAccount, transport, now)
  }
}

/** Our account at the local gateway. */
export async function localAccount(kernel: Kernel, tenantId: number, code: ProviderCode): Promise<Account> {
  const secret = gatewaySecret(kernel, tenantId, code)
  if (code === 'remittance') return localBank(kernel, tenantId)
  const { merchant, platform } = await gatewayKeys(kernel, tenantId, code)
  if (code === 'alipay')
    return {
      base: 'local:/gateway.do',
      appId: `local-app-${tenantId}`,
      sellerId: `local-seller-${tenantId}`,
      privateKey: merchant.privateKey,
      alipayKey: platform.publicKey,
    }
  if (code === 'unionpay')
    return {
      base: 'local:',
      files: 'local:/files',
      ...merchantOf(tenantId),
      certId: BigInt(`0x${merchant.serial}`).toString(),
      privateKey: merchant.privateKey,
      trusted: [(await gatewayCertificates(kernel, tenantId)).root],
    }
  return {
    base: 'local:',
    appId: `wxlocal${tenantId}`,
    mchId: `19000${String(tenantId).padStart(5, '0')}`,
    serial: merchant.serial,
    privateKey: merchant.privateKey,
    apiV3Key: secret,
    platformKeys: { [platform.serial]: platform.publicKey },
  }
}

function accountOf(tenantId: number, code: ProviderCode): Account | undefined {
  const file = process.env.PAY_ACCOUNTS
  if (!file) return undefined
  const accounts = READ.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Accounts)
  READ.set(file, accounts)
  return accounts[tenantId]?.[code] ?? accounts['*']?.[code]
}

/** Read once: who changes it starts again. */
const READ = new Map<string, Accounts>()

const overNetwork: Transport = async (url, { method, headers, body }) => {
  const response = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.timeout(ASK_MS),
    ...(body !== undefined && { body }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status } = response
  return { status, headers: Object.fromEntries(response.headers), body: bytes.toString('utf8'), bytes }
}

/**
 * Where a provider is to send its notices: the address names the tenant, whose keys they are read with. WeChat takes no
 * query in it.
 */
export function notifyUrl({ config }: Pick<Kernel, 'config'>, tenantId: number, code: ProviderCode): string {
  const base = config.publicUrl || `http://127.0.0.1:${config.port}`
  return `${base.replace(/\/$/, '')}/api/pay/callbacks/${code}.${tenantId}`
}
