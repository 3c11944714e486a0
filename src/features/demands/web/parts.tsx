import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { changeOf, nameOf, wishOf } from './words.ts'

interface Item {
  itemId: string
  lotNo: number
  name: string
  spec: string
  unit: string
  quantity: string
}

/** What is bought. */
export function ItemTable({ items }: { items: readonly Item[] }) {
  return (
    <DataTable
      label="采购标的"
      rows={items}
      rowKey={(row) => row.itemId}
      columns={[
        { key: 'lot', title: '包号', kind: 'number', width: 64, value: (row) => row.lotNo },
        { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
        { key: 'spec', title: '规格', value: (row) => row.spec },
        { key: 'quantity', title: '数量', width: 120, align: 'right', value: (row) => `${row.quantity} ${row.unit}` },
      ]}
    />
  )
}

interface ParameterLine {
  parameterId: string
  section: string
  name: string
  unit: string
  wished: string
  isMust: boolean
  weight: number
  remark: string
}

/** What is asked for; marks what was changed against `before`. */
export function ParameterTable({
  rows,
  before,
}: {
  rows: readonly ParameterLine[]
  before?: readonly ParameterLine[]
}) {
  const changed = (now: ParameterLine) =>
    before
      ? changeOf(
          now,
          before.find(({ parameterId }) => parameterId === now.parameterId),
        )
      : null
  return (
    <DataTable
      label="需求参数"
      rows={rows}
      rowKey={(row) => row.parameterId}
      columns={[
        { key: 'name', title: '参数', isHead: true, value: nameOf },
        { key: 'wished', title: '期望值', value: wishOf },
        {
          key: 'must',
          title: '要求',
          width: 84,
          value: (row) => (row.isMust ? '必须' : '期望'),
          render: (row) => <StatusTag label={row.isMust ? '必须' : '期望'} tone={row.isMust ? 'warning' : 'neutral'} />,
        },
        { key: 'weight', title: '权重', kind: 'number', width: 72, value: (row) => row.weight },
        { key: 'remark', title: '备注', value: (row) => row.remark },
        ...(before ? [{ key: 'changed', title: '调整', width: 160, value: changed }] : []),
      ]}
    />
  )
}

const CHANGES = { moved: '调整截止时间', ended: '提前结束', reopened: '重新开放' } as const

interface Change {
  roundNo: number
  kind: keyof typeof CHANGES
  fromAt: string
  toAt: string
  reason: string
  madeAt: string
}

/** How the end of the survey was moved. */
export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  return (
    <DataTable
      label="截止时间变更"
      rows={changes}
      rowKey={(row) => row.madeAt}
      columns={[
        ...(changes.some(({ roundNo }) => roundNo > 1)
          ? [{ key: 'round', title: '轮次', width: 90, value: ({ roundNo }: Change) => `第 ${roundNo} 轮` }]
          : []),
        { key: 'kind', title: '变更', width: 120, isHead: true, value: (row) => CHANGES[row.kind] },
        { key: 'from', title: '原截止时间', width: 150, value: (row) => formatTime(row.fromAt) },
        { key: 'to', title: '变更为', width: 150, value: (row) => formatTime(row.toAt) },
        { key: 'reason', title: '原因', value: (row) => row.reason },
      ]}
    />
  )
}
