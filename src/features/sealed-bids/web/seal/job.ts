import { newId } from '#contract/id.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '#features/sealing/core/bytes.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import type { JointPart } from '#features/sealing/core/joint/threshold.ts'
import type { FileRole } from '#features/sealing/core/envelope-header.ts'

/** One file of a bid that is being sealed and sent. */
export interface JobPart {
  /** The file's id in envelope and manifest. */
  envelopeId: string
  role: FileRole
  name: string
  size: number
  /** The chosen file; null for the price sheet and the statement, which are made from the draft. */
  draftFileId: string | null
  /** The server's id once the upload was read through. */
  uploadId: string | null
}

/** A submission on its way. Kept in this browser, so that it goes on after an interruption; holds no price. */
export interface Job {
  keyId: string
  publicKey: string
  /** Hash over everything that goes in: with other content, this job is worth nothing. */
  inputs: string
  /** Of the price sheet as it was sealed; null before. */
  priceSheetHash: string | null
  /**
   * The commit as it was tried first, null before: repeated word for word under the same key, there is one submission
   * however often it is sent.
   */
  commit: { key: string; replaces: string | null } | null
  parts: JobPart[]
  /** Joint-key mode: the bid's part and its shared point (hex), the same for all files; null before it is made. */
  joint: { part: JointPart; shared: string } | null
  /** Kept as long as the job, for files still to be sealed. */
  recoveryCode: string | null
}

export interface JobInputs {
  keyId: string
  publicKey: string
  prices: unknown
  marks: unknown
  /** Of a quote: the sheet that is sealed. */
  sheet?: unknown
  recoveryCode?: string | null
  /** Double envelope with marks that are read out at the first opening. */
  hasStatement: boolean
  files: readonly { id: string; role: Exclude<FileRole, 'price' | 'statement'>; name: string; size: number }[]
}

/** A new job: the price sheet first, then the statement, if the order asks for one, then the files. */
export function newJob(inputs: JobInputs): Job {
  const part = (file: Pick<JobPart, 'role' | 'name' | 'size' | 'draftFileId'>): JobPart => ({
    envelopeId: newId(),
    uploadId: null,
    ...file,
  })
  return {
    keyId: inputs.keyId,
    publicKey: inputs.publicKey,
    inputs: digestOf(inputs),
    priceSheetHash: null,
    commit: null,
    joint: null,
    recoveryCode: inputs.recoveryCode ?? null,
    parts: [
      part({ role: 'price', name: '报价单', size: 0, draftFileId: null }),
      ...(inputs.hasStatement ? [part({ role: 'statement', name: '商务开标一览表', size: 0, draftFileId: null })] : []),
      ...inputs.files.map(({ id, role, name, size }) => part({ role, name, size, draftFileId: id })),
    ],
  }
}

/** The job that was interrupted, if it is still about the same content; else a new one. */
export function continueJob(before: Job | null | undefined, inputs: JobInputs): Job {
  return before && before.inputs === digestOf(inputs) ? before : newJob(inputs)
}

function digestOf({ keyId, prices, marks, sheet, hasStatement, files }: JobInputs): string {
  const chosen = files.map(({ id, role, name, size }) => ({ id, role, name, size }))
  return toHex(
    sha256(
      utf8(canonicalJson({ keyId, prices, marks, hasStatement, files: chosen, ...(sheet !== undefined && { sheet }) })),
    ),
  )
}
