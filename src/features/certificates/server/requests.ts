import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Suite } from '../rules/kinds.ts'
import type { Any } from './access.ts'
import { readRequest } from '../core/request.ts'
import { fromPem } from '../core/der.ts'
import { isSignedBy } from '#features/sealing/core/time-stamp/certificate.ts'

/** A request as a row keeps it. */
export interface KeptRequest {
  /** PKCS#10, DER. */
  request: Buffer
  keyHash: Buffer
}

/** Reads a request that somebody sent (base64 of DER or PEM), whose signature proves that it has the key. Throws `invalid`. */
export async function readProven(given: string, suite: Suite): Promise<KeptRequest> {
  const bytes = Buffer.from(given, 'base64')
  try {
    const label = bytes.includes('NEW CERTIFICATE REQUEST') ? 'NEW CERTIFICATE REQUEST' : 'CERTIFICATE REQUEST'
    const der = fromPem(bytes, label)
    const { keyInfo, signed, signature, algorithm, suite: found } = readRequest(der)
    if (found !== suite) throw new AppError('invalid', '证书请求的密码算法与所选的不一致')
    const isProven = await isSignedBy(keyInfo, { message: signed, signature, algorithm, digest: '' })
    if (!isProven) throw new AppError('invalid', '证书请求的签名无效，不能证明申请人持有私钥')
    return { request: Buffer.from(der), keyHash: createHash('sha256').update(keyInfo).digest() }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', '不是证书请求（PKCS#10），或密钥不是 P-256、SM2')
  }
}

/**
 * Refuses a key that is certified already, or that somebody else asks for: one key stands for one holder. `formerId`: the
 * certificate that is renewed or renamed, whose key may go on. Two at once wait for one another.
 */
export async function demandOwnKey(
  ctx: Any,
  { id, companyId, keyHash, mayKeep }: { id: string; companyId: string; keyHash: Buffer; mayKeep: string | null },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`certified key ${keyHash.toString('hex')}`}, 0))`.execute(
    ctx.tx,
  )
  const certified = await ctx.many('certificate', { keyHash }, { columns: ['id', 'companyId', 'formerId'] })
  // The certificate before, and those before that one, of the same key.
  const isOwn = certified.every((one) => one.companyId === companyId)
  const goesOn = mayKeep !== null && isOwn && certified.some((one) => one.id === mayKeep)
  if (certified.length > 0 && !goesOn) throw new AppError('conflict', '该密钥已经签发过证书，请重新生成密钥')
  const asked = await ctx.many(
    'ca_application',
    { keyHash, state: ['paying', 'pending', 'issuing'] },
    { columns: ['id'] },
  )
  if (asked.some((one) => one.id !== id)) throw new AppError('conflict', '该密钥已用于另一份申请，请重新生成密钥')
}
