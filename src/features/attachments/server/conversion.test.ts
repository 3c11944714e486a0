import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { inContext } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import * as c from '../contract/attachments.ts'
import { ConversionStatus } from '../rules.ts'
import { openPdf } from './convert/paper.ts'
import { renditionWorker } from './renditions.ts'
import { docx, ended, hasOffice, pdf, png, uploadByForm, xlsx, zip } from './testing/files.ts'

const S = ConversionStatus.values
let t: TestSystem
let buyer: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

/** The content of a form of a file, once it is there. */
async function shown(id: string, pattern: 'original' | 'pdf' | 'thumbnail' | 'watermarked') {
  for (let i = 0; i < 600; i++) {
    const answer = await buyer.call(c.previewUrl, { params: { id, pattern } })
    if (answer.status === S.failed) throw new Error(answer.reason)
    if (answer.url) {
      const response = await buyer.fetch('GET', answer.url)
      if (response.headers.get('content-type') !== answer.mime) throw new Error('another type than was said')
      if (!response.headers.get('content-disposition')?.startsWith('inline')) throw new Error('not shown but saved')
      return { content: Buffer.from(await response.arrayBuffer()), mime: answer.mime! }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no preview')
}

const jobs = async (id: string) => {
  const { rows } = await t.owner.query<{ n: number }>(
    `select count(*)::int as n from attachment_rendition r join file_object f on f.sha256 = r.source_sha256
     where f.id = $1`,
    [id],
  )
  return rows[0]!.n
}

test('a picture: as PDF, small, marked', async () => {
  const { attachmentId: id } = await uploadByForm(buyer, '照片.png', await png(1200, 600))
  expect(await buyer.call(c.convertPdf, { params: { id } })).toMatchObject({ reason: '' })
  expect(await ended(buyer, id)).toMatchObject({ status: S.success })
  const paper = await openPdf((await shown(id, 'pdf')).content)
  expect(paper.getPageCount()).toBe(1)
  expect(paper.getPage(0).getWidth()).toBeGreaterThan(paper.getPage(0).getHeight())
  const small = await shown(id, 'thumbnail')
  expect(await sharp(small.content).metadata()).toMatchObject({ format: 'webp', width: 360, height: 180 })
  const marked = await shown(id, 'watermarked')
  expect(marked.mime).toBe('image/png')
  const [plain, words] = [await shown(id, 'original'), marked].map(({ content }) => sharp(content))
  expect((await words!.stats()).entropy).toBeGreaterThan((await plain!.stats()).entropy)
})

test('a PDF: as it is, its first page small, every page marked with who looks', async () => {
  const { attachmentId: id } = await uploadByForm(buyer, '文件.pdf', await pdf(3))
  expect(await buyer.call(c.convertPdf, { params: { id } })).toEqual({ status: S.success, reason: '' })
  expect((await shown(id, 'pdf')).content.equals((await shown(id, 'original')).content)).toBe(true)
  expect(await sharp((await shown(id, 'thumbnail')).content).metadata()).toMatchObject({ height: 360 })
  const { content } = await shown(id, 'watermarked')
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  expect(document.numPages).toBe(3)
  for (let n = 1; n <= 3; n++) {
    const { items } = await (await document.getPage(n)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    expect(text).toContain(`page ${n}`)
    expect(text).toContain('江州市')
  }
  await document.loadingTask.destroy()
})

test.skipIf(!hasOffice)('documents and spreadsheets, by LibreOffice', async () => {
  const paper = await uploadByForm(buyer, '合同.docx', await docx('采购合同'))
  const sheet = await uploadByForm(buyer, '清单.xlsx', await xlsx('监护仪'))
  for (const { attachmentId: id } of [paper, sheet]) {
    await buyer.call(c.convertPdf, { params: { id } })
    expect(await ended(buyer, id)).toEqual({ status: S.success, reason: '', size: expect.any(Number) as number })
    expect((await openPdf((await shown(id, 'pdf')).content)).getPageCount()).toBe(1)
    expect((await shown(id, 'thumbnail')).mime).toBe('image/webp')
    expect((await shown(id, 'watermarked')).mime).toBe('application/pdf')
  }
})

test('the same file asked for many times at once, by many, is one job', async () => {
  const content = await png(64, 64)
  const files = await Promise.all([1, 2, 3].map((i) => uploadByForm(buyer, `同一张${i}.png`, content)))
  await Promise.all(
    files.flatMap(({ attachmentId: id }) => [1, 2, 3, 4].map(() => buyer.call(c.convertPdf, { params: { id } }))),
  )
  for (const { attachmentId } of files) expect((await ended(buyer, attachmentId)).status).toBe(S.success)
  expect(await jobs(files[0]!.attachmentId)).toBe(1)
})

describe('what cannot be converted says why, and can be asked again', () => {
  test.each([
    ['broken.png', () => png().then((b) => b.subarray(0, 60)), '图片已损坏'],
    [
      'broken.docx',
      () => zip({ '[Content_Types].xml': '<x/>', 'word/document.xml': '<!DOCTYPE a><a/>' }),
      '文件已损坏',
    ],
    ['bomb.docx', () => zip({ 'word/a.xml': Buffer.alloc(401 * 1024 * 1024) }), '文件解压后过大'],
  ])('%s', async (name, content, reason) => {
    const { attachmentId: id } = await uploadByForm(buyer, name, await content())
    const params = { id }
    await buyer.call(c.convertPdf, { params })
    expect(await ended(buyer, id)).toMatchObject({
      status: S.failed,
      reason: expect.stringContaining(reason) as string,
    })
    expect((await buyer.call(c.previewUrl, { params: { id, pattern: 'pdf' } })).url).toBeNull()
    expect((await buyer.call(c.convertPdf, { params })).status).toBe(S.waiting)
    expect((await ended(buyer, id)).status).toBe(S.failed)
  })

  test('a damaged PDF has no thumbnail and takes no watermark', async () => {
    const { attachmentId: id } = await uploadByForm(buyer, 'x.pdf', Buffer.from('%PDF-1.7\nnothing'))
    await expect(shown(id, 'thumbnail')).rejects.toThrow('PDF 文件已损坏')
    const { url } = await buyer.call(c.previewUrl, { params: { id, pattern: 'watermarked' } })
    await expect(buyer.fetch('GET', url!)).rejects.toThrow('PDF 文件已损坏')
  })
})

describe('work that is interrupted', () => {
  const id = '00000000-0000-4000-8000-00000000000'
  const waiting = (subject: string) =>
    inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) => enqueue(ctx, renditionWorker.kind, subject))
  const left = async () =>
    (await t.owner.query<{ n: number }>(`select count(*)::int as n from leased_work where subject::text like '${id}%'`))
      .rows[0]!.n

  const until = async (what: () => boolean | Promise<boolean>) => {
    for (let i = 0; i < 200; i++) {
      if (await what()) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error('did not happen')
  }

  test('a conversion that a dead process left running is taken over when its lease ends', async () => {
    const { attachmentId } = await uploadByForm(buyer, '中断.png', await png(33, 33))
    // As a process leaves it that died in the middle: running, the work leased by nobody who is alive.
    const { rows } = await t.owner.query<{ sha256: Buffer }>('select sha256 from file_object where id = $1', [
      attachmentId,
    ])
    await t.owner.query(
      `insert into attachment_rendition (tenant_id, id, source_sha256, source_mime, pattern, status, asked_at)
       values (1, $1, $2, 'image/png', 'pdf', 2, now())`,
      [`${id}1`, rows[0]!.sha256],
    )
    await t.owner.query(
      `insert into leased_work (tenant_id, kind, subject, due_at, attempts, lease)
       values (1, $2, $1, now() + interval '700 milliseconds', 1, gen_random_uuid())`,
      [`${id}1`, renditionWorker.kind],
    )
    expect((await buyer.call(c.convertPdf, { params: { id: attachmentId } })).status).toBe(S.running)
    expect(await ended(buyer, attachmentId)).toMatchObject({ status: S.success })
  })

  test('work whose record is gone is put away', async () => {
    await waiting(`${id}4`)
    await until(async () => (await left()) === 0)
    const work = { tenantId: 1, subject: `${id}4`, signal: new AbortController().signal }
    await expect(renditionWorker.giveUp!(t.kernel, work, 'x')).resolves.toBeUndefined()
  })
})

test('the store holds what was made, under its hash', async () => {
  const { rows } = await t.owner.query<{ sha256: Buffer; size: string }>(
    'select sha256, size from attachment_rendition where status = 3',
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) {
    const content = await buffer(await t.kernel.files.read(row.sha256.toString('hex')))
    expect(content.length).toBe(Number(row.size))
  }
})
