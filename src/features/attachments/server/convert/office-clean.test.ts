import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { docx, hasOffice, zip } from '../testing/files.ts'
import { cleanOffice } from './office-clean.ts'
import { openPdf } from './paper.ts'
import { findOffice, NO_OFFICE, officeToPdf } from './soffice.ts'

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const RELS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
const relation = (type: string, target: string, mode = ' TargetMode="External"') =>
  `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/>`
const relations = (...list: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
const body = (content: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${content}<w:p><w:r><w:t>正文</w:t></w:r></w:p></w:body></w:document>`

async function parts(file: Buffer): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const open = await yauzl.fromBufferPromise(file, {})
  for await (const entry of open.eachEntry())
    found.set(entry.fileName, (await buffer(await open.openReadStreamPromise(entry))).toString())
  return found
}

const hostile = (rels: string, content = '', more: Record<string, string | Buffer> = {}) =>
  zip({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELS,
    'word/document.xml': body(content),
    'word/_rels/document.xml.rels': rels,
    ...more,
  })

/** Writes into the directory of a document how many bytes its `a.bin` unfolds to. */
function declare(file: Buffer, bytes: number): void {
  file.writeUInt32LE(bytes, file.lastIndexOf(Buffer.from('word/media/a.bin')) - 46 + 24)
}

describe('cleaning an office document', () => {
  test.each([
    ['a linked picture', relation('image', 'http://127.0.0.1:9/x.png')],
    ['a picture on the disk', relation('image', 'file:///etc/passwd')],
    ['a picture on the disk, as if internal', relation('image', 'file:///etc/passwd', '')],
    ['a template from elsewhere', relation('attachedTemplate', 'http://evil.example/t.dotm')],
    ['an object', relation('oleObject', 'file://host/share/x')],
    ['a share', relation('image', '//host/share/x.png', '')],
    ['another workbook', relation('externalLink', 'externalLinks/externalLink1.xml', '')],
    ['a piece of HTML', relation('aFChunk', 'evil.html', '')],
  ])('%s goes', async (_what, bad) => {
    const kept = relation('styles', 'styles.xml', '')
    const found = await parts(await cleanOffice(await hostile(relations(bad, kept))))
    const rels = found.get('word/_rels/document.xml.rels')!
    expect(rels).toBe(relations(kept))
  })

  test('hyperlinks stay: nothing follows them', async () => {
    const link = relation('hyperlink', 'https://a.example/')
    const found = await parts(await cleanOffice(await hostile(relations(link))))
    expect(found.get('word/_rels/document.xml.rels')).toBe(relations(link))
  })

  test('macros and embedded files go', async () => {
    const more = {
      'word/vbaProject.bin': 'x',
      'word/embeddings/oleObject1.bin': 'x',
      'word/activeX/activeX1.xml': '<x/>',
    }
    const found = await parts(await cleanOffice(await hostile(relations(), '', more)))
    expect([...found.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml',
    ])
  })

  test.each([
    ['whole', '<w:fldSimple w:instr=" INCLUDETEXT &quot;/etc/passwd&quot; "/>'],
    [
      'in pieces',
      '<w:r><w:instrText>INCLU</w:instrText></w:r><w:r><w:instrText>DEPICTURE "http://127.0.0.1/x"</w:instrText></w:r>',
    ],
    ['in references', '<w:r><w:instrText>&#68;D&#x45;AUTO cmd</w:instrText></w:r>'],
  ])('a field that fetches is emptied: %s', async (_what, field) => {
    const found = await parts(await cleanOffice(await hostile(relations(), `<w:p>${field}</w:p>`)))
    expect(found.get('word/document.xml')).not.toMatch(/passwd|127\.0\.0\.1|cmd/)
    expect(found.get('word/document.xml')).toContain('正文')
  })

  test('page numbers stay', async () => {
    const field = '<w:p><w:fldSimple w:instr="PAGE"/></w:p>'
    expect((await parts(await cleanOffice(await hostile(relations(), field)))).get('word/document.xml')).toContain(
      '"PAGE"',
    )
  })

  test('a document type, which only bombs and spies have, is refused', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
    await expect(cleanOffice(await hostile(relations(), '', { 'word/styles.xml': bomb }))).rejects.toThrow('文件已损坏')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bomb, 'utf16le')])
    await expect(cleanOffice(await hostile(relations(), '', { 'word/styles.xml': wide }))).rejects.toThrow('文件已损坏')
  })

  test('bombs are seen before they go off', async () => {
    const big = await hostile(relations(), '', { 'word/media/a.bin': Buffer.alloc(100_000) })
    declare(big, 410 * 1024 * 1024)
    await expect(cleanOffice(big)).rejects.toThrow('文件解压后过大')
    const many = Object.fromEntries(Array.from({ length: 5100 }, (_, i) => [`word/media/${i}`, 'x']))
    await expect(cleanOffice(await hostile(relations(), '', many))).rejects.toThrow('过于复杂')
    // An entry that declares less than it holds.
    const liar = await hostile(relations(), '', { 'word/media/a.bin': Buffer.alloc(100_000) })
    declare(liar, 10)
    await expect(cleanOffice(liar)).rejects.toThrow('文件已损坏')
  })

  test('anything else is damaged', async () => {
    for (const file of [
      Buffer.from('x'),
      Buffer.alloc(0),
      await zip({ 'a.txt': 'x' }),
      (await docx()).subarray(0, 500),
    ])
      await expect(cleanOffice(file)).rejects.toThrow('文件已损坏')
  })
})

test('without LibreOffice the reason is said', async () => {
  expect(findOffice({ SOFFICE: '/nowhere/soffice' })).toBeNull()
  expect(findOffice({ PATH: '/nowhere' }) === null || findOffice({ PATH: '/nowhere' })!.startsWith('/')).toBe(true)
  const before = process.env.SOFFICE
  process.env.SOFFICE = '/nowhere/soffice'
  try {
    const signal = new AbortController().signal
    await expect(officeToPdf(await docx(), { kind: 'docx', signal })).rejects.toThrow(NO_OFFICE)
  } finally {
    if (before === undefined) delete process.env.SOFFICE
    else process.env.SOFFICE = before
  }
})

describe.skipIf(!hasOffice)('LibreOffice', () => {
  const signal = new AbortController().signal

  test('makes a PDF whose Chinese text is text', async () => {
    const pdf = await officeToPdf(await cleanOffice(await docx('采购合同第一条')), { kind: 'docx', signal })
    expect((await openPdf(pdf)).getPageCount()).toBe(1)
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
    const { items } = await (await document.getPage(1)).getTextContent()
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('采购合同第一条')
    await document.loadingTask.destroy()
  })

  test('asks nobody, even for a document that was not cleaned', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('x')
    }).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="a"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
      const file = await hostile(relations(relation('image', `${address}/spy.png`)), picture)
      await officeToPdf(file, { kind: 'docx', signal })
      await officeToPdf(await cleanOffice(file), { kind: 'docx', signal })
      expect(asked).toEqual([])
    } finally {
      server.close()
    }
  })

  test('is stopped with what it started when time is up or the work is taken away', async () => {
    const content = await docx()
    await expect(officeToPdf(content, { kind: 'docx', signal, timeoutMs: 50 })).rejects.toThrow('转换超时')
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('stopped')), 100)
    await expect(officeToPdf(content, { kind: 'docx', signal: stop.signal })).rejects.toThrow('stopped')
  })

  test('says so of a file it cannot read', async () => {
    const broken = await zip({ '[Content_Types].xml': TYPES })
    const answer = await officeToPdf(broken, { kind: 'docx', signal }).then(
      () => 'a PDF',
      (error: Error) => error.message,
    )
    expect(answer).toContain('无法转换')
  })
})
