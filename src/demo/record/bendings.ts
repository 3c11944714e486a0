import { createHash } from 'node:crypto'
import { signEd25519, signNote } from '#features/sealing/core/log/checkpoint.ts'
import { leafHash } from '#features/sealing/core/log/merkle.ts'
import { recordLeaf } from '#features/sealing/core/log/record-leaf.ts'
import { ed25519Signer, requiredSignatures, sm2Signer } from '#features/sealing/core/receipt.ts'
import {
  archiveHash,
  archiveText,
  type ArchiveBody,
  MANIFEST_PATH,
  readArchive,
  type SignedArchive,
  signArchive,
} from '#features/sealing/core/record-manifest.ts'
import type { ProofFile } from '#features/sealing/core/verify-trust.ts'
import { readZip } from '../../../verify/zip.ts'
import type { Archived } from './archived.ts'
import { type Bend, type Written, writeZip } from './zip-writer.ts'

/** What somebody can make of an archive: whoever has the file, or an operator who signs and logs anew. */
export interface Bendings {
  members: Written[]
  manifest: SignedArchive
  /** Where the bytes of each member begin in the zip. */
  offsets: number[]
  /** These members as a zip of the archive's time. */
  rewritten(all: readonly Written[], bend?: Bend): Buffer
  /** The archive as an operator makes it who signs what it changed: a new manifest over these members. */
  resealed(all: readonly Written[], change?: Partial<ArchiveBody>): Promise<Written[]>
  /** The proof that this operator makes: the leaf of its manifest in a log of its own, the head signed by the key of the log. */
  forgedProof(all: readonly Written[]): ProofFile
}

export async function bendings({ zip, keys, proof }: Pick<Archived, 'zip' | 'keys' | 'proof'>): Promise<Bendings> {
  const { members: entries } = await readZip(new Blob([zip as BlobPart]))
  const members = await Promise.all(
    entries.map(async ({ path, blob }) => ({ path, content: Buffer.from(await blob.arrayBuffer()) })),
  )
  const manifest = readArchive(members.at(-1)!.content.toString())
  const { body } = manifest
  return {
    members,
    manifest,
    offsets: entries.map(({ from }) => from),
    rewritten: (all, bend = {}) => writeZip(all, body.archivedAt, bend),
    async resealed(all, change = {}) {
      const rest = all.filter(({ path }) => path !== MANIFEST_PATH)
      const listed = rest.map(({ path, content }) => ({
        path,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        type: body.members.find((member) => member.path === path)?.type ?? 'application/octet-stream',
      }))
      const { ed25519, sm2 } = keys
      const signers = requiredSignatures(body.suite).map((alg) =>
        alg === 'SM2' ? sm2Signer(sm2) : ed25519Signer(ed25519),
      )
      const signed = await signArchive({ ...body, ...change, members: listed }, signers)
      return [...rest, { path: MANIFEST_PATH, content: Buffer.from(archiveText(signed)) }]
    },
    forgedProof(all) {
      const { tenantId, record } = proof
      const forged = { ...record, hash: archiveHash(readArchive(all.at(-1)!.content.toString())) }
      const [salt, blinding] = ['11'.repeat(32), '22'.repeat(32)]
      const root = leafHash(recordLeaf(tenantId, { record: forged, salt, blinding }).entry)
      const { publicKey, privateKey } = keys.log
      const origin = proof.head.checkpoint.split('\n')[0]!
      const checkpoint = signNote(
        { origin, size: 1, root },
        { publicKey, sign: (message) => signEd25519(privateKey, message) },
      )
      return { ...proof, record: forged, salt, leaf: { index: 0, blinding }, head: { checkpoint, inclusionProof: [] } }
    },
  }
}

/** One bit of the byte at this place turned. */
export function flipped(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content)
  copy[at]! ^= 1
  return copy
}
