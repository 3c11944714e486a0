import { Button, Input, Select } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { call } from '#web/call.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'
import { lineTemplate, readLines } from '../contract/plan.ts'
import { CATEGORIES, type Category, type Level } from '../rules/levels.ts'

export interface LineRow {
  lineId?: string | null
  subject: string
  category: Category
  departmentId: string | null
  funds: string
  amount: string
  parentId: string | null
}

export const EMPTY_LINE: LineRow = {
  subject: '',
  category: 'goods',
  departmentId: null,
  funds: '',
  amount: '',
  parentId: null,
}

export interface Parent {
  lineId: string
  subject: string
  category: Category
  funds: string
  free: string
  planTitle: string
}

interface LineRowsProps {
  level: Level
  departments: readonly { departmentId: string; name: string }[]
  parents: readonly Parent[]
  /** Lines that are in force keep what they are about. */
  isAdjusting?: boolean
  value?: LineRow[]
  onChange?: (rows: LineRow[]) => void
}

const CATEGORY_OPTIONS = Object.entries(CATEGORIES).map(([value, label]) => ({ value: value as Category, label }))

/** The lines of a budget, edited in place; a line of a lower level is chosen out of the level above. */
export function LineRows({ level, departments, parents, isAdjusting = false, value = [], onChange }: LineRowsProps) {
  const change = (rows: LineRow[]) => onChange?.(rows)
  const isFixed = (row: LineRow) => isAdjusting && Boolean(row.lineId)
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows
        label="预算明细"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 项`}
        path="lines"
        columns={[
          level !== 'annual' && {
            title: '上级预算项',
            cell: (row, { set, label }) => (
              <Select
                aria-label={`${label}上级预算项`}
                style={{ minWidth: 200 }}
                disabled={isFixed(row)}
                placeholder="请选择"
                value={row.parentId}
                options={parents.map((parent) => ({
                  value: parent.lineId,
                  label: `${parent.subject}（可用 ${formatAmount(parent.free)}）`,
                }))}
                onChange={(parentId: string) => {
                  const parent = parents.find(({ lineId }) => lineId === parentId)
                  set({
                    parentId,
                    ...(parent && {
                      category: parent.category,
                      funds: row.funds || parent.funds,
                      subject: row.subject || parent.subject,
                    }),
                  })
                }}
              />
            ),
          },
          {
            title: '预算科目',
            cell: (row, { set, label }) => (
              <Input
                aria-label={`${label}预算科目`}
                maxLength={100}
                disabled={isFixed(row)}
                value={row.subject}
                onChange={(event) => set({ subject: event.target.value })}
              />
            ),
          },
          {
            title: '类别',
            cell: (row, { set, label }) => (
              <Select
                aria-label={`${label}类别`}
                disabled={isFixed(row)}
                value={row.category}
                options={CATEGORY_OPTIONS}
                onChange={(category: Category) => set({ category })}
              />
            ),
          },
          level === 'annual' && {
            title: '部门',
            cell: (row, { set, label }) => (
              <Select
                aria-label={`${label}部门`}
                style={{ minWidth: 120 }}
                allowClear
                disabled={isFixed(row)}
                placeholder="不限"
                value={row.departmentId}
                options={departments.map(({ departmentId, name }) => ({ value: departmentId, label: name }))}
                onChange={(departmentId?: string) => set({ departmentId: departmentId ?? null })}
              />
            ),
          },
          {
            title: '资金来源',
            cell: (row, { set, label }) => (
              <Input
                aria-label={`${label}资金来源`}
                maxLength={100}
                disabled={isFixed(row)}
                value={row.funds}
                onChange={(event) => set({ funds: event.target.value })}
              />
            ),
          },
          {
            title: '金额（元）',
            cell: (row, { set, label }) => (
              <AmountInput
                aria-label={`${label}金额`}
                value={row.amount}
                onChange={(amount) => set({ amount: amount ?? '' })}
              />
            ),
          },
        ]}
        onChange={(rows) => change(keepKnown(value, rows, isAdjusting))}
      />
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button size="small" onClick={() => change([...value, EMPTY_LINE])}>
          添加明细
        </Button>
        {level === 'annual' && !isAdjusting && <Import rows={value} onRead={change} />}
      </div>
    </div>
  )
}

function Import({ rows, onRead }: { rows: readonly LineRow[]; onRead: (rows: LineRow[]) => void }) {
  const filled = rows.filter(({ subject, amount }) => subject !== '' || amount !== '')
  const { button, report } = useSheetImport({
    label: '选择预算明细文件',
    mayReplace: async () =>
      filled.length === 0 || ask({ title: '导入预算明细', content: `导入将替换现有 ${filled.length} 行，确认导入？` }),
    async send(body) {
      const answer = await call(readLines, { body: body as never })
      if (answer.errors.length === 0) onRead(answer.rows.map((row) => ({ ...row, parentId: null })))
      return { count: answer.rows.length, errors: answer.errors, hidden: answer.hidden }
    },
    done: (count) => `已读入 ${count} 行，保存后生效`,
  })
  return (
    <>
      {button}
      <Button type="link" size="small" onClick={() => void openFile(lineTemplate)}>
        下载模板
      </Button>
      {report}
    </>
  )
}

/** A line in force is set to nothing, never left out. */
function keepKnown(before: readonly LineRow[], rows: LineRow[], isAdjusting: boolean): LineRow[] {
  if (!isAdjusting) return rows
  const gone = before.filter(({ lineId }) => lineId && !rows.some((row) => row.lineId === lineId))
  return [...gone.map((row) => ({ ...row, amount: '0' })), ...rows]
}
