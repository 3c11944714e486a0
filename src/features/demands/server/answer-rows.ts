import { AppError } from '#contract/errors.ts'
import type { Right } from '#features/passport/rules-rights.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeTemplate } from '#server/sheet/sheet.ts'
import * as contract from '../contract/rounds.ts'
import { type AnswerField, MOST_ROWS, type Row } from '../rules/fields.ts'
import { profileOf } from '../rules/profiles.ts'
import { ACTS, type Ctx } from './access.ts'
import { answersOf } from './answers.ts'
import { uploaded, XLSX } from './sheets.ts'

const ANSWERS = {
  workbench: [...ACTS.workbench, 'supplier'] as const,
  right: [...ACTS.right, 'bidding'] as readonly Right[],
}
const TYPES = { text: 'text', amount: 'amount', quantity: 'quantity', day: 'date' } as const

/** Lists of an answer as spreadsheets, in both directions. Nothing is stored. */
export const answerRowRoutes: readonly Route[] = [
  implementFile(contract.answerRowsTemplate, ANSWERS, async (ctx, { params, query }) => {
    const field = rowField(params)
    const own = query.demandId === undefined ? [] : await ownRows(ctx, query.demandId, field.key)
    const content = await writeTemplate({
      title: field.label,
      columns: columnsOf(field),
      rows: own.map((row) => Object.fromEntries(field.columns.map(({ key }) => [key, row[key] ?? '']))),
    })
    return { name: `${field.label}.xlsx`, mime: XLSX, content, size: content.length }
  }),

  implement(contract.readAnswerRows, ANSWERS, async (_ctx, input) => {
    const field = rowField(input.params)
    const { rows, errors, hidden } = await readRows(await uploaded(input), columnsOf(field))
    if (rows.length > MOST_ROWS) throw new AppError('tooLarge', `${field.label}不能超过 ${MOST_ROWS} 行`)
    if (errors.length > 0) return { rows: [], errors, hidden: [] }
    if (rows.length === 0) throw new AppError('invalid', '文件中没有内容')
    const filled = rows.map((row) =>
      Object.fromEntries(field.columns.flatMap(({ key }) => (row[key] ? [[key, row[key]] as const] : []))),
    )
    return { rows: filled, errors: [], hidden }
  }),
]

function rowField({ profile, field: key }: { profile: string; field: string }) {
  const field = profileOf(profile).answerFields.find((one) => one.key === key)
  if (field?.kind !== 'rows') throw new AppError('notFound')
  return field
}

function columnsOf({ columns }: Extract<AnswerField, { kind: 'rows' }>): SheetColumn[] {
  return columns.map(({ key, label, kind, isRequired }) => ({
    key,
    title: label,
    type: TYPES[kind],
    ...(isRequired && { required: true }),
  }))
}

/** What the own company last said. */
async function ownRows(ctx: Ctx, demandId: string, key: string): Promise<readonly Row[]> {
  const trade = await ctx.one('demand_trade', { demandId, companyId: ctx.actor.companyId }, { columns: ['id'] })
  const [last] = trade ? await answersOf(ctx, trade.id) : []
  const rows = (last?.extras as Record<string, string | Row[]> | undefined)?.[key]
  return Array.isArray(rows) ? rows : []
}
