import { createHash } from 'node:crypto'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'

/** What the hash of a version covers: everything others rely on, and the place it belongs to. */
export interface VersionFacts {
  tenantId: number
  templateId: string
  kind: string
  scope: string
  name: string
  versionNo: number
  note: string
  content: unknown
  publishedAt: string
}

/** SHA-256 over the canonical JSON (RFC 8785). */
export function hashOf(value: unknown): Buffer {
  return createHash('sha256').update(canonicalBytes(value)).digest()
}

export function versionHash(facts: VersionFacts): Buffer {
  return hashOf(facts)
}
