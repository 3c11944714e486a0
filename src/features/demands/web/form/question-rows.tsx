import { Select, Switch } from 'antd'
import type * as z from 'zod'
import { newId } from '#contract/id.ts'
import { textColumn } from '#web/kit/edit-cells.tsx'
import type { EditColumn } from '#web/kit/edit-rows.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'
import { QUESTION_KINDS, type Question } from '../../contract/shared.ts'

export type QuestionRow = z.input<typeof Question>

const KINDS = Object.entries(QUESTION_KINDS).map(([value, label]) => ({ value: value as QuestionRow['kind'], label }))

const COLUMNS: readonly EditColumn<QuestionRow>[] = [
  textColumn('问题', 'title', { most: 500, label: '' }),
  {
    title: '回答方式',
    cell: (row, { set, label }) => (
      <Select
        aria-label={`${label}回答方式`}
        value={row.kind}
        options={KINDS}
        onChange={(kind) => set({ kind, ...(kind !== 'choice' && { options: [] }) })}
      />
    ),
  },
  {
    title: '选项',
    cell: (row, { set, label }) =>
      row.kind === 'choice' ? (
        <Select
          aria-label={`${label}选项`}
          mode="tags"
          placeholder="输入后回车，至少两项"
          open={false}
          value={row.options ?? []}
          onChange={(options) => set({ options })}
        />
      ) : (
        <span className="kb-muted">-</span>
      ),
  },
  {
    title: '必答',
    cell: (row, { set, label }) => (
      <Switch
        aria-label={`${label}必答`}
        size="small"
        checked={row.isRequired ?? false}
        onChange={(isRequired) => set({ isRequired })}
      />
    ),
  },
]

interface QuestionRowsProps {
  value?: QuestionRow[]
  onChange?: (rows: QuestionRow[]) => void
}

/** What suppliers are asked beside the parameters. */
export function QuestionRows({ value = [], ...field }: QuestionRowsProps) {
  return (
    <RowsField<QuestionRow>
      label="调研问卷"
      nameOf={(index) => `第 ${index + 1} 题`}
      path="questions"
      isWrong={(index) => value[index]!.kind === 'choice' && (value[index]!.options ?? []).length < 2}
      columns={COLUMNS}
      add={{ label: '添加问题', row: () => ({ questionId: newId(), kind: 'text', title: '', isRequired: false }) }}
      value={value}
      {...field}
    />
  )
}
