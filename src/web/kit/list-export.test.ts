import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import yauzl from 'yauzl'
import type { Column } from './data-table.tsx'
import { xlsxCells } from './list-export.ts'

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
