import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import yauzl from 'yauzl'
import type { Column } from './data-table.tsx'
import { EXPORT_LIMIT, exportRows, xlsxCells } from './list-export.ts'

interface Row {
  text: string
  number: string
}
const columns: Column<Row>[] = [
  { key: 'text', title: '=1+1', value: (row) => row.text },
  { key: 'number', title: '数量', kind: 'number', value: (row) => row.number },
  { key: 'drawn', title: '不导出' },
]

async function sheetXml(rows: readonly Row[]): Promise<string> {
  const file = await writeExcelFile(xlsxCells(columns, rows).cells).toBuffer()
  const zip = await yauzl.fromBufferPromise(file, {})
  for await (const entry of zip.eachEntry())
    if (entry.fileName.endsWith('sheet1.xml')) return (await buffer(await zip.openReadStreamPromise(entry))).toString()
  throw new Error('no sheet')
}

test('an export of the browser holds no formula, whatever people typed', async () => {
  const typed = fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string()).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ text: typed, number: typed }), { maxLength: 4 }), async (rows) => {
      expect(await sheetXml(rows)).not.toMatch(/<f[\s>/]|t="str"/)
    }),
    { numRuns: 50 },
  )
})

test('numbers are numbers, other values text, columns without a value are left out', () => {
  const { cells, widths } = xlsxCells(columns, [{ text: '-5', number: '12.5' }])
  expect(cells[1]).toEqual([
    { type: String, value: '-5' },
    { type: Number, value: 12.5 },
  ])
  expect(widths).toEqual([20, 20])
})

/** A list of so many numbers, in pages of a hundred; gives what was asked and what was saved, in this order. */
async function exported(count: number, isAgreed: boolean) {
  const done: unknown[] = []
  await exportRows<number>({
    name: '日志',
    page: ({ pageNo, cursor }) => {
      expect(cursor).toBe(pageNo === 1 ? null : String((pageNo - 1) * 100))
      const first = (pageNo - 1) * 100
      const rows = Array.from({ length: Math.min(100, count - first) }, (_, i) => first + i)
      return Promise.resolve({ rows, next: first + 100 < count ? String(first + 100) : null })
    },
    confirm: ({ title }) => {
      done.push(title)
      return Promise.resolve(isAgreed)
    },
    save: (name, rows) => {
      done.push([name, rows.length])
      return Promise.resolve()
    },
  })
  return done
}

test('an export leaves nothing out unless that is agreed to before, and then its name says so', async () => {
  expect(await exported(EXPORT_LIMIT - 1, true)).toEqual([['日志', EXPORT_LIMIT - 1]])
  expect(await exported(EXPORT_LIMIT, true)).toEqual([['日志', EXPORT_LIMIT]])
  const asked = '数据超过 5,000 条，只能导出一部分'
  expect(await exported(EXPORT_LIMIT + 1, false)).toEqual([asked])
  expect(await exported(EXPORT_LIMIT + 1, true)).toEqual([asked, ['日志（前 5000 条）', EXPORT_LIMIT]])
})
