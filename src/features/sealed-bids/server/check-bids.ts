import type { Selectable } from 'kysely'
import type { BidSubmission } from '#server/database/tables.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { leafHash, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import { readHeader } from '#features/sealing/core/envelope.ts'
import type { EnvelopeHeader } from '#features/sealing/core/envelope-header.ts'
import { fingerprint } from '#features/sealing/core/keys.ts'
import { type BidManifest, manifestHash } from '#features/sealing/core/manifest.ts'
import { isSignedBy, type Receipt, receiptLeaf, requiredSignatures } from '#features/sealing/core/receipt.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import type { Finding } from './finding.ts'
import { nativeVerify } from './native-signer.ts'
import { storedFiles, storedState } from './opening.ts'
import { isRoundKeyIntact } from './round-keys.ts'
import type { Any } from './service-keys.ts'

/** What the log must hold at an index, by the receipt of a submission or by a record. */
export type Leaves = Map<number, Leaf>

export type Leaf = { entry: Uint8Array } & ({ submissionId: string } | { recordId: string; name: string })

/** Every submission against its own receipt, and its files against the manifest and the disk. */
export async function checkBids(ctx: Any, files: boolean): Promise<{ leaves: Leaves; findings: Finding[] }> {
  const keys = await ctx.tx.selectFrom('service_key').select('publicKey').where('tenantId', '=', ctx.tenantId).execute()
  const known = new Set(keys.map((key) => key.publicKey))
  const { prints, findings } = await checkKeys(ctx)
  const rows = await ctx.tx
    .selectFrom('bid_submission')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('logIndex')
    .execute()
  const leaves: Leaves = new Map()
  for (const row of rows) {
    const receipt = row.receipt as Receipt
    const complaint = whatIsWrong(row, receipt, known)
    if (complaint) findings.push({ what: 'submission', id: row.id, message: `投标记录${complaint}` })
    try {
      leaves.set(row.logIndex, { submissionId: row.id, entry: receiptLeaf(receipt.body).entry })
    } catch {
      leaves.set(row.logIndex, { submissionId: row.id, entry: new Uint8Array(0) })
    }
    if (row.kind === 'submitted')
      findings.push(...(await checkFiles(ctx, row, { bytes: files, print: prints.get(row.keyId) })))
  }
  return { leaves, findings }
}

/** The first thing in a submission that its signed receipt contradicts; undefined when there is none. */
function whatIsWrong(row: Selectable<BidSubmission>, receipt: Receipt, keys: ReadonlySet<string>): string | undefined {
  try {
    const { body, signatures } = receipt
    for (const alg of requiredSignatures(body.suite)) {
      const signature = signatures.find((one) => one.alg === alg)
      if (!signature || !keys.has(signature.publicKey) || !isSignedBy(body, signature, nativeVerify))
        return `的回执签名（${alg}）无效`
    }
    const stored = {
      action: `bid.${row.kind}`,
      suite: row.suite,
      orderId: row.orderId,
      at: row.at.toISOString(),
      deadline: row.deadline.toISOString(),
      logIndex: row.logIndex,
      round: row.round,
      manifestHash: row.manifestHash.toString('hex'),
    }
    for (const [field, value] of Object.entries(stored))
      if (body[field as keyof typeof stored] !== value) return `的 ${field} 与回执不一致`
    if (manifestHash(row.manifest as BidManifest) !== body.manifestHash) return '的清单与回执不一致'
    if (receipt.manifest && manifestHash(receipt.manifest) !== body.manifestHash) return '的回执所附清单与回执不一致'
    const leaf = { hash: leafHash(receiptLeaf(body).entry), index: body.logIndex }
    const proven = verifyInclusion(leaf, parseCheckpoint(body.checkpoint), body.inclusionProof.map(fromHex))
    return proven ? undefined : '的日志证明不成立'
  } catch (error) {
    return `无法核对：${String(error)}`
  }
}

/** Each key against its fingerprint, and the private half of a round's against the public one. `prints`: by key. */
async function checkKeys(ctx: Any): Promise<{ prints: Map<string, string>; findings: Finding[] }> {
  const keys = await ctx.tx
    .selectFrom('bid_key')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('id')
    .execute()
  const findings: Finding[] = []
  for (const key of keys) {
    const { id, publicKey, fingerprint: print } = key
    const isWhole = print === fingerprint({ suite: key.suite as SuiteName, publicKey })
    if (!isWhole || (key.orderId !== null && !isRoundKeyIntact(ctx, key)))
      findings.push({ what: 'bid-key', id, message: `密钥 ${print.slice(0, 16)}… 的记录被改动` })
  }
  return { prints: new Map(keys.map((key) => [key.id, key.fingerprint])), findings }
}

/** `print`: fingerprint of the key that the submission names. */
async function checkFiles(
  ctx: Any,
  row: Selectable<BidSubmission>,
  { bytes, print }: { bytes: boolean; print: string | undefined },
): Promise<Finding[]> {
  const { files } = row.manifest as BidManifest
  const stored = await storedFiles(ctx, row.id)
  const findings: Finding[] = []
  for (const [i, entry] of files.entries()) {
    const id = `${row.id}/${i + 1}`
    const file = stored.find((one) => one.position === i + 1)
    const same =
      file &&
      file.role === entry.role &&
      file.name === entry.name &&
      file.size === entry.size &&
      file.cipherHash === entry.cipherHash
    if (!same) findings.push({ what: 'bid-file', id, message: `投标文件记录「${entry.name}」被改动或缺失` })
    if (file && (file.header as EnvelopeHeader).recipient !== print)
      findings.push({ what: 'bid-file', id, message: `「${entry.name}」不是用记录的密钥加密的` })
    if (!file || !bytes) continue
    const state = await storedState(ctx, file, entry.cipherHash)
    if (state === 'missing') findings.push({ what: 'stored-file', id, message: `加密文件「${entry.name}」缺失` })
    else if (state === 'altered') findings.push({ what: 'stored-file', id, message: `加密文件「${entry.name}」被改动` })
    else if (!(await sameHeader(ctx, file)))
      findings.push({ what: 'bid-file', id, message: `「${entry.name}」的信封记录被改动` })
  }
  if (stored.length > files.length) findings.push({ what: 'bid-file', id: row.id, message: '投标文件记录多于清单' })
  return findings
}

/** The header kept in the record is the one at the beginning of the file. */
async function sameHeader(ctx: Any, file: Awaited<ReturnType<typeof storedFiles>>[number]): Promise<boolean> {
  const header = await readHeader(await ctx.files.read(file.sha256.toString('hex')))
  return canonicalJson(header) === canonicalJson(file.header)
}
