import { expect, test } from 'vitest'
import { fileProblem } from './file-check.ts'

const room = { maxFileSize: 1024 ** 3, maxTotalSize: 2 * 1024 ** 3 }
const check = (name: string, size: number, files: { name: string; size: number }[] = []) =>
  fileProblem({ name, size }, { room, files })

test('PDF and DOCX of several hundred megabytes are taken', () => {
  expect(check('技术标.PDF', 350 * 1024 ** 2)).toBe('')
  expect(check('商务标.docx', 1, [{ name: '技术标.PDF', size: 1024 ** 3 }])).toBe('')
})

test('other types, empty, too large and doubled files are refused with the reason', () => {
  expect(check('报价.xlsx', 1)).toContain('不是 PDF 或 DOCX')
  expect(check('a.pdf.exe', 1)).toContain('不是 PDF 或 DOCX')
  expect(check('a.pdf', 0)).toContain('空文件')
  expect(check('a.pdf', 1024 ** 3 + 1)).toContain('1 GB')
  const two = [
    { name: 'a.pdf', size: 1024 ** 3 },
    { name: 'b.pdf', size: 1024 ** 3 },
  ]
  expect(check('c.pdf', 1, two)).toContain('2 GB')
  expect(check('a.pdf', 5, [{ name: 'a.pdf', size: 5 }])).toContain('已在列表中')
})
