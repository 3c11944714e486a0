import { AppError } from '#contract/errors.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeSheet, writeTemplate } from '#server/sheet/sheet.ts'
import * as contract from '../contract/plan.ts'
import { CATEGORIES, type Category } from '../rules/levels.ts'
import { type Ctx, ownPlan, READS, WRITES } from './access.ts'
import { linesOf } from './views.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CATEGORY_OF = Object.fromEntries(Object.entries(CATEGORIES).map(([key, label]) => [label, key as Category]))

const COLUMNS = [
  { key: 'subject', title: '预算科目', type: 'text', required: true, max: '100' },
  { key: 'category', title: '类别', type: 'text', required: true, max: '10', hint: '货物、工程或服务' },
  { key: 'department', title: '部门', type: 'text', max: '100', hint: '本企业部门名称，可不填' },
  { key: 'funds', title: '资金来源', type: 'text', max: '100' },
  { key: 'amount', title: '金额（元）', type: 'amount', required: true, min: '0.01', max: '999999999999999' },
] as const satisfies readonly SheetColumn[]

const USED = [
  { key: 'subject', title: '预算科目', type: 'text' },
  { key: 'category', title: '类别', type: 'text' },
  { key: 'department', title: '部门', type: 'text' },
  { key: 'funds', title: '资金来源', type: 'text' },
  { key: 'amount', title: '预算（元）', type: 'amount' },
  { key: 'spent', title: '已支付（元）', type: 'amount' },
  { key: 'committed', title: '已定标（元）', type: 'amount' },
  { key: 'reserved', title: '预占（元）', type: 'amount' },
  { key: 'allotted', title: '已下达未用（元）', type: 'amount' },
  { key: 'free', title: '可用（元）', type: 'amount' },
  { key: 'over', title: '超支（元）', type: 'amount' },
] as const satisfies readonly SheetColumn[]

/** Lines from and to spreadsheets: what is read stands in the form, and nothing is stored. */
export const sheetRoutes: readonly Route[] = [
  implement(contract.readLines, WRITES, async (ctx, { raw }) => {
    const part = await raw.request.file()
    if (!part) throw new AppError('invalid', '请选择要导入的文件')
    const { rows, numbers, letters, errors, hidden } = await readRows(await part.toBuffer(), COLUMNS)
    if (rows.length > 500) throw new AppError('tooLarge', '预算明细不能超过 500 行')
    const departments = await departmentsOf(ctx)
    const wrong = rows.flatMap(({ category, department }, i) => {
      const at = (letter: string | null | undefined, column: string, message: string) => ({
        cell: `${letter ?? ''}${numbers[i]!}`,
        row: numbers[i]!,
        column,
        message,
      })
      return [
        ...(category && !CATEGORY_OF[category] ? [at(letters.category, '类别', '请填写货物、工程或服务')] : []),
        ...(department && !departments.has(department) ? [at(letters.department, '部门', '本企业没有该部门')] : []),
      ]
    })
    const all = [...errors, ...wrong].toSorted((a, b) => a.row - b.row)
    if (all.length > 0) return { rows: [], errors: all, hidden: [] }
    if (rows.length === 0) throw new AppError('invalid', '文件中没有预算明细')
    return {
      rows: rows.map(({ subject, category, department, funds, amount }) => ({
        subject: subject ?? '',
        category: CATEGORY_OF[category ?? '']!,
        departmentId: department ? departments.get(department)! : null,
        funds: funds ?? '',
        amount: amount ?? '',
      })),
      errors: [],
      hidden,
    }
  }),

  implementFile(contract.lineTemplate, WRITES, async () => {
    const content = await writeTemplate({
      title: '年度预算明细导入模板',
      columns: COLUMNS,
      rows: [{ subject: '医疗设备购置', category: '货物', department: '', funds: '自筹资金', amount: '1200000.00' }],
    })
    return { name: '年度预算明细导入模板.xlsx', mime: XLSX, content, size: content.length }
  }),

  implementFile(contract.exportPlan, READS, async (ctx, { params }) => {
    const plan = await ownPlan(ctx, params.planId)
    const lines = await linesOf(ctx, plan)
    const content = await writeSheet({
      title: `${plan.title}（${plan.code}）`,
      columns: USED,
      rows: lines.map(({ subject, category, departmentName, funds, amount, ...figures }) => ({
        subject,
        category: CATEGORIES[category],
        department: departmentName,
        funds,
        amount,
        spent: figures.spent,
        committed: figures.committed,
        reserved: figures.reserved,
        allotted: figures.allotted,
        free: figures.free,
        over: figures.over,
      })),
    })
    return { name: `${plan.title}.xlsx`, mime: XLSX, content, size: content.length }
  }),
]

async function departmentsOf(ctx: Ctx): Promise<Map<string, string>> {
  const rows = await ctx.many('department', { companyId: ctx.actor.companyId }, { columns: ['id', 'name'] })
  return new Map(rows.map(({ id, name }) => [name, id]))
}
