import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { HttpError, type HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as files from '../contract/attachments.ts'
import * as c from '../contract/tools.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { openPdf } from './convert/paper.ts'
import { docx, pdf, png, uploadByForm } from './testing/files.ts'

let t: TestSystem
let buyer: HttpClient
let stranger: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  stranger = await t.login('supplier1', { workbench: 'supplier' })
})

async function textOf(content: Uint8Array): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  let text = ''
  for (let n = 1; n <= document.numPages; n++)
    for (const item of (await (await document.getPage(n)).getTextContent()).items) text += 'str' in item ? item.str : ''
  await document.loadingTask.destroy()
  return text
}

async function contentOf(client: HttpClient, id: string): Promise<Buffer> {
  const { url } = await client.call(files.accessUrl, { params: { id } })
  return Buffer.from(await (await client.fetch('GET', url)).arrayBuffer())
}

/** Pictures in a PDF, found by their objects. */
const pictures = (content: Buffer) => (content.toString('latin1').match(/\/Subtype\s*\/Image/g) ?? []).length

describe('HTML', () => {
  test('becomes a PDF among the own attachments, and says what was left out', async () => {
    const html = '<h1>公告</h1><p onclick=x()>各供应商：</p><script>x()</script><img src="http://127.0.0.1/x.png">'
    const made = await buyer.call(c.htmlToPdf, { body: { content: html, title: '采购公告' } })
    expect(made).toMatchObject({ name: '采购公告.pdf', mime: 'application/pdf', mayDelete: true })
    expect(made.dropped.toSorted()).toEqual(['外部图片', '脚本'])
    const text = await textOf(await contentOf(buyer, made.attachmentId))
    expect(text).toContain('采购公告')
    expect(text).toContain('各供应商')
    expect(text).not.toContain('x()')
    expect((await stranger.refused(files.accessUrl, { params: { id: made.attachmentId } })).status).toBe(404)
  })

  test('becomes a Word document', async () => {
    const html = '<h2>合同条款</h2><table><thead><tr><th>项<th>值</thead><tr><td>质保<td>三年</table>'
    const made = await buyer.call(c.htmlToWord, { body: { content: html, title: '合同' } })
    expect(made).toMatchObject({ name: '合同.docx', convertible: true, dropped: [] })
    const zip = await yauzl.fromBufferPromise(await contentOf(buyer, made.attachmentId), {})
    let xml = ''
    for await (const entry of zip.eachEntry())
      if (entry.fileName === 'word/document.xml')
        xml = (await buffer(await zip.openReadStreamPromise(entry))).toString()
    for (const piece of ['合同条款', 'Heading2', '质保', '<w:tblHeader/>']) expect(xml).toContain(piece)
  })

  test('the same request twice is one attachment; at once, two', async () => {
    const body = { content: '<p>一次</p>', title: '只要一份' }
    const first = await buyer.call(c.htmlToPdf, { body }, { key: 'html-once-0001' })
    expect((await buyer.call(c.htmlToPdf, { body }, { key: 'html-once-0001' })).attachmentId).toBe(first.attachmentId)
    const both = await Promise.all([1, 2].map(() => buyer.call(c.htmlToPdf, { body })))
    expect(new Set(both.map((made) => made.attachmentId)).size).toBe(2)
  })

  test('shows own pictures, and those of attachments that the caller may read; no others', async () => {
    const mine = await uploadByForm(buyer, '图.png', await png())
    const others = await uploadByForm(stranger, '密.png', await png(300, 300))
    const data = `data:image/png;base64,${(await png(40, 40)).toString('base64')}`
    const img = (src: string) => `<img src="${src}">`
    const make = async (html: string) => {
      const { content } = await buyer.file(c.htmlToPdfFile, { body: { content: `<p>文</p>${html}`, title: '' } })
      return pictures(content)
    }
    expect(await make(img(data))).toBe(1)
    expect(await make(img(`/api/attachments/${mine.attachmentId}/content/original`))).toBe(1)
    expect(await make(img(`attachment:${mine.attachmentId}`) + img(data))).toBe(2)
    expect(await make(img(`attachment:${others.attachmentId}`))).toBe(0)
    expect(await make(img('data:image/png;base64,AAAA'))).toBe(0)
    const made = await buyer.call(c.htmlToWord, { body: { content: `文${img(`attachment:${others.attachmentId}`)}` } })
    expect(made.dropped).toEqual(['无权查看的图片'])
  })

  test('nothing to convert, too much and too long get their reasons', async () => {
    expect((await buyer.refused(c.htmlToPdf, { body: { content: '<script>x</script>' } })).code).toBe(406)
    expect((await buyer.refused(c.htmlToPdf, { body: { content: '' } })).code).toBe(10001)
    expect((await buyer.refused(c.htmlToPdf, { body: { content: '字'.repeat(2_000_001) } })).status).toBe(413)
    expect((await buyer.refused(c.htmlToPdf, { body: { content: 'a'.repeat(2_000_001) } })).code).toBe(10001)
    for (const call of [c.htmlToPdf, c.htmlToWord, c.htmlToPdfFile])
      expect((await t.client().refused(call, { body: { content: 'x' } })).status).toBe(401)
  })

  test('twenty asked for by one person neither delay a record of the procedure nor what others ask for', async () => {
    const html = '<p>很长的一段</p>'.repeat(1500)
    const ended: string[] = []
    const asked = Array.from({ length: 20 }, () =>
      buyer.file(c.htmlToPdfFile, { body: { content: html, title: '' } }).then(
        () => ended.push('own'),
        (error: unknown) => ended.push(error instanceof HttpError ? `refused ${error.status}` : 'broken'),
      ),
    )
    const other = await t.login('supplier1')
    const record = renderPdf('回执', null, { at: new Date(0) }).then(() => ended.push('record'))
    const others = other.file(c.htmlToPdfFile, { body: { content: html, title: '' } }).then(() => ended.push('other'))
    await Promise.all([...asked, record, others])
    // One under way and ten waiting; the rest are asked to come back.
    expect(ended.filter((one) => one === 'refused 429')).toHaveLength(9)
    const made = ended.filter((one) => !one.startsWith('refused'))
    expect(made).toHaveLength(13)
    expect(made.indexOf('record')).toBeLessThanOrEqual(1)
    expect(made.indexOf('other')).toBeLessThanOrEqual(3)
  })

  test('more pages than anybody reads are refused in words', async () => {
    const html = `<p>${'字'.repeat(90)}</p>`.repeat(9_900)
    await expect(buyer.file(c.htmlToPdfFile, { body: { content: html, title: '' } })).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('内容超过 500 页，请分成几份'),
    })
  })
})

test('a batch is one zip with clean names, each once', async () => {
  const items = [
    { content: '<p>甲</p>', title: '../../公告' },
    { content: '<p>乙</p>', title: '../../公告' },
    { content: '<p>丙</p>', title: '' },
  ]
  const { name, content, mime } = await buyer.file(c.htmlToPdfZip, { body: { name: '公告汇总', items } })
  expect([name, mime]).toEqual(['公告汇总.zip', 'application/zip'])
  const zip = await yauzl.fromBufferPromise(content, {})
  const found: [string, string][] = []
  for await (const entry of zip.eachEntry())
    found.push([entry.fileName, await textOf(await buffer(await zip.openReadStreamPromise(entry)))])
  expect(found.map(([file]) => file.includes('/') || file.startsWith('.'))).toEqual([false, false, false])
  expect(new Set(found.map(([file]) => file)).size).toBe(3)
  expect(found.map(([, text]) => /[甲乙丙]/.exec(text)?.[0])).toEqual(['甲', '乙', '丙'])
  expect((await buyer.refused(c.htmlToPdfZip, { body: { items: [] } })).status).toBe(400)
  expect(
    (await buyer.refused(c.htmlToPdfZip, { body: { items: Array.from({ length: 51 }, () => items[0]!) } })).status,
  ).toBe(400)
  expect((await t.client().refused(c.htmlToPdfZip, { body: { items } })).status).toBe(401)
})

describe('watermark', () => {
  const mark = async (client: HttpClient, name: string, content: Uint8Array, query: string) => {
    const form = new FormData()
    form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
    const response = await client.fetch('POST', `/api/attachment-tools/watermark?${query}`, form)
    return { mime: response.headers.get('content-type'), content: Buffer.from(await response.arrayBuffer()) }
  }
  const refused = (promise: Promise<unknown>) =>
    promise.then(
      () => 0,
      (error: unknown) => (error instanceof HttpError ? error.body.code : -1),
    )

  test('stands on every page of a PDF, as text, and leaves the pages as they were', async () => {
    const word = '仅供评审使用 勿外传'
    const { mime, content } = await mark(
      buyer,
      '标书.pdf',
      await pdf(3),
      `watermarkType=1&watermarkWord=${encodeURIComponent(word)}`,
    )
    expect(mime).toBe('application/pdf')
    expect((await openPdf(content)).getPageCount()).toBe(3)
    const text = (await textOf(content)).replace(/\s/g, '')
    expect(text.split('仅供评审使用').length).toBeGreaterThan(6)
    expect(text).toContain('page3')
    // The face is embedded as a subset: it is not ten megabytes.
    expect(content.length).toBeLessThan(200_000)
  })

  test('stands on a picture; without a type the picture stays as it is', async () => {
    const plain = await png(400, 300)
    const marked = await mark(buyer, 'a.png', plain, 'watermarkType=1&watermarkWord=%E6%A0%B7%E5%BC%A0')
    expect(await sharp(marked.content).metadata()).toMatchObject({ format: 'png', width: 400, height: 300 })
    expect(marked.content.equals(plain)).toBe(false)
    expect((await mark(buyer, 'a.png', plain, 'watermarkType=0')).content.equals(plain)).toBe(true)
  })

  test('words are words: nothing in them runs', async () => {
    const word = '#panic() "$x$ \\u{0} <b>'
    const { content } = await mark(buyer, 'a.pdf', await pdf(), `watermarkWord=${encodeURIComponent(word)}`)
    expect((await textOf(content)).replace(/\s/g, '')).toContain('#panic()')
  })

  test('other files, no words, unknown types and nobody are refused', async () => {
    expect(await refused(mark(buyer, 'a.docx', await docx(), 'watermarkWord=x'))).toBe(10015)
    expect(await refused(mark(buyer, 'a.pdf', Buffer.from('%PDF-1.7 x'), 'watermarkWord=x'))).toBe(10015)
    expect(await refused(mark(buyer, 'a.pdf', await pdf(), 'watermarkWord='))).toBe(10001)
    expect(await refused(mark(buyer, 'a.pdf', await pdf(), 'watermarkType=7&watermarkWord=x'))).toBe(10001)
    expect(await refused(mark(buyer, 'a.pdf', await pdf(), `watermarkWord=${'x'.repeat(61)}`))).toBe(10001)
    expect(await refused(mark(t.client(), 'a.pdf', await pdf(), 'watermarkWord=x'))).toBe(401)
  })
})
