import type { Check } from '#features/sealing/core/check.ts'
import type { ArchiveBody } from '#features/sealing/core/record-manifest.ts'
import type { TrustFile } from '#features/sealing/core/trust-file.ts'
import type { ProofFile } from '#features/sealing/core/verify-trust.ts'
import type { Gathered } from './gather.ts'
import type { Entry, Zip } from './zip.ts'

/** A record of a procedure as it came: a zip, or the folder that it was unpacked into. */
export interface Container {
  name: string
  entries: readonly Entry[]
  /** Its bytes and their structure; null for a folder. */
  zip: { blob: Blob; zip: Zip } | null
}

export interface Beside {
  trust: TrustFile | null
  proofs: readonly ProofFile[]
  memo: Memo
  onProgress?: ((text: string) => void) | undefined
}

/** Findings by what they were made of: the same material need not be checked twice. */
export type Memo = (key: readonly string[], make: () => Promise<Check[]>) => Promise<Check[]>

/** A record being checked: as it came, what its manifest says, and what was found in it. */
export interface Contents {
  container: Container
  body: ArchiveBody
  found: Gathered
  beside: Beside
}
