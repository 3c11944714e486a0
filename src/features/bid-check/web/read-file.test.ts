import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import { expect, test } from 'vitest'
import { readBidFile } from './read-file.ts'

/* Word files as they are chosen; PDFs are read in the journey, by a real browser. */

const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })
const word = new Document({
  creator: '南山迈德医疗科技有限公司',
  lastModifiedBy: '李工',
  sections: [
    {
      children: [
        new Paragraph('投标总价：960000 元'),
        new Table({ rows: [new TableRow({ children: [cell('交货期'), cell('40 日历天')] })] }),
      ],
    },
  ],
})
const read = (name: string, content: Uint8Array) => readBidFile({ name, content: new Blob([Buffer.from(content)]) })

test('lines of a Word file, and who made it', async () => {
  expect(await read('商务标.docx', await Packer.toBuffer(word))).toEqual({
    state: 'read',
    unit: 'paragraph',
    lines: [
      { at: 1, text: '投标总价：960000 元' },
      { at: 2, text: '交货期|40 日历天' },
    ],
    total: 2,
    read: 2,
    empty: [],
    properties: [
      { label: '作者', value: '南山迈德医疗科技有限公司' },
      { label: '最后修改者', value: '李工' },
    ],
  })
})

test('what cannot be read says why', async () => {
  const whole = await Packer.toBuffer(word)
  expect(await read('空.docx', new Uint8Array())).toEqual({ state: 'failed', reason: 'empty' })
  expect(await read('半.docx', whole.subarray(0, whole.length / 2))).toEqual({ state: 'failed', reason: 'damaged' })
  expect(await read('不是.docx', Buffer.from('hello'))).toEqual({ state: 'failed', reason: 'damaged' })
  const locked = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  expect(await read('加密.docx', locked)).toEqual({ state: 'failed', reason: 'locked' })
})

test('a directory that lies about sizes, or points outside, is no document', async () => {
  const whole = Buffer.from(await Packer.toBuffer(word))
  const end = whole.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const directory = whole.readUInt32LE(end + 16)
  const outside = Buffer.from(whole)
  outside.writeUInt32LE(0xffffff00, end + 16)
  expect(await read('外.docx', outside)).toMatchObject({ reason: 'damaged' })
  const large = Buffer.from(whole)
  for (let at = directory; at < end; at += 46 + large.readUInt16LE(at + 28) + large.readUInt16LE(at + 30)) {
    large.writeUInt32LE(0x7fffffff, at + 24)
  }
  expect(await read('大.docx', large)).toMatchObject({ reason: 'damaged' })
})
