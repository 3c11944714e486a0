import { AppError } from '#contract/errors.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeTemplate } from '#server/sheet/sheet.ts'
import * as c from '../contract/order.ts'
import { KEEPS } from './access.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MOST = 2000

const COLUMNS = [
  { key: 'name', title: '物料名称', type: 'text', required: true, max: '200' },
  { key: 'spec', title: '规格型号', type: 'text', max: '500' },
  { key: 'unit', title: '单位', type: 'text', max: '20' },
  { key: 'quantity', title: '预计年用量', type: 'quantity', hint: '可不填' },
  { key: 'remark', title: '备注', type: 'text', max: '500' },
] as const satisfies readonly SheetColumn[]

/** What is wanted, as a list that is kept in a spreadsheet elsewhere. */
export const materialRoutes: readonly Route[] = [
  implement(c.importMaterials, KEEPS, async (_ctx, { raw }) => {
    const part = await raw.request.file()
    if (!part) throw new AppError('invalid', '请选择要导入的文件')
    const { rows, errors, hidden } = await readRows(await part.toBuffer(), COLUMNS)
    if (rows.length > MOST) throw new AppError('tooLarge', `物料不能超过 ${MOST} 行`)
    if (errors.length > 0) return { count: 0, materials: [], hidden: [], errors }
    if (rows.length === 0) throw new AppError('invalid', '文件中没有物料数据')
    const materials = rows.map((row) => ({
      name: row.name ?? '',
      spec: row.spec ?? '',
      unit: row.unit ?? '',
      quantity: row.quantity ?? null,
      remark: row.remark ?? '',
    }))
    return { count: materials.length, materials, hidden, errors: [] }
  }),

  implementFile(c.materialTemplate, KEEPS, async () => {
    const row = { name: '一次性使用无菌注射器', spec: '5 ml', unit: '支', quantity: '200000', remark: '' }
    const content = await writeTemplate({ title: '征集物料导入模板', columns: COLUMNS, rows: [row] })
    return { name: '征集物料导入模板.xlsx', mime: XLSX, content, size: content.length }
  }),
]
