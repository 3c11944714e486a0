import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Config, deriveKey } from './config.ts'
import { type Context, inContext, type Kernel } from './context.ts'
import { logRecord } from './public-log.ts'

/*
 * Heads of the audit chains, signed by a key that is derived from the root secret and never in the database, and logged:
 * whoever holds the database alone can rewrite a chain, but not what was signed of it, nor what witnesses saw of that.
 */

/** How far a tenant's chain had grown: so many records, the last with this hash (hex). */
export interface AuditHead {
  tenantId: number
  seq: number
  hash: string
}

const EVERY_MS = 60_000
const PURPOSE = 'audit heads'
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Signs heads every minute in which something was recorded, for as long as the process serves. Returns what ends it. */
export function startAuditHeads(kernel: Kernel): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => signAuditHeads(kernel))
      .catch((error: unknown) => kernel.log.error({ err: error }, 'signing audit heads'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Signs and logs the head of each tenant's chain that has grown. Any number of processes may; a head is signed once. */
export async function signAuditHeads(kernel: Kernel): Promise<void> {
  const tenants = await kernel.db.selectFrom('tenant').select('id').execute()
  for (const { id: tenantId } of tenants) await inContext(kernel, { tenantId, actor: null }, signHead)
}

async function signHead(ctx: Context<null>): Promise<void> {
  const { tx, tenantId } = ctx
  const head = await tx
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  if (!head || head.seq === 0) return
  const key = privateKey(ctx.config)
  const message = messageOf({ tenantId, seq: head.seq, hash: head.hash.toString('hex') })
  const publicKey = auditKey(ctx.config)
  const signature = sign(null, message, key)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_head_signed')
    .values({ tenantId, seq: head.seq, hash: head.hash, at: ctx.clock.now(), publicKey, signature })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  logRecord(ctx, {
    type: 'audit-head',
    subject: `audit/${tenantId}`,
    // Canonical: keys in their order.
    text: JSON.stringify({
      hash: head.hash.toString('hex'),
      publicKey: publicKey.toString('hex'),
      seq: head.seq,
      signature: signature.toString('hex'),
      tenantId: String(tenantId),
      type: 'kaibiao.audit-head/1',
    }),
  })
}

/** The public half of the key that signs heads: 32 bytes, Ed25519. */
export function auditKey(config: Pick<Config, 'secret'>): Buffer {
  return createPublicKey(privateKey(config)).export({ format: 'der', type: 'spki' }).subarray(-32)
}

/** Did this key (32 bytes) sign the head? */
export function isHeadSigned(head: AuditHead, { key, signature }: { key: Buffer; signature: Buffer }): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' })
    return verify(null, messageOf(head), publicKey, signature)
  } catch {
    return false
  }
}

function messageOf({ tenantId, seq, hash }: AuditHead): Buffer {
  return Buffer.from(`kaibiao/audit-head/1\0${JSON.stringify({ hash, seq, tenantId: String(tenantId) })}`)
}

const keys = new WeakMap<Pick<Config, 'secret'>, KeyObject>()

function privateKey(config: Pick<Config, 'secret'>): KeyObject {
  const known = keys.get(config)
  if (known) return known
  const seed = deriveKey(config, PURPOSE)
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  keys.set(config, key)
  return key
}
