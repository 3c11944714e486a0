import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { describe, expect, test } from 'vitest'
import { repack, unpackXlsx } from './archive.ts'
import type { SheetColumn } from './column.ts'
import { readRows, writeSheet, writeTemplate } from './sheet.ts'

const columns = [
  { key: 'name', title: '名称', type: 'text', required: true, max: '20' },
  { key: 'unit', title: '单位', type: 'text' },
  { key: 'quantity', title: '数量', type: 'quantity', required: true },
  { key: 'price', title: '控制价（元）', type: 'amount' },
  { key: 'due', title: '交货日期', type: 'date' },
  { key: 'no', title: '序号', type: 'integer' },
] as const satisfies SheetColumn[]
type Key = (typeof columns)[number]['key']

const empty = { name: null, unit: null, quantity: null, price: null, due: null, no: null }
const made = (data: SheetData) => writeExcelFile(data).toBuffer()
const read = async (data: SheetData) => readRows<Key>(await made(data), columns)
const failure = async (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

/** The same file with one part changed, for what no library would write. */
async function edited(file: Buffer, name: string, edit: (xml: string) => string): Promise<Buffer> {
  const parts = await unpackXlsx(file)
  parts.set(name, Buffer.from(edit(parts.get(name)!.toString())))
  return repack(parts)
}
const SHEET = 'xl/worksheets/sheet1.xml'

describe('what is written can be read back', () => {
  const row = { name: '多媒体讲台', unit: '台', quantity: '12.5', price: '3680.00', due: '2026-09-01', no: '1' }

  test('as it was', async () => {
    const file = await writeSheet<Key>({ title: '采购清单', columns, rows: [row, { name: '空', quantity: '0' }] })
    expect(await readRows(file, columns)).toMatchObject({
      rows: [
        { ...row, price: '3680' },
        { ...empty, name: '空', quantity: '0' },
      ],
      numbers: [3, 4],
      errors: [],
    })
  })

  test('20,000 rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ ...row, name: `设备${i}`, no: String(i) }))
    const content = await readRows(await writeSheet<Key>({ title: '清单', columns, rows }), columns)
    expect(content.errors).toEqual([])
    expect(content.rows).toHaveLength(20_000)
    expect(content.rows.at(-1)).toMatchObject({ name: '设备19999', no: '19999' })
    expect(content.numbers.at(-1)).toBe(20_002)
  })

  test('more are refused on both ways', async () => {
    const rows = Array.from({ length: 20_001 }, () => ({ name: 'x', quantity: '1' }))
    expect(await failure(writeSheet<Key>({ title: '清单', columns, rows }))).toMatchObject({ errorName: 'tooLarge' })
    const data = [['名称', '数量'], ...rows.map(() => ['x', 1])]
    expect(await failure(read(data))).toMatchObject({ errorName: 'tooLarge', message: '表格超过 20000 行，请分批导入' })
  })

  test('numbers beyond 15 digits stay exact', async () => {
    const price = '9999999999999.99'
    const long = [{ key: 'price', title: '金额', type: 'amount' }] as const
    const file = await writeSheet({ title: 'x', columns: long, rows: [{ price }, { price: '999999999999999.99' }] })
    expect((await readRows(file, long)).rows.map((r) => r.price)).toEqual([price, '999999999999999.99'])
  })

  test('no cell runs as a formula, whatever people typed', async () => {
    const sign = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '|', "'", '"', '＝', '﹦')
    const typed = fc
      .tuple(
        sign,
        fc.oneof(fc.constantFrom('1+1', "cmd|'/C calc'!A0", 'HYPERLINK("http://x")', '</t></is><f>1</f>'), fc.string()),
      )
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(typed, typed, typed, async (name, quantity, due) => {
        const rows = [{ name, unit: name, quantity, price: quantity, due, no: quantity }]
        const data = { title: name, columns, rows }
        for (const file of [await writeSheet<Key>(data), await writeTemplate<Key>(data)])
          expect((await unpackXlsx(file)).get(SHEET)!.toString()).not.toMatch(/<f[\s>/]|t="str"/)
      }),
      { numRuns: 40 },
    )
  })

  test('what looks like a formula stays text', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', '\t=1', "=cmd|' /C calc'!A0"]
    const file = await writeSheet<Key>({
      title: '=2+2',
      columns,
      rows: names.map((name) => ({ name, unit: name, quantity: '1' })),
    })
    const xml = (await unpackXlsx(file)).get(SHEET)!.toString()
    expect(xml).not.toMatch(/<f[\s>]/)
    expect(
      (
        await readRows(
          file,
          columns.map((c) => (c.key === 'name' ? { ...c, max: '50' } : c)),
        )
      ).rows.map((r) => r.name),
    ).toEqual(names.map((n) => n.trim()))
  })

  test('a template explains itself and can be filled in', async () => {
    const file = await writeTemplate<Key>({ title: '采购清单导入模板', columns, rows: [row] })
    const text = (await unpackXlsx(file)).get('xl/sharedStrings.xml')!.toString()
    for (const part of ['名称*', '必填；不超过 20 个字', '数字，最多 6 位小数', '单位：元', '日期，如 2026-03-01'])
      expect(text).toContain(part)
    expect(await readRows(file, columns)).toMatchObject({ rows: [{ ...row, price: '3680' }], numbers: [4], errors: [] })
  })
})

describe('how people fill in', () => {
  const head = ['序号', '名称', '数量']

  test('blank rows are skipped, rows keep their place', async () => {
    const { rows, numbers } = await read([head, [1, '甲', 1], [], [null, ' ', null], [2, '乙', 2]])
    expect(rows.map((r) => r.name)).toEqual(['甲', '乙'])
    expect(numbers).toEqual([2, 5])
  })

  test('titles above, columns in another order, further columns, stars and spaces in the head', async () => {
    const { rows, errors } = await read([
      ['某某项目采购清单'],
      ['说明：请逐行填写'],
      ['数量 *', '备注', ' 名 称', '控制价(元)'],
      ['１，２００', '不读', '甲', '￥9.9'],
    ])
    expect(errors).toEqual([])
    expect(rows).toEqual([{ ...empty, name: '甲', quantity: '1200', price: '9.9' }])
  })

  test('every mistake is named with its cell; good rows are still read', async () => {
    const content = await read([head, [1, '甲', 'abc'], [1.5, null, -1], [3, '丙', 3], [4, '字'.repeat(21), 4]])
    expect(content.rows.map((r) => r.name)).toEqual(['丙'])
    expect(content.errors).toEqual([
      { row: 2, column: '数量', cell: 'C2', message: '“数量”应为数字' },
      { row: 3, column: '名称', cell: 'B3', message: '请填写“名称”' },
      { row: 3, column: '数量', cell: 'C3', message: '“数量”不能为负数' },
      { row: 3, column: '序号', cell: 'A3', message: '“序号”应为整数' },
      { row: 5, column: '名称', cell: 'B5', message: '“名称”不能超过 20 个字' },
    ])
  })

  test('merged cells are explained', async () => {
    const { numbers, errors } = await read([head, [1, { value: '合并', rowSpan: 2 }, 1], [2, null, 2], [3, '丙', 3]])
    expect(numbers).toEqual([2, 4])
    expect(errors).toEqual([
      { row: 3, column: '名称', cell: 'B3', message: '请填写“名称”，该单元格已被合并，请取消合并后逐行填写' },
    ])
  })

  test('a head of two rows is one: merged titles go on, those below a group count', async () => {
    const tall = { rowSpan: 2 }
    const group = [{ value: '名称', ...tall }, { value: '数量', ...tall }, { value: '说明', columnSpan: 2 }, null]
    const { rows, numbers, errors } = await read([group, [null, null, '单位', '交货日期'], ['甲', 1, '台', null]])
    expect(errors).toEqual([])
    expect(numbers).toEqual([3])
    expect(rows).toEqual([{ ...empty, name: '甲', quantity: '1', unit: '台' }])
    const merged = await read([
      [
        { value: '名称', ...tall },
        { value: '数量', ...tall },
      ],
      [null, null],
      ['乙', 2],
    ])
    expect([merged.numbers, merged.errors]).toEqual([[3], []])
  })

  test('rows that nobody sees are named', async () => {
    const file = await edited(await made([head, [1, '甲', 1], [2, '乙', 2], [3, null, 3]]), SHEET, (xml) =>
      xml.replace('<row r="3"', '<row r="3" hidden="1"').replace('<row r="4"', '<row r="4" hidden="true"'),
    )
    const { hidden, errors } = await readRows(file, columns)
    expect(hidden).toEqual([3])
    expect(errors.map(({ message }) => message)).toEqual(['请填写“名称”（该行已隐藏）'])
  })

  test('a failed formula is a mistake, not an empty cell', async () => {
    const file = await made([
      ['名称', '数量', '单位'],
      ['甲', 1, 'X'],
      ['乙', 2, 'Y'],
    ])
    const broken = await edited(file, SHEET, (xml) =>
      xml.replace(/<c r="C2"[^>]*>.*?<\/c>/, '<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
    )
    const { rows, errors } = await readRows(broken, columns)
    expect(rows.map((r) => r.name)).toEqual(['乙'])
    expect(errors).toEqual([{ row: 2, column: '单位', cell: 'C2', message: '“单位”的公式有误（#DIV/0!）' }])
  })

  test('the result of a formula is read', async () => {
    const file = await made([
      ['名称', '数量'],
      ['甲', 7],
    ])
    const formula = await edited(file, SHEET, (xml) =>
      xml.replace(/<v>7<\/v>/, '<f>0.1+0.2</f><v>0.30000000000000004</v>'),
    )
    expect((await readRows(formula, columns)).rows[0]!.quantity).toBe('0.3')
  })

  test('the date of a spreadsheet is a day without zone', async () => {
    const { rows } = await read([
      ['名称', '数量', '交货日期'],
      ['甲', 1, { value: new Date('2026-03-01T00:00:00Z'), type: Date, format: 'yyyy/mm/dd' }],
    ])
    expect(rows[0]!.due).toBe('2026-03-01')
  })
})

describe('a wrong head', () => {
  test('with a required column missing', async () => {
    expect(
      (
        await read([
          ['序号', '名称'],
          [1, '甲'],
        ])
      ).errors,
    ).toEqual([{ row: 1, column: '数量', cell: 'A1', message: '缺少“数量”列' }])
  })
  test('with a column twice', async () => {
    expect(
      (
        await read([
          ['名称', '数量', '数量'],
          ['甲', 1, 2],
        ])
      ).errors,
    ).toEqual([{ row: 1, column: '数量', cell: 'C1', message: '“数量”列重复' }])
  })
  test('or none at all', async () => {
    for (const data of [[['甲', 1]], [[null]], []] as SheetData[]) {
      expect(await failure(read(data))).toMatchObject({
        errorName: 'wrongFormat',
        message: expect.stringContaining('未找到表头，应包含：名称、单位'),
      })
    }
  })
  test('a file without rows has none', async () => {
    expect(await read([['名称', '数量']])).toMatchObject({ rows: [], numbers: [], errors: [] })
  })
})

describe('files that are refused', () => {
  const refused = async (file: Buffer) => failure(readRows(file, columns))

  test('what is not xlsx', async () => {
    expect(await refused(Buffer.from('名称,数量\n甲,1'))).toMatchObject({
      errorName: 'fileType',
      message: '不是 .xlsx 表格文件，请使用模板填写后上传',
    })
    expect(await refused(Buffer.alloc(0))).toMatchObject({ errorName: 'fileType' })
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatchObject({
      message: '不支持 .xls 或加密的文件，请另存为 .xlsx 后上传',
    })
    expect(await refused(await repack(new Map([['word/document.xml', Buffer.from('<x/>')]])))).toMatchObject({
      errorName: 'fileType',
    })
  })

  test('what is larger than 20 MB, before it is read', async () => {
    expect(await refused(Buffer.alloc(20 * 1024 * 1024 + 1))).toMatchObject({
      errorName: 'tooLarge',
      message: '表格文件超过 20 MB，请删除图片等无关内容或分批导入',
    })
  })

  test('what is cut off or altered', async () => {
    const file = await made([
      ['名称', '数量'],
      ['甲', 1],
    ])
    for (const at of [10, 100, Math.floor(file.length / 2), file.length - 1]) {
      expect(await refused(file.subarray(0, at))).toMatchObject({ errorName: 'fileType' })
    }
  })

  const workbook = async () =>
    unpackXlsx(
      await made([
        ['名称', '数量'],
        ['甲', 1],
      ]),
    )

  test('what declares too much', async () => {
    const parts = await workbook()
    parts.set('xl/media/big.bin', Buffer.alloc(65 * 1024 * 1024))
    expect(await refused(packed(parts))).toMatchObject({
      errorName: 'tooLarge',
      message: '表格内容解压后超过 64 MB，未予处理',
    })
  })

  test('what unpacks to more than it declares', async () => {
    const parts = await workbook()
    parts.set('xl/sharedStrings.xml', Buffer.alloc(30 * 1024 * 1024, ' '))
    expect(await refused(packed(parts, { 'xl/sharedStrings.xml': 1000 }))).toMatchObject({ errorName: 'fileType' })
  })

  test('what has thousands of parts', async () => {
    const parts = await workbook()
    for (let i = 0; i < 1001; i++) parts.set(`xl/x${i}.xml`, Buffer.from('<x/>'))
    expect(await refused(packed(parts))).toMatchObject({ errorName: 'tooLarge' })
  })

  test('a cell at the far end of the sheet', async () => {
    const file = await made([
      ['名称', '数量'],
      ['甲', 1],
    ])
    const far = (address: string) =>
      edited(file, SHEET, (xml) => xml.replace('</sheetData>', `<row><c r="${address}"><v>1</v></c></row></sheetData>`))
    expect(await refused(await far('A1048576'))).toMatchObject({
      errorName: 'tooLarge',
      message: expect.stringContaining('1048576'),
    })
    expect(await refused(await far('XFD3'))).toMatchObject({
      errorName: 'tooLarge',
      message: expect.stringContaining('XFD'),
    })
    expect(await refused(await far('&#65;9'))).toMatchObject({ errorName: 'fileType' })
  })

  test('XML that would grow', async () => {
    const file = await made([
      ['名称', '数量'],
      ['甲', 1],
    ])
    const bomb = await edited(file, 'xl/sharedStrings.xml', (xml) =>
      xml.replace('?>', '?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>').replace('甲', '&b;'),
    )
    const answer = await readRows(bomb, columns).then(
      ({ rows }) => rows[0]?.name,
      () => 'refused',
    )
    expect(answer).not.toContain('haha')
  })
})

/** A zip as an attacker writes it: deflated, with unpacked sizes as given instead of the true ones. */
function packed(parts: ReadonlyMap<string, Buffer>, sizes: Record<string, number> = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const data = deflateRawSync(content)
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(sizes[name] ?? content.length, 18)
    fields.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, title, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), fields, rest, title]))
    bodies.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, central, end])
}
