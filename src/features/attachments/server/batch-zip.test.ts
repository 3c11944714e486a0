import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { deleteAttachment } from '../contract/attachments.ts'
import * as c from '../contract/downloads.ts'
import { pdf, uploadByForm } from './testing/files.ts'

let t: TestSystem
let buyer: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const upload = async (client: HttpClient, name: string) => (await uploadByForm(client, name, await pdf(1))).attachmentId
const task = async (id: string) => {
  const { rows } = await buyer.call(c.downloadPage, { params: { platform: 1 }, query: {} })
  return rows.find((row) => row.downloadId === id)
}
async function made(id: string) {
  for (let i = 0; i < 200; i++) {
    const found = await task(id)
    if (found && found.status > 2) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('not made in ten seconds')
}

test('files chosen become one zip with each name once; the same choice is the same task', async () => {
  const ids = [await upload(buyer, '合同.pdf'), await upload(buyer, '合同.pdf'), await upload(buyer, '清单.pdf')]
  const body = { name: '采购资料', attachmentIds: ids }
  const [{ downloadId }, again] = await Promise.all([
    buyer.call(c.zipAttachments, { body }),
    buyer.call(c.zipAttachments, { body: { ...body, attachmentIds: ids.toReversed() } }),
  ])
  expect(again.downloadId).toBe(downloadId)
  expect(await made(downloadId)).toMatchObject({ status: 3, name: '采购资料.zip', kindLabel: '附件打包' })
  const { url } = await buyer.call(c.downloadAccessUrl, { params: { id: downloadId } })
  const response = await buyer.fetch('GET', url)
  const zip = await yauzl.fromBufferPromise(Buffer.from(await response.arrayBuffer()), {})
  const found: string[] = []
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    found.push(entry.fileName)
  }
  expect(found).toEqual(['合同.pdf', '合同 (2).pdf', '清单.pdf'])
})

test('what the person may not read is not packed, and not given once it may be read no more', async () => {
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const foreign = await upload(supplier, '别家.pdf')
  const own = await upload(buyer, '自家.pdf')
  for (const attachmentIds of [[own, foreign], [newId()]])
    expect((await buyer.refused(c.zipAttachments, { body: { attachmentIds } })).status).toBe(404)
  expect((await buyer.refused(c.zipAttachments, { body: { attachmentIds: [] } })).status).toBe(400)
  const { downloadId } = await buyer.call(c.zipAttachments, { body: { attachmentIds: [own] } })
  await made(downloadId)
  await buyer.call(deleteAttachment, { params: { id: own } })
  expect((await buyer.refused(c.downloadAccessUrl, { params: { id: downloadId } })).status).toBe(404)
  expect((await supplier.refused(c.downloadAccessUrl, { params: { id: downloadId } })).status).toBe(404)
})
