import { readFile, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { accessUrl, attachments, convertPdf, previewUrl } from '#features/attachments/contract/attachments.ts'
import * as c from '#features/attachments/contract/downloads.ts'
import { DownloadStatus, KEPT_MS } from '#features/attachments/rules.ts'
import type { DownloadKind } from '#features/attachments/server/public.ts'
import { attachments as attachmentsFeature } from '#features/attachments/server/routes.ts'
import { messages } from '#features/messages/server/routes.ts'
import { acceptFirstEmployment } from '#features/organisation/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem } from '#server/testing/test-system.ts'
import { prepareArchive } from '../contract/order.ts'
import { prepareTradeFiles } from '../contract/trade.ts'
import { downloads } from './downloads.ts'
import { recordFiles } from './record-files.ts'
import { procurement } from './routes.ts'
import { approvals, archiveParts, join, publish, type TenderWorld } from './testing/tender.ts'

const S = DownloadStatus.values
const params = { platform: 1 }
let world: TenderWorld
let agent: HttpClient
/** What the next builds do instead of building; empty: as they are. */
const faults: (() => Promise<void>)[] = []

beforeAll(async () => {
  const faulty = downloads.map((kind): DownloadKind => ({
    ...kind,
    build: async (ctx, job) => {
      await faults.shift()?.()
      return kind.build(ctx, job)
    },
  }))
  const t = await testSystem({
    from: 'people',
    features: [
      tenancy,
      passport(acceptFirstEmployment),
      messages,
      attachmentsFeature({ holders: [recordFiles], downloads: faulty, files: () => ({}) }),
      procurement({ archiveParts, approvals }),
    ],
  })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  world = { t, buyer, suppliers }
})

async function task(downloadId: string, client = world.buyer): Promise<c.DownloadTask> {
  const { rows } = await client.call(c.downloadPage, { params, query: {} })
  return rows.find((row) => row.downloadId === downloadId)!
}

async function finished(downloadId: string): Promise<c.DownloadTask> {
  for (let i = 0; i < 300; i++) {
    const row = await task(downloadId)
    if (row.status >= S.success) return row
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the download is never made')
}

async function take(id: string): Promise<Map<string, Buffer>> {
  const { url } = await world.buyer.call(c.downloadAccessUrl, { params: { id } })
  const zip = await yauzl.fromBufferPromise(Buffer.from(await (await world.buyer.fetch('GET', url)).arrayBuffer()), {})
  const found = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return found
}

test('sign-up documents of all suppliers as one zip: made beside, taken once by each address, kept seven days', async () => {
  const { buyer, suppliers, t } = world
  const { orderId } = await publish(world)
  expect((await buyer.refused(prepareTradeFiles, { params: { orderId } })).code).toBe(10002)
  for (const supplier of suppliers) await join(world, orderId, { supplier, pass: false })
  const { downloadId } = await buyer.call(prepareTradeFiles, { params: { orderId } })
  const made = await finished(downloadId)
  expect(made).toMatchObject({ status: S.success, progress: 100, kindLabel: '报名材料', reason: '', fetchedAt: null })
  expect(made.actions.filter((a) => !a.reason).map((a) => a.action)).toEqual(['take', 'delete'])
  const files = await take(downloadId)
  expect(files.size).toBe(4)
  expect([...files.keys()].filter((name) => /^0[123]-.+\/营业执照-营业执照\.pdf$/.test(name))).toHaveLength(3)
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { entries: unknown[] }
  expect(manifest.entries).toHaveLength(3)
  expect((await task(downloadId)).fetchedAt).not.toBeNull()

  const { url } = await buyer.call(c.downloadAccessUrl, { params: { id: downloadId } })
  await buyer.fetch('GET', url)
  await expect(buyer.fetch('GET', url)).rejects.toThrow('401')
  await expect(buyer.fetch('GET', url.replace(/\?.*/, ''))).rejects.toThrow('403')
  expect((await buyer.refused(c.retryDownload, { params: { id: downloadId } })).message).toContain('仍在有效期内')

  await t.advanceTo(new Date(Date.parse(made.endedAt!) + KEPT_MS))
  const again = await t.login('buyer', { workbench: 'purchaser' })
  world.buyer = again
  expect((await again.refused(c.downloadAccessUrl, { params: { id: downloadId } })).message).toContain('已过期')
  await again.call(c.retryDownload, { params: { id: downloadId } })
  expect((await finished(downloadId)).status).toBe(S.success)
})

test('failures: a reason for people is final and can be tried again, a fault is tried again by itself', async () => {
  const { suppliers } = world
  const { orderId } = await publish(world)
  await join(world, orderId, { supplier: suppliers[0]! })
  const { AppError } = await import('#contract/errors.ts')
  faults.push(async () => {
    throw new AppError('noSpace', '存储空间不足')
  })
  const { downloadId } = await world.buyer.call(prepareTradeFiles, { params: { orderId } })
  expect(await finished(downloadId)).toMatchObject({ status: S.failed, reason: '存储空间不足', size: null })
  expect((await world.buyer.refused(c.downloadAccessUrl, { params: { id: downloadId } })).code).toBe(10002)
  faults.push(async () => {
    throw new Error('a fault')
  })
  await world.buyer.call(c.retryDownload, { params: { id: downloadId } })
  expect((await world.buyer.refused(c.retryDownload, { params: { id: downloadId } })).code).toBe(10002)
  expect(await finished(downloadId)).toMatchObject({ status: S.success, reason: '' })
})

test('asked for twice while it waits is one task; too many at once are refused; a dropped one is not made', async () => {
  const { suppliers } = world
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  faults.push(() => held)
  const orders: string[] = []
  for (let i = 0; i < 11; i++) {
    const { orderId } = await publish(world)
    await join(world, orderId, { supplier: suppliers[i % 3]!, pass: false })
    orders.push(orderId)
  }
  const { buyer } = world
  const [first, same] = await Promise.all(
    [0, 0].map((i) => buyer.call(prepareTradeFiles, { params: { orderId: orders[i]! } })),
  )
  expect(same!.downloadId).toBe(first!.downloadId)
  const ids = [first!.downloadId]
  for (const orderId of orders.slice(1, 10))
    ids.push((await buyer.call(prepareTradeFiles, { params: { orderId } })).downloadId)
  expect((await buyer.refused(prepareTradeFiles, { params: { orderId: orders[10]! } })).code).toBe(10006)
  await buyer.call(c.deleteDownload, { params: { id: ids[1]! } })
  expect(await task(ids[1]!)).toBeUndefined()
  go()
  for (const id of ids.filter((_, i) => i !== 1)) expect((await finished(id)).status).toBe(S.success)
  const { rows } = await world.t.owner.query('select status from attachment_download where id = $1', [ids[1]])
  expect(rows).toEqual([{ status: S.waiting }])
  const { counts } = await buyer.call(c.downloadPage, { params, query: { status: S.failed } })
  expect(counts).toMatchObject({ '4': 0 })
})

test('the archive is checked against its hash on the way', async () => {
  const { t } = world
  const { orderId } = await publish(world)
  expect((await world.buyer.refused(prepareArchive, { params: { orderId } })).message).toBe('项目尚未归档')
  const { sha256, size } = await t.kernel.files.put(Buffer.from('an archive'))
  const file = '00000000-0000-4000-8000-0000000000aa'
  await t.owner.query(
    `insert into file_object values (1, $1, $2, $3, 'application/zip', 'a.zip', 'archive', null, null, now())`,
    [file, Buffer.from(sha256, 'hex'), size],
  )
  await t.owner.query(`insert into archive values (1, $1, $2, $3, $1, now())`, [
    orderId,
    file,
    Buffer.from(sha256, 'hex'),
  ])
  const { downloadId } = await world.buyer.call(prepareArchive, { params: { orderId } })
  expect(await finished(downloadId)).toMatchObject({ sha256, size, kindLabel: '项目归档' })
  // Bytes changed on the disk.
  await writeFile(
    `${t.config.dataDir}/files/objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
    'an archivf',
  )
  const second = await world.buyer.call(prepareArchive, { params: { orderId } })
  expect(await finished(second.downloadId)).toMatchObject({
    status: S.failed,
    reason: '平台保存的文件与登记的指纹不符，请联系平台管理员',
  })
})

test('an archive names the file that is altered or missing in the store', async () => {
  const { buyer, suppliers, t } = world
  const { orderId } = await publish(world)
  await join(world, orderId, { supplier: suppliers[0]!, pass: false })
  const { rows } = await t.owner.query<{ sha: string }>(
    `select encode(f.sha256, 'hex') as sha from file_object f join trade_file t on t.file_id = f.id
     join trade r on r.id = t.trade_id where r.order_id = $1`,
    [orderId],
  )
  const { sha } = rows[0]!
  const path = `${t.config.dataDir}/files/objects/${sha.slice(0, 2)}/${sha.slice(2, 4)}/${sha}`
  const bytes = await readFile(path)
  const reason = async () => {
    const { downloadId } = await buyer.call(prepareTradeFiles, { params: { orderId } })
    return (await finished(downloadId)).reason
  }
  await writeFile(path, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]))
  expect(await reason()).toMatch(/^文件与其摘要不符，无法归档：01-.+\/营业执照-营业执照\.pdf$/)
  await rm(path)
  expect(await reason()).toMatch(/^文件缺失，无法归档：01-.+\/营业执照-营业执照\.pdf$/)
  await writeFile(path, bytes)
  expect(await reason()).toBe('')
})

test('tasks of others, of another workbench and of nobody do not exist', async () => {
  const { suppliers, t } = world
  const { orderId } = await publish(world)
  await join(world, orderId, { supplier: suppliers[0]! })
  const { downloadId } = await world.buyer.call(prepareTradeFiles, { params: { orderId } })
  await finished(downloadId)
  const colleague = await t.login('newbie', { workbench: 'purchaser' })
  const otherBench = await t.login('buyer', { workbench: 'agency' }).catch(() => null)
  for (const who of [agent, suppliers[0]!, colleague, ...(otherBench ? [otherBench] : [])]) {
    for (const call of [c.deleteDownload, c.retryDownload, c.downloadAccessUrl])
      expect((await who.refused(call, { params: { id: downloadId } })).status).toBe(404)
    const { rows } = await who.call(c.downloadPage, { params, query: {} })
    expect(rows.some((row) => row.downloadId === downloadId)).toBe(false)
  }
  expect((await agent.refused(prepareTradeFiles, { params: { orderId } })).status).toBe(404)
  expect((await agent.refused(prepareArchive, { params: { orderId } })).status).toBe(404)
  expect((await suppliers[0]!.refused(prepareTradeFiles, { params: { orderId } })).code).toBe(10008)
  expect((await suppliers[0]!.refused(prepareArchive, { params: { orderId } })).code).toBe(10008)
  for (const call of [c.deleteDownload, c.retryDownload, c.downloadAccessUrl])
    expect((await t.client().refused(call, { params: { id: downloadId } })).status).toBe(401)
  expect((await t.client().refused(c.downloadPage, { params, query: {} })).status).toBe(401)
  expect((await world.buyer.refused(c.downloadPage, { params: { platform: 2 }, query: {} })).status).toBe(400)
  // Who may no longer read the order gets nothing of it any more.
  await t.owner.query(
    'update purchase_order set purchaser_company_id = owner_company_id, owner_company_id = (select id from company where id <> owner_company_id limit 1) where id = $1',
    [orderId],
  )
  await t.owner.query('update purchase_order set purchaser_company_id = owner_company_id where id = $1', [orderId])
  expect((await world.buyer.refused(c.downloadAccessUrl, { params: { id: downloadId } })).status).toBe(404)
})

test('files of records are shown and converted under the rules of the record', async () => {
  const { suppliers } = world
  const { orderId, documentId } = await publish(world)
  const { licenceId } = await join(world, orderId, { supplier: suppliers[0]! })
  const seen = await world.buyer.call(attachments, { query: { attachmentIds: [licenceId, documentId].join(',') } })
  expect(seen.map((file) => [file.name, file.mayDelete])).toEqual([
    ['营业执照.pdf', false],
    ['招标文件.pdf', false],
  ])
  expect((await suppliers[0]!.call(previewUrl, { params: { id: licenceId, pattern: 'pdf' } })).url).not.toBeNull()
  // A tender document is recorded when a supplier takes it: it has its own call.
  for (const [who, id] of [
    [suppliers[0]!, documentId],
    [suppliers[1]!, licenceId],
    [agent, licenceId],
    [agent, documentId],
  ] as const) {
    expect((await who.refused(accessUrl, { params: { id } })).status).toBe(404)
    expect((await who.refused(convertPdf, { params: { id } })).status).toBe(404)
  }
})
