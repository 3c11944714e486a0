import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import { PEOPLE } from '#demo/people.ts'
import { saveDraft } from '#features/drafts/contract.ts'
import { publish } from '#features/procurement/server/testing/tender.ts'
import { fileColumns } from '#server/features.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { ORPHAN_MS, RETIRED_MS, sweep } from './sweep.ts'
import { pdf, uploadByForm } from './testing/files.ts'

let t: TestSystem
let buyer: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const hashOf = async (fileId: string) => {
  const { rows } = await t.owner.query<{ h: string }>(
    `select encode(sha256, 'hex') as h from file_object where id = $1`,
    [fileId],
  )
  return rows[0]?.h ?? null
}
const has = async (hash: string) => (await t.kernel.files.size(hash)) !== null
const upload = (use: string, text: string) =>
  buyer.upload(use, `${text}.pdf`, Buffer.from(`%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n${text}`))
/** As if it had been uploaded so long ago. */
const age = (fileId: string, ms = ORPHAN_MS + DAY) =>
  t.owner.query(`update file_object set created_at = created_at - $2 * interval '1 millisecond' where id = $1`, [
    fileId,
    ms,
  ])

test('a file that any record mentions stays, however old: by key, inside a document, in a draft, as an attachment', async () => {
  const { documentId } = await publish({ t, buyer, suppliers: [] })
  const inDraft = (await upload('tender-document', 'in a draft')).fileId
  await buyer.call(saveDraft, {
    params: { key: 'order-edit:x' },
    body: { content: { files: [{ fileId: inDraft }] } },
  })
  const kept = (await uploadByForm(buyer, 'kept.pdf', await pdf(1))).attachmentId
  // A reference that no foreign key knows of: an id deep inside some JSON.
  const deep = (await upload('tender-document', 'deep')).fileId
  await t.owner.query(`update tenant set config = jsonb_set(config, '{x}', $1) where id = 1`, [
    JSON.stringify({ a: [{ b: deep }] }),
  ])
  const loose = (await upload('tender-document', 'nobody took it')).fileId
  const young = (await upload('tender-document', 'still young')).fileId
  const owned = [documentId, inDraft, kept, deep]
  for (const id of [...owned, loose]) await age(id)
  const hashes = new Map<string, string>()
  for (const id of [...owned, loose, young]) hashes.set(id, (await hashOf(id))!)

  expect(await sweep(t.kernel, fileColumns())).toMatchObject({ orphans: 1, retired: 1, destroyed: 0 })
  expect(await hashOf(loose)).toBeNull()
  for (const id of [...owned, young]) {
    expect(await hashOf(id)).toBe(hashes.get(id))
    expect(await has(hashes.get(id)!)).toBe(true)
  }
  // It was recorded which went.
  await t.settle()
  const { rows } = await t.owner.query(
    `select body->'data' as data from audit_entry where body->>'action' = 'file.sweep'`,
  )
  expect(rows).toEqual([{ data: { files: [loose] } }])
})

test('the same bytes under another record, of another tenant too, stay', async () => {
  const first = (await upload('tender-document', 'twice')).fileId
  const hash = (await hashOf(first))!
  const other = newId()
  await t.owner.query(
    `insert into file_object (tenant_id, id, sha256, size, mime, name, use, user_id, created_at)
     select 3, $2, sha256, size, mime, name, use, user_id, now() from file_object where id = $1`,
    [first, other],
  )
  await age(first)
  expect(await sweep(t.kernel, fileColumns())).toMatchObject({ orphans: 1, retired: 0 })
  expect(await hashOf(first)).toBeNull()
  expect(await has(hash)).toBe(true)
})

test('bytes set aside come back when they are read, and are asked about again before they go', async () => {
  const used = (await upload('tender-document', 'comes back')).fileId
  const gone = (await upload('tender-document', 'goes')).fileId
  const [usedHash, goneHash] = [(await hashOf(used))!, (await hashOf(gone))!]
  for (const id of [used, gone]) await age(id)
  expect((await sweep(t.kernel, fileColumns())).retired).toBe(2)
  const folder = join(t.config.dataDir, 'files/retired')
  const since = new Date(Date.now() - RETIRED_MS - DAY)
  for (const hash of [usedHash, goneHash]) utimesSync(join(folder, hash), since, since)
  // Somebody uploads the same again, the moment after it was set aside: a row mentions it.
  await t.owner.query(
    `insert into file_object (tenant_id, id, sha256, size, mime, name, use, user_id, created_at)
     values (1, $1, decode($2, 'hex'), 1, 'application/pdf', 'x.pdf', 'tender-document', $3, now())`,
    [newId(), usedHash, PEOPLE.buyer.id],
  )
  expect(await sweep(t.kernel, fileColumns())).toMatchObject({ destroyed: 1 })
  expect([await has(usedHash), await has(goneHash)]).toEqual([true, false])
})

test('expired and deleted files of the download centre go; those that can still be had stay', async () => {
  const make = async (name: string, expiresIn: number, deleted = false) => {
    const { sha256, size } = await t.kernel.files.put(Buffer.from(name))
    await t.owner.query(
      `insert into attachment_download (tenant_id, id, user_id, company_id, workbench, kind, name, input, status, progress,
         sha256, size, mime, created_at, ended_at, expires_at, deleted_at)
       values (1, $1, $2, null, 'purchaser', 'x', $3, '{}', 3, 100, decode($4, 'hex'), $5, 'application/zip', now(), now(),
         now() + $6 * interval '1 day', case when $7 then now() - interval '2 days' end)`,
      [newId(), PEOPLE.buyer.id, name, sha256, size, expiresIn, deleted],
    )
    return sha256
  }
  const [old, removed, fresh] = [await make('old', -2), await make('removed', 5, true), await make('fresh', 5)]
  expect(await sweep(t.kernel, fileColumns())).toMatchObject({ expired: 2, retired: 2 })
  const { rows } = await t.owner.query<{ name: string }>(
    'select name from attachment_download where sha256 is not null order by name',
  )
  expect(rows.map((row) => row.name)).toEqual(['fresh'])
  expect(await has(fresh)).toBe(true)
  expect(await has(old)).toBe(true)
  expect(await has(removed)).toBe(true)
})

test('forms made of a file go with the last file of these bytes', async () => {
  const source = (await upload('tender-document', 'has forms')).fileId
  const form = await t.kernel.files.put(Buffer.from('a form of it'))
  await t.owner.query(
    `insert into attachment_rendition (tenant_id, id, source_sha256, source_mime, pattern, status, sha256, size, asked_at, ended_at)
     values (1, $1, decode($2, 'hex'), 'application/pdf', 'thumbnail', 3, decode($3, 'hex'), 1, now(), now())`,
    [newId(), await hashOf(source), form.sha256],
  )
  expect(await sweep(t.kernel, fileColumns())).toMatchObject({ orphans: 0, retired: 0 })
  await age(source)
  // The bytes of the file and those of its form.
  expect(await sweep(t.kernel, fileColumns())).toMatchObject({ orphans: 1, retired: 2 })
  const { rows } = await t.owner.query(`select 1 from attachment_rendition where sha256 = decode($1, 'hex')`, [
    form.sha256,
  ])
  expect(rows).toEqual([])
})
