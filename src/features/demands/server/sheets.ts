import { AppError } from '#contract/errors.ts'
import { billTemplate, readBill } from '#features/procurement/server/public.ts'
import { implement, implementFile, type Input, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeTemplate } from '#server/sheet/sheet.ts'
import * as contract from '../contract/demand.ts'
import { ACTS } from './access.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MOST_PARAMETERS = 500

const COLUMNS = [
  { key: 'section', title: '分组', type: 'text', max: '60' },
  { key: 'name', title: '参数名称', type: 'text', required: true, max: '100' },
  { key: 'unit', title: '单位', type: 'text', max: '20' },
  { key: 'wished', title: '期望值', type: 'text', max: '500' },
  { key: 'kind', title: '必须或期望', type: 'text', max: '10', hint: '填“必须”或“期望”，不填为期望' },
  { key: 'weight', title: '权重', type: 'integer', max: '100', hint: '0 至 100，不填为 0' },
  { key: 'remark', title: '备注', type: 'text', max: '500' },
] as const satisfies readonly SheetColumn[]
const KINDS: Readonly<Record<string, boolean>> = { 必须: true, 期望: false, '': false }

/** Lists read from spreadsheets into the form of a demand: all of them, or every wrong cell by its name. Nothing is stored. */
export const sheetRoutes: readonly Route[] = [
  implement(contract.readParameters, ACTS, async (_ctx, input) => {
    const file = await readRows(await uploaded(input), COLUMNS)
    const { rows, numbers, letters, errors, hidden } = file
    if (rows.length > MOST_PARAMETERS) throw new AppError('tooLarge', `参数不能超过 ${MOST_PARAMETERS} 行`)
    const column = '必须或期望'
    const kinds = rows.flatMap(({ kind }, i) =>
      (kind ?? '') in KINDS
        ? []
        : [{ cell: `${letters.kind ?? ''}${numbers[i]!}`, row: numbers[i]!, column, message: '请填写“必须”或“期望”' }],
    )
    const wrong = [...errors, ...kinds, ...repeated(rows, { numbers, letter: letters.name ?? '' })]
    if (wrong.length > 0) return { rows: [], hidden: [], errors: wrong.toSorted((a, b) => a.row - b.row) }
    if (rows.length === 0) throw new AppError('invalid', '文件中没有参数')
    return {
      rows: rows.map(({ section, name, unit, wished, kind, weight, remark }) => ({
        section: section ?? '',
        name: name ?? '',
        unit: unit ?? '',
        wished: wished ?? '',
        isMust: KINDS[kind ?? ''] ?? false,
        weight: Number(weight ?? 0),
        remark: remark ?? '',
      })),
      hidden,
      errors: [],
    }
  }),

  implement(contract.readItems, ACTS, async (_ctx, input) => {
    const { items, hidden, errors } = await readBill(await uploaded(input))
    return { rows: items, hidden, errors }
  }),

  implementFile(contract.parameterTemplate, ACTS, async () => {
    const content = await writeTemplate({
      title: '需求参数导入模板',
      columns: COLUMNS,
      rows: [{ section: '主机', name: '内存容量', unit: 'GB', wished: '≥ 16', kind: '必须', weight: '10', remark: '' }],
    })
    return { name: '需求参数导入模板.xlsx', mime: XLSX, content, size: content.length }
  }),

  implementFile(contract.demandItemTemplate, ACTS, billTemplate),
]

export async function uploaded({ raw }: Pick<Input<unknown, unknown, unknown>, 'raw'>): Promise<Buffer> {
  const part = await raw.request.file()
  if (!part) throw new AppError('invalid', '请选择要导入的文件')
  return part.toBuffer()
}

function repeated(
  rows: readonly Partial<Record<string, string | null>>[],
  { numbers, letter }: { numbers: readonly number[]; letter: string },
) {
  const seen = new Map<string, number>()
  return rows.flatMap(({ section, name }, i) => {
    const key = `${section ?? ''}\n${name ?? ''}`
    const row = numbers[i]!
    const before = seen.get(key)
    if (before === undefined) seen.set(key, row)
    return before === undefined || !name
      ? []
      : [{ cell: `${letter}${row}`, row, column: '参数名称', message: `与第 ${before} 行重复` }]
  })
}
