import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import { describe, expect, test } from 'vitest'
import { doc, paragraph, table } from '#features/procurement/rules/rich-text.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { richTextToTypst } from '#server/pdf/rich-text.ts'
import { readApart } from '../convert/threads.ts'
import { pdf, png, zip } from '../testing/files.ts'
import type { DocumentText } from '../../core/document-text.ts'
import { linesOf, type Piece } from '../../core/page-lines.ts'
import { readDocument } from './read-document.ts'
import { linesOfWord } from '../../core/word-lines.ts'

const PDF = 'application/pdf'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const at = new Date('2026-11-23T00:00:00Z')
const texts = (text: DocumentText) => text.lines.map((line) => `${line.at} ${line.text}`)

const plain = (text: string) => renderPdf('#import "base.typ": *\n#set page(margin: 2cm)\n#input', text, { at })

describe('a PDF', () => {
  test('of our own renderer, in the process of its own: pages, paragraphs over several lines, rows', async () => {
    const long = `投标人应当在截止时间前将投标保证金足额缴纳至指定账户，逾期未到账的视为未提交${'，并由其自行承担后果'.repeat(6)}。`
    const content = doc(
      paragraph('投标保证金：人民币 60,000.00 元'),
      paragraph(long),
      table(['事项', '内容'], [['开标时间', '2026年11月30日9时30分']]),
      ...Array.from({ length: 60 }, (_, i) => paragraph(`第 ${i} 条`)),
      paragraph('末页写明最高限价：90 万元'),
    )
    const template = '#import "base.typ": *\n#show: official.with(title: "招标文件")\n#rich(input)'
    const made = await renderPdf(template, richTextToTypst(content.content!), { at })
    const answer = await readApart({ op: 'text', content: made, mime: PDF })
    const text = JSON.parse(Buffer.from(answer.data).toString()) as DocumentText
    const lines = texts(text)
    expect(text).toMatchObject({ unit: 'page', read: text.total, empty: 0 })
    expect(lines).toContain('1 投标保证金：人民币 60,000.00 元')
    expect(lines.map((line) => line.replaceAll(' ', ''))).toContain(`1${long}`)
    expect(lines).toContain('1 开标时间|2026 年 11 月 30 日 9 时 30 分')
    expect(lines).toContain('2 第 25 条')
    expect(lines).toContain(`${text.total} 末页写明最高限价：90 万元`)
    expect(text.lines.at(-1)!.at).toBe(text.total)
  })

  test('is read as it looks, however it was put together', () => {
    const piece = (text: string, left: number, base: number, right = left + 12 * text.length): Piece => ({
      text,
      left,
      right,
      base,
      height: 12,
    })
    const page = [
      piece('元', 190, 100.4, 202),
      piece('投标保证金：', 60, 100),
      piece('人民币', 60, 118),
      piece('60,', 100, 118, 118),
      piece('000.00', 118, 118, 154),
      piece('元', 158, 118),
      // A row of heads above a row of values says nothing about which belongs to which.
      piece('最高限价', 60, 140),
      piece('投标保证金', 200, 140),
      piece('900,000元', 60, 158),
      piece('20,000元', 200, 158),
      piece('这一行一直写到右边的页边，所以下一行接着它说开标时', 60, 190, 500),
      piece('间：2026年12月1日', 60, 208),
      piece('这一行到此为止', 60, 226),
      piece('另一行', 60, 244),
      piece('页眉靠右', 452, 20, 500),
      piece('标题', 60, 38),
    ]
    expect(linesOf(page)).toEqual([
      '页眉靠右',
      '标题',
      '投标保证金：|元',
      '人民币 60,000.00 元',
      '最高限价|投标保证金',
      '900,000元|20,000元',
      '这一行一直写到右边的页边，所以下一行接着它说开标时间：2026年12月1日',
      '这一行到此为止',
      '另一行',
    ])
  })

  test('keeps a label with the lines of the cell beside it', () => {
    const piece = (text: string, left: number, base: number): Piece => {
      return { text, left, right: left + 10 * text.length, base, height: 10 }
    }
    const even = [piece('人民币 6 万元；', 200, 100), piece('投标保证金', 60, 107.5), piece('可用保函', 200, 115)]
    expect(linesOf(even)).toEqual(['投标保证金|人民币 6 万元；可用保函'])
    const odd = [piece('一', 200, 100), piece('开标时间', 60, 115), piece('二', 200, 115), piece('三', 200, 130)]
    expect(linesOf(odd)).toEqual(['开标时间|一二三'])
    // The rows are not to be told apart: each line for itself.
    expect(linesOf([...even, piece('9 时', 200, 130), piece('开标时间', 60, 137.5), piece('开标', 200, 145)])).toEqual([
      '人民币 6 万元；',
      '投标保证金',
      '可用保函',
      '9 时',
      '开标时间',
      '开标',
    ])
    const apart = [piece('投标保证金', 60, 107.5), piece('最高限价', 200, 90), piece('6 万元', 200, 125)]
    expect(linesOf(apart)).toEqual(['最高限价', '投标保证金', '6 万元'])
  })

  test.each([0, 90, 180, 270])('whose pages are turned by %i degrees reads the same', async (angle) => {
    const made = await plain('投标保证金：60,000.00 元')
    const source = await PDFDocument.load(made)
    source.getPage(0).setRotation(degrees(angle))
    expect(texts(await readDocument(await source.save(), PDF))).toEqual(['1 投标保证金：60,000.00元'])
  })

  test('is told apart from pictures of paper: none readable, or some pages', async () => {
    const scan = await PDFDocument.create()
    const picture = await scan.embedPng(await png())
    for (let i = 0; i < 2; i++) scan.addPage().drawImage(picture)
    await expect(readDocument(await scan.save(), PDF)).rejects.toThrow('可能是扫描件或图片')
    const text = await PDFDocument.load(await plain('投标保证金'))
    for (const page of await text.copyPages(scan, [0, 1])) text.addPage(page)
    expect(await readDocument(await text.save(), PDF)).toMatchObject({ total: 3, read: 3, empty: 2 })
  })

  test('that is locked, damaged, or nothing but its first line, says so', async () => {
    const locked = await PDFDocument.load(await pdf())
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
    await expect(readDocument(await locked.save(), PDF)).rejects.toThrow('PDF 设有密码')
    const half = (await plain('投标保证金')).subarray(0, 2000)
    await expect(readDocument(half, PDF)).rejects.toMatchObject({ errorName: 'fileType' })
    await expect(readDocument(Buffer.from('%PDF-1.7\nstream'), PDF)).rejects.toThrow('PDF 文件已损坏')
  })

  test('of more pages than are read says how far it was', async () => {
    const source = await PDFDocument.load(await plain('投标保证金：6万元'))
    const long = await PDFDocument.create()
    for (const page of await long.copyPages(source, Array<number>(2001).fill(0))) long.addPage(page)
    const text = await readDocument(await long.save(), PDF)
    expect(text.total).toBe(2001)
    // Where time is short it ends earlier.
    expect(text.read).toBeGreaterThan(10)
    expect(text.read).toBeLessThanOrEqual(2000)
    expect(text.lines.at(-1)).toEqual({ at: text.read, text: '投标保证金：6万元' })
  })
})

describe('a Word file', () => {
  const cell = (...lines: string[]) => new TableCell({ children: lines.map((line) => new Paragraph(line)) })

  test('with runs, tables and text boxes: paragraphs and rows', async () => {
    const children = [
      new Paragraph({
        children: [new TextRun('投标'), new TextRun({ text: '保证金', bold: true }), new TextRun('：6 万元 <税&费>')],
      }),
      new Paragraph(''),
      new Table({
        rows: [
          new TableRow({ children: [cell('3.4.1'), cell('投标保证金'), cell('金额：60,000 元', '形式：电汇')] }),
          new TableRow({ children: [cell('', '只有一格有字', '两段')] }),
        ],
      }),
      new Paragraph({ children: [new TextRun('末段'), new TextRun({ text: '隐藏', vanish: true })] }),
    ]
    const text = await readDocument(await Packer.toBuffer(new Document({ sections: [{ children }] })), WORD)
    expect(text).toMatchObject({ unit: 'paragraph', total: 5, read: 5 })
    expect(texts(text)).toEqual([
      '1 投标保证金：6 万元 <税&费>',
      '2 3.4.1|投标保证金|金额：60,000 元 形式：电汇',
      '3 只有一格有字',
      '4 两段',
      '5 末段',
    ])
  })

  test('as a reader sees it: without what was deleted, moved away, or drawn twice', () => {
    const xml = `<?xml version="1.0"?><!-- <w:p> --><x:document><x:body><x:p x:a="1>2"><x:pPr><x:tabs><x:tab/></x:tabs></x:pPr>
      <x:ins><x:r><x:t xml:space="preserve">保证金：</x:t></x:r></x:ins><x:del><x:r><x:delText>5</x:delText></x:r></x:del>
      <x:moveFrom><x:r><x:t>旧</x:t></x:r></x:moveFrom><x:r><x:instrText>PAGE</x:instrText><x:t>6&#19975;</x:t><x:br/><x:t>元</x:t></x:r>
      <mc:AlternateContent><mc:Choice><x:txbxContent><x:p><x:r><x:t>框</x:t></x:r></x:p></x:txbxContent></mc:Choice>
      <mc:Fallback><x:txbxContent><x:p><x:r><x:t>框</x:t></x:r></x:p></x:txbxContent></mc:Fallback></mc:AlternateContent></x:p></x:body>`
    expect(linesOfWord(xml)).toEqual(['保证金：6万 元', '框'])
    expect(linesOfWord('</w:tr></w:tc></w:moveFrom><w:tr><w:tc><w:p><w:t>单</w:t>')).toEqual(['单'])
  })

  test.each([
    ['no archive', () => Buffer.from('PK nothing'), '文件已损坏'],
    ['no text part', () => zip({ '[Content_Types].xml': '<x/>' }), '文件已损坏'],
    ['a document type', () => zip({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }), '文件已损坏'],
    ['a bomb', () => zip({ 'word/document.xml': Buffer.alloc(65 * 1024 * 1024, '<a>') }), '文件解压后过大'],
    ['no words', () => zip({ 'word/document.xml': '<w:document><w:p/></w:document>' }), '没有可读取的文字'],
  ])('refuses %s', async (_what, content, reason) => {
    await expect(readDocument(await content(), WORD)).rejects.toThrow(reason)
  })

  test('hostile markup costs no more than its length, and text has its end', async () => {
    // A million pieces: work that grows with the square of the length would outlast the test.
    for (const piece of ['<w:t a="', '<w:tr><w:tc>', '<w:p><w:t>', '<!--', '&#', '<'])
      expect(linesOfWord(piece.repeat(1_000_000)).length).toBeLessThan(2)
    const long = await zip({ 'word/document.xml': `<w:p><w:t>${'文本'.repeat(500)}</w:t></w:p>`.repeat(2000) })
    const text = await readDocument(long, WORD)
    expect(text).toMatchObject({ total: 2000, read: 1500 })
  })
})
