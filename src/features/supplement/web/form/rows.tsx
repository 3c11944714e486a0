import { Input, Select } from 'antd'
import type * as z from 'zod'
import { figureColumn, textColumn, wholeColumn } from '#web/kit/edit-cells.tsx'
import type { EditColumn } from '#web/kit/edit-rows.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'
import type { Line, Participant, Run } from '../../contract/run.ts'
import { lineTemplate, participantTemplate, readLines, readParticipants } from '../../contract/supplement.ts'
import { NOTICE_KINDS } from '../../rules/words.ts'
import { optionsOf } from '../words.ts'

export type ParticipantRow = z.input<typeof Participant>
export type AwardRow = z.input<typeof Run>['awards'][number]
export type LineRow = z.input<typeof Line>
export type NoticeRow = NonNullable<z.input<typeof Run>['notices']>[number]

interface RowsProps<R> {
  value?: R[]
  onChange?: (rows: R[]) => void
}

const lot = <R extends { lotNo?: number }>() => wholeColumn<R>('包号', 'lotNo', { none: 1, min: 1, max: 999 })
const creditCode = <R extends { creditCode?: string }>() =>
  textColumn<R>('统一社会信用代码', 'creditCode', { most: 18, into: (typed) => typed.toUpperCase() })

export const EMPTY_PARTICIPANT: ParticipantRow = { lotNo: 1, name: '' }

const PARTICIPANT: readonly EditColumn<ParticipantRow>[] = [
  lot(),
  textColumn('单位名称', 'name', { most: 100 }),
  creditCode(),
  figureColumn('报价（元）', 'price', { none: null }),
  wholeColumn('排名', 'rank', { none: null, min: 1, max: 999 }),
  textColumn('备注', 'remark', { most: 200 }),
]

/** Who handed in an offer; a long list comes from a spreadsheet. */
export function ParticipantRows(field: RowsProps<ParticipantRow>) {
  return (
    <RowsField<ParticipantRow>
      label="参加单位"
      nameOf={(index) => `第 ${index + 1} 家`}
      path="participants"
      columns={PARTICIPANT}
      add={{ label: '添加单位', row: () => EMPTY_PARTICIPANT }}
      sheet={{ read: readParticipants, template: participantTemplate }}
      {...field}
    />
  )
}

export const EMPTY_AWARD: AwardRow = { lotNo: 1, name: '', price: '' }

const AWARD: readonly EditColumn<AwardRow>[] = [
  lot(),
  textColumn('成交供应商', 'name', { most: 100 }),
  creditCode(),
  figureColumn('成交价（元）', 'price', { none: '' }),
]

/** Who was awarded what. */
export function AwardRows(field: RowsProps<AwardRow>) {
  return (
    <RowsField<AwardRow>
      label="成交结果"
      nameOf={(index) => `第 ${index + 1} 个结果`}
      path="awards"
      columns={AWARD}
      add={{ label: '添加结果', row: () => EMPTY_AWARD }}
      {...field}
    />
  )
}

export const EMPTY_LINE: LineRow = { lotNo: 1, name: '', unit: '', quantity: '' }

const LINE: readonly EditColumn<LineRow>[] = [
  lot(),
  textColumn('名称', 'name', { most: 200 }),
  textColumn('规格', 'spec', { most: 500 }),
  textColumn('单位', 'unit', { most: 20 }),
  figureColumn('数量', 'quantity', { none: '' }),
  figureColumn('单价（元）', 'unitPrice', { none: null }),
  figureColumn('金额（元）', 'amount', { none: null }),
]

/** What was bought, a line each. */
export function LineRows(field: RowsProps<LineRow>) {
  return (
    <RowsField<LineRow>
      label="采购清单"
      nameOf={(index) => `第 ${index + 1} 行`}
      path="lines"
      columns={LINE}
      add={{ label: '添加一行', row: () => EMPTY_LINE }}
      sheet={{ read: readLines, template: lineTemplate }}
      {...field}
    />
  )
}

export const EMPTY_NOTICE: NoticeRow = { kind: 'announcement', title: '' }

const NOTICE: readonly EditColumn<NoticeRow>[] = [
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
  textColumn('标题', 'title', { most: 200 }),
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
  textColumn('发布媒介', 'medium', { most: 200 }),
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
]

/** What was published, as texts. */
export function NoticeRows(field: RowsProps<NoticeRow>) {
  return (
    <RowsField<NoticeRow>
      label="公告"
      nameOf={(index) => `第 ${index + 1} 份公告`}
      path="notices"
      columns={NOTICE}
      add={{ label: '添加公告', row: () => EMPTY_NOTICE }}
      {...field}
    />
  )
}
