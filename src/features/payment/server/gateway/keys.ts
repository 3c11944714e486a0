import { createCipheriv, createDecipheriv, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { deriveKey } from '#server/config.ts'
import type { ProviderCode } from '../../rules/enums.ts'

/** Whose keys are kept: providers, and the authority that UnionPay's certificates are under. */
type KeyHolder = ProviderCode | 'unionpay-root'

export interface GatewayKey {
  serial: string
  privateKey: string
  publicKey: string
}

/** Keys of the local gateway: the provider's own, and ours with it. Made when first asked for, the same in all processes. */
export async function gatewayKeys(
  kernel: Kernel,
  tenantId: number,
  provider: KeyHolder,
): Promise<{ merchant: GatewayKey; platform: GatewayKey }> {
  const name = `${tenantId}/${provider}`
  const known = KNOWN.get(kernel.config) ?? new Map<string, ReturnType<typeof gatewayKeys>>()
  KNOWN.set(kernel.config, known)
  const keys = known.get(name) ?? loadOrMake(kernel, tenantId, provider)
  known.set(name, keys)
  keys.catch(() => known.delete(name))
  return keys
}

const KNOWN = new WeakMap<object, Map<string, ReturnType<typeof gatewayKeys>>>()

async function loadOrMake(kernel: Kernel, tenantId: number, provider: KeyHolder) {
  const found = await inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) => load(ctx, provider))
  if (found) return found
  const made = (['merchant', 'platform'] as const).map((holder) => ({ holder, ...make() }))
  return inContext(kernel, { tenantId, actor: null }, async (ctx) => {
    await ctx.tx
      .insertInto('gateway_key')
      .values(
        made.map(({ holder, serial, privateKey, publicKey }) => ({
          tenantId,
          provider,
          holder,
          serial,
          privateKey: seal(ctx.key('payment gateway'), privateKey),
          publicKey,
        })),
      )
      .onConflict((c) => c.doNothing())
      .execute()
    return (await load(ctx, provider))!
  })
}

async function load(ctx: Context<null>, provider: KeyHolder) {
  const rows = await ctx.many('gateway_key', { provider })
  const of = (holder: string): GatewayKey => {
    const { serial, privateKey, publicKey } = rows.find((row) => row.holder === holder)!
    return { serial, publicKey, privateKey: open(ctx.key('payment gateway'), privateKey) }
  }
  return rows.length === 2 ? { merchant: of('merchant'), platform: of('platform') } : null
}

function make(): GatewayKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { serial: randomBytes(20).toString('hex').toUpperCase(), privateKey, publicKey }
}

function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** The 32 characters that WeChat's notices are encrypted under, of a tenant at the gateway. */
export function gatewaySecret(kernel: Pick<Kernel, 'config'>, tenantId: number, provider: ProviderCode): string {
  return createHmac('sha256', deriveKey(kernel.config, 'payment gateway secret'))
    .update(`${tenantId}/${provider}`)
    .digest('hex')
    .slice(0, 32)
}
