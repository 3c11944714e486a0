import { importKeyFile, type KeyFile } from '#features/sealing/core/key-file.ts'
import { type Bytes, fromBase64, toBase64, toHex } from '#features/sealing/core/bytes.ts'
import { privateKeyInfo } from '#features/certificates/core/sign.ts'
import { call } from '#web/call.ts'
import { prepareSignature, signTaskContent, signUrl, submitSignature } from '../contract.ts'
import { checkPrepared } from '../core/check-prepared.ts'

interface Signing {
  id: string
  /** SHA-256 of the revision that was shown. */
  shown: string
  key: KeyFile
  password: string
  /** DER, base64. */
  certificate: string
}

/**
 * Signs the document that was shown, in both passes. The key is opened here and leaves this browser in no form; before it signs, the
 * bytes that the platform wants signed are held against the document as this browser has it. Throws with a Chinese reason.
 */
export async function sign({ id, shown, key, password, certificate }: Signing) {
  const params = { id }
  const document = await contentOf(id)
  if (toHex(await sha256(document)) !== shown) throw new Error('文件已有新的版本，请重新查看后签署')
  const pair = await importKeyFile(key, password)
  const signer = await crypto.subtle.importKey(
    'pkcs8',
    privateKeyInfo(pair),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  const { ticket } = await call(signUrl, { params })
  const body = { seenSha256: shown, certificate }
  const given = await call(prepareSignature, { params, query: { ticket }, body })
  const attributes = fromBase64(given.attributes)
  const prepared = { attributes, tail: fromBase64(given.tail), gap: given.gap }
  await checkPrepared(prepared, { shown: document, certificate: fromBase64(certificate) })
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signer, attributes))
  return call(submitSignature, { params, body: { actId: given.actId, signature: toBase64(signature) } })
}

async function contentOf(id: string): Promise<Bytes> {
  const blob = (await call(signTaskContent, { params: { id } })) as unknown as Blob
  return new Uint8Array(await blob.arrayBuffer())
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
