import { readFile } from 'node:fs/promises'
import { inContext, type Kernel } from '#server/context.ts'
import { openBytes, sealBytes } from '#server/secrecy/box.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import type { Stampable } from '#features/sealing/core/time-stamp/request.ts'
import type { Any } from './policy.ts'

/** A token (DER) with what it says. `issuers`: certificates above the signer's that were configured, DER. */
export interface Stamped {
  token: Buffer
  at: Date
  authority: string
  isLocal: boolean
}

const PATIENCE_MS = 15_000
const MOST_BYTES = 1 << 20

/** Who stamps times here: the authority at `TSA_URL`, or the platform itself, which is no third party. */
export function timeAuthority(): { isLocal: boolean; name: string } {
  const url = process.env.TSA_URL
  return url ? { isLocal: false, name: new URL(url).host } : { isLocal: true, name: LOCAL_NAME }
}

/** How the platform is called where it stamps by itself: nobody may take it for a third party. */
export const LOCAL_NAME = '本地时间戳（非第三方）'

/**
 * An RFC 3161 time-stamp of something, checked: signature, imprint, nonce, purpose of the certificate. From
 * `TSA_URL` where that is set (certificates above the signer's from the PEM file `TSA_CA`), else by the tenant's own
 * authority. Throws where the authority does not answer, or not truly. Call it outside of transactions: it may wait.
 */
export async function timeStamp(
  kernel: Kernel,
  { tenantId, what, signal }: { tenantId: number; what: Stampable; signal?: AbortSignal },
): Promise<Stamped> {
  // Libraries that a start does not need.
  const [{ makeRequest, readAnswer }, { verifyTimeStamp }] = await Promise.all([
    import('#features/sealing/core/time-stamp/request.ts'),
    import('#features/sealing/core/time-stamp/verify.ts'),
  ])
  const request = await makeRequest(what)
  const { isLocal } = timeAuthority()
  const token = isLocal
    ? await stampHere(kernel, tenantId, request.der)
    : readAnswer(await ask(process.env.TSA_URL!, request.der, signal))
  const issuers = await configuredIssuers()
  const { at, authority, chain } = await verifyTimeStamp(new Uint8Array(token), {
    ...what,
    nonce: request.nonce,
    issuers,
  })
  if (!isLocal && issuers.length > 0) await demandIssued(chain, issuers)
  return { token: Buffer.from(token), at, authority, isLocal }
}

/** Certificates that `TSA_CA` names, DER. */
export async function configuredIssuers(): Promise<Bytes[]> {
  const path = process.env.TSA_CA
  if (!path) return []
  const blocks =
    (await readFile(path, 'utf8')).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new Uint8Array(Buffer.from(block.replace(/-----[A-Z ]+-----/g, ''), 'base64')))
}

/** The certificate of the tenant's own authority, DER; made when first asked for. Needs a transaction that may write. */
export async function localCertificate(ctx: Any): Promise<Buffer> {
  return (await localAuthority(ctx)).certificate
}

/** The same, undefined while nothing was stamped by it. */
export async function knownLocalCertificate(ctx: Any): Promise<Buffer | undefined> {
  return (await readAuthority(ctx))?.certificate
}

async function demandIssued(chain: readonly string[], issuers: readonly Bytes[]): Promise<void> {
  const { fingerprint } = await import('#features/sealing/core/time-stamp/verify.ts')
  const known = await Promise.all(issuers.map(fingerprint))
  if (!chain.some((one) => known.includes(one))) throw new Error('时间戳证书不是所配置的机构签发的')
}

async function stampHere(kernel: Kernel, tenantId: number, request: Bytes): Promise<Buffer> {
  const { stampLocally } = await import('./local-authority.ts')
  const authority = await inContext(kernel, { tenantId, actor: null }, localAuthority)
  return stampLocally(request, authority, kernel.clock.now())
}

const PURPOSE = 'local time authority'

async function localAuthority(ctx: Any): Promise<{ certificate: Buffer; privateKey: Buffer }> {
  const place = `${ctx.tenantId}/time`
  let row = await readAuthority(ctx)
  if (!row) {
    const { makeLocalAuthority } = await import('./local-authority.ts')
    const made = makeLocalAuthority(LOCAL_NAME, ctx.clock.now())
    // Two processes may come here at once: the second reads what the first left.
    await ctx.tx
      .insertInto('local_time_authority')
      .values({
        tenantId: ctx.tenantId,
        certificate: made.certificate,
        sealedKey: sealBytes(ctx.key(PURPOSE), place, made.privateKey),
        createdAt: ctx.clock.now(),
      })
      .onConflict((c) => c.doNothing())
      .execute()
    row = (await readAuthority(ctx))!
  }
  return { certificate: row.certificate, privateKey: openBytes(ctx.key(PURPOSE), place, row.sealedKey) }
}

function readAuthority(ctx: Any) {
  return ctx.tx
    .selectFrom('local_time_authority')
    .select(['certificate', 'sealedKey'])
    .where('tenantId', '=', ctx.tenantId)
    .executeTakeFirst()
}

/** RFC 3161 §3.4, over HTTP. */
async function ask(url: string, request: Bytes, signal: AbortSignal | undefined): Promise<Bytes> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: request,
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
  })
  if (!response.ok) throw new Error(`时间戳机构应答异常（${response.status}）`)
  const body = new Uint8Array(await response.arrayBuffer())
  if (body.length > MOST_BYTES) throw new Error('时间戳机构的应答过长')
  return body
}
