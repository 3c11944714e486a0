import { describe, expect, test } from 'vitest'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { renderPdf as render, type PdfOptions } from './render.ts'
import { richTextToTypst, type RichNode } from './rich-text.ts'

const at = new Date('2026-03-25T01:30:00Z')
const renderPdf = (template: string, data: unknown, more: Partial<PdfOptions> = {}) =>
  render(template, data, { at, ...more })

/** The text of each page, as a reader's program finds it. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: true })
  const document = await task.promise
  const pages: string[] = []
  for (let i = 1; i <= document.numPages; i++) {
    const { items } = await (await document.getPage(i)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await task.destroy()
  return pages
}

const record = `#import "base.typ": *
#show: official.with(title: input.title, org: "青溪县教育局", number: "QX-01")
#data-table(((title: "序号", key: "no", width: 40pt), (title: "投标人名称", key: "name"), (title: "报价", key: "quote", align: "right")), input.rows, total: (name: "合计", quote: "9.99"))
`
const row = (i: number) => ({ no: i, name: `第${i}建筑公司`, quote: '1,234.50' })

describe('a document', () => {
  test('has Chinese text, page numbers and the head of its table on every page', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => row(i + 1))
    const pdf = await renderPdf(record, { title: '开标记录', rows })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const pages = await pagesOf(pdf)
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((text, i) => {
      expect(text).toContain(
        `第 ${i + 1} 页 共 ${pages.length} 页`.replaceAll(' ', text.includes(`第 ${i + 1}`) ? ' ' : ''),
      )
      expect(text).toContain('投标人名称')
      expect(text).toContain('开标记录')
    })
    expect(pages.join('')).toContain('第100建筑公司')
    expect(pages.at(-1)).toContain('合计')
  })

  test('is PDF/A-2b with its fonts inside, and small', async () => {
    const pdf = await renderPdf(record, { title: '开标记录', rows: [row(1)] })
    const text = pdf.toString('latin1')
    expect(text).toMatch(/pdfaid:part>2</)
    expect(text).toMatch(/pdfaid:conformance>B</)
    expect(text).toContain('/FontFile2')
    expect(pdf.length).toBeLessThan(100_000)
  })

  test('is the same, byte for byte, for the same input and time', async () => {
    const make = (time: string) => renderPdf(record, { title: '同一文件', rows: [row(1)] }, { at: new Date(time) })
    const [one, two, later] = await Promise.all([
      make('2026-03-25T01:30:00Z'),
      make('2026-03-25T01:30:00Z'),
      make('2026-03-25T01:30:01Z'),
    ])
    expect(one.equals(two)).toBe(true)
    expect(one.equals(later)).toBe(false)
    expect(one.includes('<xmp:CreateDate>2026-03-25T01:30:00+00:00<')).toBe(true)
  })

  test('leaves the event loop free while it is made', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => row(i))
    let [longest, last] = [0, performance.now()]
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    const started = performance.now()
    await renderPdf(record, { title: '大表', rows })
    clearInterval(beat)
    expect(longest).toBeLessThan(Math.max(60, (performance.now() - started) / 2))
  })
})

describe('every block', () => {
  const all = `#import "base.typ": *
#show: official.with(title: "回执", subtitle: "第一行\\n第二行", flipped: true)
#facts((("项目名称", "改造工程"), ("空", none), ("多行", "甲\\n乙")), columns: 2)
#derivation(((label: "评标基准价", expression: "(1 + 2) ÷ 2", value: "1.5"),))
#signatures(((role: "监督人", name: "王五", at: "2026-01-01"), (role: "记录人", image: "files/sign.svg")))
#seal-block(facts: (("签发时间", "2026-01-01"),), hashes: (("摘要", input.hash),), qr: input.qr, note: "离线核对")
`
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'

  test('can be used together', async () => {
    const files = { 'files/sign.svg': new TextEncoder().encode(svg) }
    const [text] = await pagesOf(await renderPdf(all, { hash: '0123456789abcdef'.repeat(4), qr: svg }, { files }))
    for (const part of [
      '第一行',
      '第二行',
      '改造工程',
      '—',
      '甲',
      '= (1 + 2) ÷ 2',
      '1.5',
      '监督人（签字）',
      '王五',
      '离线核对',
      '0123',
      'cdef',
    ]) {
      expect(text!.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''))
    }
    expect(text).not.toContain('01234567')
  })

  test('a picture given once is gone for the next document', async () => {
    await expect(renderPdf(all, { hash: 'ab', qr: svg })).rejects.toThrow('sign.svg')
  })
})

describe('what people type stays text', () => {
  const attacks = [
    '#panic("owned")',
    '#read("base.typ")',
    '#set page(width: 1pt)',
    '$ x^2 $ *bold* _it_ `raw` <label> @ref',
    '= 假标题',
    '"); #panic("out") //',
    '\\u{1F600} \\ ~ -- --- ...',
    '/* 注释 */ // 行',
    '#import "@preview/x:1.0.0": *',
    '{{最高限价}} ${process.env.HOME} <script>alert(1)</script>',
  ]

  test.each(attacks)('%s', async (attack) => {
    const paragraph: RichNode = { type: 'paragraph', content: [{ type: 'text', text: attack }] }
    const template = `#import "base.typ": *
#show: official.with(title: input.t, org: input.t, number: input.t)
#facts(((input.t, input.t),))
#data-table(((title: input.t, key: "k"),), ((k: input.t),))
#rich(input.rich)`
    const [text] = await pagesOf(await renderPdf(template, { t: attack, rich: richTextToTypst([paragraph]) }))
    const bare = (s: string) => s.replace(/\s/g, '')
    expect(bare(text!).split(bare(attack)).length - 1).toBeGreaterThanOrEqual(5)
  })

  test('a template reads nothing outside its folder', async () => {
    for (const path of ['/etc/hostname', '../../../package.json', '../main.ts']) {
      await expect(renderPdf(`#read(${JSON.stringify(path)})`, null)).rejects.toThrow('document template is wrong')
    }
  })

  test('nor does a picture take any other place', async () => {
    await expect(renderPdf('', null, { files: { '../x.png': new Uint8Array() } })).rejects.toThrow('not a file name')
  })
})

test('a wrong template fails with its diagnostics, and the next document is made', async () => {
  await expect(renderPdf('#unknown-name', null)).rejects.toThrow('unknown variable: unknown-name')
  expect(await pagesOf(await renderPdf('好', null))).toEqual(['好'])
})
