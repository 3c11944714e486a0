/** What the hash of a notice covers; the same facts in the same form as when it was published. */
export interface NoticeFacts {
  tenantId: number
  orderCode: string
  code: string
  kind: number
  title: string
  content: unknown
  data: unknown
  publishedAt: string | null
  publicityEnd: string | null
}

/** What came of checking a notice here: `unknown` where this browser lacks Ed25519. */
export interface NoticeProof {
  hash: 'ok' | 'wrong'
  signature: 'ok' | 'wrong' | 'unknown'
}

/** SHA-256 over the canonical JSON (keys sorted, no white space) of the facts, hex. */
export async function noticeHash(facts: NoticeFacts): Promise<string> {
  const bytes = new TextEncoder().encode(canonical(facts))
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Computes the hash of what is shown anew, and checks the signature over the published hash. */
export async function proveNotice(
  facts: NoticeFacts,
  published: { contentHash: string; signature: string; publicKey: string },
): Promise<NoticeProof> {
  const hash = (await noticeHash(facts)) === published.contentHash ? 'ok' : 'wrong'
  try {
    const key = await crypto.subtle.importKey('spki', pem(published.publicKey), 'Ed25519', false, ['verify'])
    const valid = await crypto.subtle.verify('Ed25519', key, base64(published.signature), unhex(published.contentHash))
    return { hash, signature: valid ? 'ok' : 'wrong' }
  } catch {
    return { hash, signature: 'unknown' }
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const entries = Object.entries(value as Record<string, unknown>).filter(([, v]) => v !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}

function pem(text: string): Uint8Array<ArrayBuffer> {
  return base64(text.replace(/-----[^-]+-----|\s/g, ''))
}

function base64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}
