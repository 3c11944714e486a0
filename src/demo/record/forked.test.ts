import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { archiveProof } from '#features/procurement/contract/order.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { parseCheckpoint, signEd25519, signNote } from '#features/sealing/core/log/checkpoint.ts'
import { leafHash, nodeHash } from '#features/sealing/core/log/merkle.ts'
import { recordLeaf } from '#features/sealing/core/log/record-leaf.ts'
import { archiveHash, MACHINE, readArchive } from '#features/sealing/core/record-manifest.ts'
import type { LogRecords } from '#features/sealing/core/verify-log-records.ts'
import type { ProofFile } from '#features/sealing/core/verify-trust.ts'
import { inContext } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import { hashNatively } from '../../../verify/native.ts'
import { verify } from '../../../verify/run.ts'
import { type Archived, archivedTender } from './archived.ts'
import { type Bendings, bendings } from './bendings.ts'
import type { Written } from './zip-writer.ts'

/*
 * An operator with all keys of the service, before it archives: what it says of the log in the archive is of a second log, which
 * nobody saw; the archive itself is logged in the true one, whose heads the witness cosigns.
 */

let archived: Archived
let made: Bendings

beforeAll(async () => {
  hashNatively()
  archived = await archivedTender()
  made = await bendings(archived)
})

/** Logs this archive as the service does, and gives its proof under a head that the witness has cosigned. */
async function logged(all: readonly Written[]): Promise<ProofFile> {
  const { t, orderId } = archived
  const hash = archiveHash(readArchive(all.at(-1)!.content.toString()))
  await inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
    logRecord(ctx, { type: 'archive', subject: orderId, hash }),
  )
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 12 * MINUTE))
  const client = await t.login('buyer', { workbench: 'purchaser' })
  const proof = JSON.parse((await client.file(archiveProof, { params: { orderId } })).content.toString()) as ProofFile
  expect(proof.record.hash).toBe(hash)
  return archived.cosigned(proof)
}

const judge = async (zip: Buffer, given: ProofFile) => {
  const { timeStamp: _, ...proof } = given
  const file = (path: string, value: object) => ({ path, blob: new Blob([JSON.stringify(value)]) })
  const entries = [{ path: 'a.zip', blob: new Blob([zip as BlobPart]) }, file('a.proof.json', proof)]
  // No time-stamp was asked for: what is looked at is the log.
  const trust = file('trust.json', { ...archived.trust, timeAuthorities: [] })
  const report = await verify(entries, { trust: [trust] })
  const failed = report.sections.flatMap(({ checks }) => checks.filter(({ ok }) => ok !== true))
  return { verdict: report.verdict, failed: failed.map(({ id, detail }) => `${id} ${detail}`) }
}

/** A record dated back by a day, in a log of its own. */
function datedBack(members: readonly Written[]): Written[] {
  const at = members.findIndex(({ path }) => path === `${MACHINE}/log/records.json`)
  const list = JSON.parse(members[at]!.content.toString()) as LogRecords
  const one = list.records.find(({ record }) => record.type === 'audit-head' || record.type === 'document')!
  const record = { ...one.record, at: new Date(Date.parse(one.record.at) - 86_400_000).toISOString() }
  const [salt, blinding] = ['11'.repeat(32), '22'.repeat(32)]
  const leaf = recordLeaf(list.tenantId, { record, salt, blinding })
  const { publicKey, privateKey } = archived.keys.log
  // As large as the true tree, so that it has the proofs of growth of one: the first leaf, and others that nobody knows.
  const { origin, size } = parseCheckpoint(one.head!.checkpoint)
  const path = Array.from({ length: Math.ceil(Math.log2(size)) }, (_, i) => new Uint8Array(32).fill(i))
  const root = path.reduce((left, right) => nodeHash(left, right), leafHash(leaf.entry))
  const checkpoint = signNote(
    { origin, size, root },
    { publicKey, sign: (message) => signEd25519(privateKey, message) },
  )
  const head = { checkpoint, inclusionProof: path.map(toHex) }
  Object.assign(one, { record, salt, leaf: { index: 0, blinding, data: leaf.data }, head })
  return members.with(at, { path: members[at]!.path, content: Buffer.from(JSON.stringify(list, null, 2)) })
}

describe('an archive that is logged where the witness looks', () => {
  test('holds, whenever its proof is fetched', async () => {
    const all = await made.resealed(made.members)
    expect(await judge(made.rewritten(all), await logged(all))).toEqual({ verdict: 'valid', failed: [] })
  })

  test('and rests on records of a second log does not', async () => {
    const all = await made.resealed(datedBack(made.members))
    const { verdict, failed } = await judge(made.rewritten(all), await logged(all))
    expect({ verdict, failed }).toEqual({
      verdict: 'invalid',
      failed: [expect.stringMatching(/^trust-growth .*另造了日志/)],
    })
  })

  test('is not more than consistent by a proof that does not tell how the log grew', async () => {
    const all = await made.resealed(made.members)
    const { growth: _, ...untold } = await logged(all)
    expect(await judge(made.rewritten(all), untold)).toEqual({
      verdict: 'consistent',
      failed: [expect.stringMatching(/^trust-growth .*重新下载/)],
    })
  })

  test('under a head that the witness cosigned before the archive is said to be made does not', async () => {
    const early = Math.floor(Date.parse(archived.proof.record.at) / 1000) - 3600
    const { failed } = await judge(archived.zip, archived.cosigned(archived.proof, early))
    expect(failed).toEqual([expect.stringMatching(/^trust-witness .*早于归档/)])
  })
})
