import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { importMaterials } from '../contract/order.ts'

export type Material = OutputOf<typeof importMaterials>['materials'][number]

const SHOWN = 100

/** Materials that a call is about. */
export function MaterialTable({ materials }: { materials: readonly Material[] }) {
  const rows = materials.slice(0, SHOWN).map((row, i) => ({ ...row, no: i + 1 }))
  return (
    <>
      <DataTable
        label="征集物料"
        rows={rows}
        rowKey={({ no }) => String(no)}
        columns={[
          { key: 'no', title: '序号', kind: 'ordinal', width: 60, value: (row) => row.no },
          { key: 'name', title: '物料名称', isHead: true, value: (row) => row.name },
          { key: 'spec', title: '规格型号', value: (row) => row.spec },
          { key: 'unit', title: '单位', width: 80, value: (row) => row.unit },
          { key: 'quantity', title: '预计年用量', width: 120, align: 'right', value: (row) => row.quantity },
          { key: 'remark', title: '备注', value: (row) => row.remark },
        ]}
      />
      {materials.length > SHOWN && (
        <p className="kb-note">
          共 {materials.length} 行，显示前 {SHOWN} 行
        </p>
      )}
    </>
  )
}
