import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { menus } from '#features/menus/contract.ts'
import { objectPath } from '#server/files/local-file.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'

// Tenant 3 has a document centre, tenant 1 has none.
let t: TestSystem
let admin: HttpClient
let buyer: HttpClient
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n${text}`)

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  admin = await t.login('admin', { workbench: 'admin', tenantId: 3 })
  buyer = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
})

async function share(title: string, category: 'policy' | 'manual' | 'form' | 'notice' = 'policy') {
  const { fileId } = await admin.upload('shared-document', `${title}.pdf`, pdf(title))
  return admin.call(c.addDocument, { body: { title, category, fileId, note: '首次发布' } })
}

test('the platform shares a document, purchasers find and take it', async () => {
  const { documentId } = await share('采购管理办法')
  await share('投标操作手册', 'manual')
  const page = await buyer.call(c.documentPage, { query: {} })
  expect(page.rows.map((row) => [row.title, row.latest.number])).toEqual(
    expect.arrayContaining([
      ['采购管理办法', 1],
      ['投标操作手册', 1],
    ]),
  )
  expect(page.counts).toEqual({ all: 2, policy: 1, manual: 1 })
  expect((await buyer.call(c.documentPage, { query: { category: 'manual' } })).rows).toMatchObject([
    { title: '投标操作手册', category: 'manual' },
  ])
  expect((await buyer.call(c.documentPage, { query: { keyword: '管理%' } })).rows).toEqual([])
  const file = await buyer.file(c.documentFile, { params: { documentId, number: 1 } })
  expect(file).toMatchObject({ name: '采购管理办法.pdf', content: pdf('采购管理办法') })
})

test('a new version is the one shown; the one before can still be had', async () => {
  const { documentId } = await share('评标专家费用标准')
  const params = { documentId }
  const second = await admin.upload('shared-document', '评标专家费用标准（2026）.pdf', pdf('2026'))
  expect(await admin.call(c.addVersion, { params, body: { fileId: second.fileId, note: '调整标准' } })).toEqual({
    number: 2,
  })
  const { rows } = await buyer.call(c.documentPage, { query: { keyword: '费用标准' } })
  expect(rows).toMatchObject([{ latest: { number: 2, note: '调整标准' } }])
  expect((await buyer.call(c.documentVersions, { params })).map((v) => v.number)).toEqual([2, 1])
  expect((await buyer.file(c.documentFile, { params: { ...params, number: 1 } })).content).toEqual(
    pdf('评标专家费用标准'),
  )
  expect(
    (await t.owner.query('select 1 from shared_document_version where document_id = $1', [documentId])).rowCount,
  ).toBe(2)
  await admin.call(c.changeDocument, { params, body: { title: '专家劳务费标准', category: 'notice' } })
  expect((await buyer.call(c.documentPage, { query: { category: 'notice' } })).rows).toMatchObject([
    { title: '专家劳务费标准' },
  ])
})

test('a file that is not as it was stored is told as such, and not given', async () => {
  const { documentId } = await share('保密承诺书')
  const { rows } = await t.owner.query<{ sha: string }>(
    `select encode(f.sha256, 'hex') as sha from shared_document_version v join file_object f on f.id = v.file_id
     where v.document_id = $1`,
    [documentId],
  )
  const path = join(t.config.dataDir, 'files', objectPath(rows[0]!.sha))
  await writeFile(path, pdf('保密承诺书改'))
  await expect(buyer.file(c.documentFile, { params: { documentId, number: 1 } })).rejects.toMatchObject({
    status: 500,
    body: { code: 10050, message: '平台保存的文件与登记的指纹不符，请联系平台管理员' },
  })
  await rm(path)
  await expect(buyer.file(c.documentFile, { params: { documentId, number: 1 } })).rejects.toMatchObject({ status: 404 })
})

test('two new versions at once get two numbers', async () => {
  const { documentId } = await share('合同范本', 'form')
  const files = await Promise.all(['a', 'b'].map((x) => admin.upload('shared-document', `${x}.pdf`, pdf(x))))
  const numbers = await Promise.all(
    files.map(({ fileId }) => admin.call(c.addVersion, { params: { documentId }, body: { fileId } })),
  )
  expect(numbers.map((one) => one.number).toSorted((a, b) => a - b)).toEqual([2, 3])
})

test('withdrawn, it does not exist; neither does a file of somebody else', async () => {
  const { documentId } = await share('作废的通知', 'notice')
  const params = { documentId }
  await admin.call(c.removeDocument, { params })
  expect((await admin.refused(c.removeDocument, { params })).status).toBe(404)
  expect((await buyer.refused(c.documentVersions, { params })).status).toBe(404)
  await expect(buyer.file(c.documentFile, { params: { ...params, number: 1 } })).rejects.toMatchObject({ status: 404 })
  const foreign = await buyer.upload('tender-document', 'x.pdf', pdf('x'))
  const body = { title: '别人的文件', category: 'policy' as const, fileId: foreign.fileId }
  expect(await admin.refused(c.addDocument, { body })).toMatchObject({ status: 400 })
  await expect(buyer.upload('shared-document', 'x.pdf', pdf('x'))).rejects.toMatchObject({ status: 403 })
})

test('only the administration keeps, only purchasers of a tenant with a centre read', async () => {
  const { documentId } = await share('内部制度')
  const params = { documentId }
  const body = { title: '改名', category: 'policy' as const }
  expect((await buyer.refused(c.changeDocument, { params, body })).status).toBe(403)
  expect((await buyer.refused(c.removeDocument, { params })).status).toBe(403)
  const supplier = await t.login('bj-supplier1', { workbench: 'supplier', tenantId: 3 })
  expect((await supplier.refused(c.documentPage, { query: {} })).status).toBe(403)
  const elsewhere = await t.login('buyer', { workbench: 'purchaser' })
  expect((await elsewhere.refused(c.documentPage, { query: {} })).status).toBe(404)
  expect((await elsewhere.refused(c.documentVersions, { params })).status).toBe(404)
  expect((await buyer.refused(c.documentVersions, { params: { documentId: newId() } })).status).toBe(404)
  expect((await t.client().refused(c.documentPage, { query: {} })).status).toBe(401)
  // The menu says the same.
  const shows = async (client: HttpClient) => JSON.stringify(await client.call(menus, {})).includes('/document/jxic')
  expect([await shows(buyer), await shows(admin), await shows(supplier), await shows(elsewhere)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
