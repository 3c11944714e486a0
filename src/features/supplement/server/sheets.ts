import { AppError } from '#contract/errors.ts'
import { creditCodeOk } from '#features/enterprise/rules/identifiers.ts'
import { implement, implementFile, type Input, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeTemplate } from '#server/sheet/sheet.ts'
import * as contract from '../contract/supplement.ts'
import { ACTS } from './access.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MOST_PARTICIPANTS = 500
const MOST_LINES = 2000
const LOT = { key: 'lotNo', title: '包号', type: 'integer', min: '1', max: '99', hint: '不填为 1' } as const

const PARTICIPANTS = [
  LOT,
  { key: 'name', title: '单位名称', type: 'text', required: true, max: '100' },
  { key: 'creditCode', title: '统一社会信用代码', type: 'text', max: '18' },
  { key: 'price', title: '报价（元）', type: 'amount' },
  { key: 'rank', title: '排名', type: 'integer', min: '1', max: '999' },
  { key: 'remark', title: '备注', type: 'text', max: '200' },
] as const satisfies readonly SheetColumn[]

const LINES = [
  LOT,
  { key: 'name', title: '名称', type: 'text', required: true, max: '200' },
  { key: 'spec', title: '规格', type: 'text', max: '500' },
  { key: 'unit', title: '单位', type: 'text', required: true, max: '20' },
  { key: 'quantity', title: '数量', type: 'quantity', required: true },
  { key: 'unitPrice', title: '单价（元）', type: 'quantity' },
  { key: 'amount', title: '金额（元）', type: 'amount' },
] as const satisfies readonly SheetColumn[]

/** Lists read from spreadsheets into the form: all of them, or every wrong cell by its name. Nothing is stored. */
export const sheetRoutes: readonly Route[] = [
  implement(contract.readParticipants, ACTS, async (_ctx, input) => {
    const { rows, numbers, letters, errors, hidden } = await readRows(await uploaded(input), PARTICIPANTS)
    demandRows(rows, { most: MOST_PARTICIPANTS, what: '参加单位' })
    const column = '统一社会信用代码'
    const codes = rows.flatMap(({ creditCode }, i) =>
      !creditCode || creditCodeOk(creditCode)
        ? []
        : [
            {
              cell: `${letters.creditCode ?? ''}${numbers[i]!}`,
              row: numbers[i]!,
              column,
              message: '统一社会信用代码不正确',
            },
          ],
    )
    const wrong = [...errors, ...codes]
    if (wrong.length > 0) return { rows: [], hidden: [], errors: wrong.toSorted((a, b) => a.row - b.row) }
    return {
      rows: rows.map(({ lotNo, name, creditCode, price, rank, remark }) => ({
        lotNo: Number(lotNo ?? 1),
        name: name ?? '',
        creditCode: creditCode ?? '',
        price: price ?? null,
        rank: rank ? Number(rank) : null,
        remark: remark ?? '',
      })),
      hidden,
      errors: [],
    }
  }),

  implement(contract.readLines, ACTS, async (_ctx, input) => {
    const { rows, errors, hidden } = await readRows(await uploaded(input), LINES)
    demandRows(rows, { most: MOST_LINES, what: '清单' })
    if (errors.length > 0) return { rows: [], hidden: [], errors }
    return {
      rows: rows.map(({ lotNo, name, spec, unit, quantity, unitPrice, amount }) => ({
        lotNo: Number(lotNo ?? 1),
        name: name ?? '',
        spec: spec ?? '',
        unit: unit ?? '',
        quantity: quantity ?? '0',
        unitPrice: unitPrice ?? null,
        amount: amount ?? null,
      })),
      hidden,
      errors: [],
    }
  }),

  implementFile(contract.participantTemplate, ACTS, () =>
    template('参加单位导入模板', PARTICIPANTS, {
      name: '江州某某医疗科技有限公司',
      price: '980000.00',
      rank: '1',
    }),
  ),

  implementFile(contract.lineTemplate, ACTS, () =>
    template('采购清单导入模板', LINES, {
      name: '监护仪',
      spec: '12 英寸',
      unit: '台',
      quantity: '10',
      unitPrice: '9800',
      amount: '98000.00',
    }),
  ),
]

async function template(title: string, columns: readonly SheetColumn[], row: Readonly<Record<string, string>>) {
  const content = await writeTemplate({ title, columns, rows: [row] })
  return { name: `${title}.xlsx`, mime: XLSX, content, size: content.length }
}

async function uploaded({ raw }: Pick<Input<unknown, unknown, unknown>, 'raw'>): Promise<Buffer> {
  const part = await raw.request.file()
  if (!part) throw new AppError('invalid', '请选择要导入的文件')
  return part.toBuffer()
}

function demandRows(rows: readonly unknown[], { most, what }: { most: number; what: string }): void {
  if (rows.length > most) throw new AppError('tooLarge', `${what}不能超过 ${most} 行`)
  if (rows.length === 0) throw new AppError('invalid', `文件中没有${what}`)
}
