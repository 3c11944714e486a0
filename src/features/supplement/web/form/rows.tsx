import { Button, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { EditRows } from '#web/kit/edit-rows.tsx'
import type { Line, Participant, Run } from '../../contract/run.ts'
import { lineTemplate, participantTemplate, readLines, readParticipants } from '../../contract/supplement.ts'
import { NOTICE_KINDS } from '../../rules/words.ts'
import { optionsOf } from '../words.ts'
import { useSheetRows } from './sheet-rows.tsx'

export type ParticipantRow = z.input<typeof Participant>
export type AwardRow = z.input<typeof Run>['awards'][number]
export type LineRow = z.input<typeof Line>
export type NoticeRow = NonNullable<z.input<typeof Run>['notices']>[number]

/** More are changed in a spreadsheet. */
const MOST_SHOWN = 200

interface RowsProps<R> {
  value?: R[]
  onChange?: (rows: R[]) => void
}

interface Cell {
  label: string
  value: string | null | undefined
  most: number
  set: (value: string) => void
}

function text({ label, value, most, set }: Cell): ReactNode {
  return <Input aria-label={label} maxLength={most} value={value ?? ''} onChange={(event) => set(event.target.value)} />
}

/** An amount or quantity as it is typed; the schema judges it. Empty is null. */
function figure({
  label,
  value,
  set,
}: Omit<Cell, 'set' | 'most'> & { set: (value: string | null) => void }): ReactNode {
  return (
    <Input
      aria-label={label}
      inputMode="decimal"
      maxLength={20}
      value={value ?? ''}
      onChange={(event) => set(event.target.value.replaceAll(/[,，\s]/g, '') || null)}
    />
  )
}

function whole(label: string, value: number | null | undefined, set: (value: number | null) => void): ReactNode {
  return <InputNumber aria-label={label} min={1} max={999} precision={0} value={value ?? null} onChange={set} />
}

function more(rest: number): ReactNode {
  return rest > 0 && <p className="kb-hint">另有 {rest} 行未显示，请在表格文件中修改后重新导入。</p>
}

export const EMPTY_PARTICIPANT: ParticipantRow = { lotNo: 1, name: '' }

/** Who handed in an offer; a long list comes from a spreadsheet. */
export function ParticipantRows({ value = [], onChange }: RowsProps<ParticipantRow>) {
  const change = (rows: ParticipantRow[]) => onChange?.(rows)
  const sheet = useSheetRows<ParticipantRow>({
    what: '参加单位',
    rows: value,
    read: readParticipants,
    template: participantTemplate,
    onRead: change,
  })
  const rest = value.slice(MOST_SHOWN)
  return (
    <div className="kb-stack kb-gap-8">
      {sheet.report}
      <EditRows
        label="参加单位"
        rows={value.slice(0, MOST_SHOWN)}
        nameOf={(index) => `第 ${index + 1} 家`}
        path="participants"
        columns={[
          {
            title: '包号',
            cell: (row, { set, label }) => whole(`${label}包号`, row.lotNo, (lotNo) => set({ lotNo: lotNo ?? 1 })),
          },
          {
            title: '单位名称',
            cell: (row, { set, label }) =>
              text({ label: `${label}单位名称`, value: row.name, most: 100, set: (name) => set({ name }) }),
          },
          {
            title: '统一社会信用代码',
            cell: (row, { set, label }) =>
              text({
                label: `${label}统一社会信用代码`,
                value: row.creditCode,
                most: 18,
                set: (code) => set({ creditCode: code.toUpperCase() }),
              }),
          },
          {
            title: '报价（元）',
            cell: (row, { set, label }) =>
              figure({ label: `${label}报价`, value: row.price, set: (price) => set({ price }) }),
          },
          {
            title: '排名',
            cell: (row, { set, label }) => whole(`${label}排名`, row.rank, (rank) => set({ rank })),
          },
          {
            title: '备注',
            cell: (row, { set, label }) =>
              text({ label: `${label}备注`, value: row.remark, most: 200, set: (remark) => set({ remark }) }),
          },
        ]}
        onChange={(rows) => change([...rows, ...rest])}
      />
      {more(rest.length)}
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button size="small" onClick={() => change([...value, EMPTY_PARTICIPANT])}>
          添加单位
        </Button>
        {sheet.buttons}
      </div>
    </div>
  )
}

export const EMPTY_AWARD: AwardRow = { lotNo: 1, name: '', price: '' }

/** Who was awarded what. */
export function AwardRows({ value = [], onChange }: RowsProps<AwardRow>) {
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows
        label="成交结果"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 个结果`}
        path="awards"
        columns={[
          {
            title: '包号',
            cell: (row, { set, label }) => whole(`${label}包号`, row.lotNo, (lotNo) => set({ lotNo: lotNo ?? 1 })),
          },
          {
            title: '成交供应商',
            cell: (row, { set, label }) =>
              text({ label: `${label}成交供应商`, value: row.name, most: 100, set: (name) => set({ name }) }),
          },
          {
            title: '统一社会信用代码',
            cell: (row, { set, label }) =>
              text({
                label: `${label}统一社会信用代码`,
                value: row.creditCode,
                most: 18,
                set: (code) => set({ creditCode: code.toUpperCase() }),
              }),
          },
          {
            title: '成交价（元）',
            cell: (row, { set, label }) =>
              figure({ label: `${label}成交价`, value: row.price, set: (price) => set({ price: price ?? '' }) }),
          },
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <div>
        <Button size="small" onClick={() => onChange?.([...value, EMPTY_AWARD])}>
          添加结果
        </Button>
      </div>
    </div>
  )
}

export const EMPTY_LINE: LineRow = { lotNo: 1, name: '', unit: '', quantity: '' }

/** What was bought, a line each. */
export function LineRows({ value = [], onChange }: RowsProps<LineRow>) {
  const change = (rows: LineRow[]) => onChange?.(rows)
  const sheet = useSheetRows<LineRow>({
    what: '清单',
    rows: value,
    read: readLines,
    template: lineTemplate,
    onRead: change,
  })
  const rest = value.slice(MOST_SHOWN)
  return (
    <div className="kb-stack kb-gap-8">
      {sheet.report}
      <EditRows
        label="采购清单"
        rows={value.slice(0, MOST_SHOWN)}
        nameOf={(index) => `第 ${index + 1} 行`}
        path="lines"
        columns={[
          {
            title: '包号',
            cell: (row, { set, label }) => whole(`${label}包号`, row.lotNo, (lotNo) => set({ lotNo: lotNo ?? 1 })),
          },
          {
            title: '名称',
            cell: (row, { set, label }) =>
              text({ label: `${label}名称`, value: row.name, most: 200, set: (name) => set({ name }) }),
          },
          {
            title: '规格',
            cell: (row, { set, label }) =>
              text({ label: `${label}规格`, value: row.spec, most: 500, set: (spec) => set({ spec }) }),
          },
          {
            title: '单位',
            cell: (row, { set, label }) =>
              text({ label: `${label}单位`, value: row.unit, most: 20, set: (unit) => set({ unit }) }),
          },
          {
            title: '数量',
            cell: (row, { set, label }) =>
              figure({ label: `${label}数量`, value: row.quantity, set: (one) => set({ quantity: one ?? '' }) }),
          },
          {
            title: '单价（元）',
            cell: (row, { set, label }) =>
              figure({ label: `${label}单价`, value: row.unitPrice, set: (unitPrice) => set({ unitPrice }) }),
          },
          {
            title: '金额（元）',
            cell: (row, { set, label }) =>
              figure({ label: `${label}金额`, value: row.amount, set: (amount) => set({ amount }) }),
          },
        ]}
        onChange={(rows) => change([...rows, ...rest])}
      />
      {more(rest.length)}
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button size="small" onClick={() => change([...value, EMPTY_LINE])}>
          添加一行
        </Button>
        {sheet.buttons}
      </div>
    </div>
  )
}

export const EMPTY_NOTICE: NoticeRow = { kind: 'announcement', title: '' }

/** What was published, as texts. */
export function NoticeRows({ value = [], onChange }: RowsProps<NoticeRow>) {
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows
        label="公告"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 份公告`}
        path="notices"
        columns={[
          {
            title: '类型',
            cell: (row, { set, label }) => (
              <Select
                aria-label={`${label}类型`}
                value={row.kind}
                options={optionsOf(NOTICE_KINDS)}
                onChange={(kind) => set({ kind })}
              />
            ),
          },
          {
            title: '标题',
            cell: (row, { set, label }) =>
              text({ label: `${label}标题`, value: row.title, most: 200, set: (title) => set({ title }) }),
          },
          {
            title: '发布日期',
            cell: (row, { set, label }) => (
              <Input
                type="date"
                aria-label={`${label}发布日期`}
                value={row.publishedOn ?? ''}
                onChange={(event) => set({ publishedOn: event.target.value || null })}
              />
            ),
          },
          {
            title: '发布媒介',
            cell: (row, { set, label }) =>
              text({ label: `${label}发布媒介`, value: row.medium, most: 200, set: (medium) => set({ medium }) }),
          },
          {
            title: '正文',
            cell: (row, { set, label }) => (
              <Input.TextArea
                aria-label={`${label}正文`}
                rows={2}
                maxLength={20_000}
                value={row.text ?? ''}
                onChange={(event) => set({ text: event.target.value })}
              />
            ),
          },
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <div>
        <Button size="small" onClick={() => onChange?.([...value, EMPTY_NOTICE])}>
          添加公告
        </Button>
      </div>
    </div>
  )
}
