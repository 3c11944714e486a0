import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createSaleVariety, saleVarieties, updateSaleVariety } from '../contract.ts'

type Variety = OutputOf<typeof saleVarieties>[number]

/** What the own company sells again and again. */
export function Screen() {
  const query = useCall(saleVarieties, {})
  const [edited, setEdited] = useState<Variety | 'new' | null>(null)
  return (
    <>
      <PageHead
        title="销售品种"
        actions={
          <Button type="primary" onClick={() => setEdited('new')}>
            新增品种
          </Button>
        }
      />
      <WhenLoaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="还没有销售品种" hint="常年销售的废旧物资可登记为品种，注明计量单位和竞买人须有的资质" />
          ) : (
            <DataTable
              label="销售品种"
              rows={rows}
              rowKey={(row) => row.varietyId}
              columns={[
                { key: 'name', title: '品种', value: (row) => row.name },
                { key: 'unit', title: '计量单位', width: 110, value: (row) => row.unit },
                { key: 'qualification', title: '竞买人须有的资质', value: (row) => row.qualification },
                { key: 'by', title: '登记人', width: 110, value: (row) => row.createdByName },
                { key: 'at', title: '登记时间', kind: 'time', width: 150, value: (row) => row.createdAt },
                {
                  key: 'state',
                  title: '状态',
                  width: 100,
                  render: (row) => (
                    <StatusTag label={row.isActive ? '在用' : '停用'} tone={row.isActive ? 'success' : 'neutral'} />
                  ),
                },
                {
                  key: 'edit',
                  title: '操作',
                  width: 90,
                  render: (row) => (
                    <Button size="small" type="link" onClick={() => setEdited(row)}>
                      修改
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
      {edited && <VarietyDrawer variety={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

interface Values {
  name: string
  unit: string
  qualification?: string
  isActive?: boolean
}

function VarietyDrawer({ variety, onClose }: { variety: Variety | null; onClose: () => void }) {
  const create = useAction(createSaleVariety, { success: '品种已登记' })
  const update = useAction(updateSaleVariety, { success: '已保存' })
  return (
    <FormDrawer<Values>
      title={variety ? `修改品种：${variety.name}` : '新增品种'}
      label="保存"
      initial={variety ?? { isActive: true }}
      fields={[
        { kind: 'text', name: 'name', label: '品种名称', required: true, maxLength: 100 },
        { kind: 'text', name: 'unit', label: '计量单位', required: true, maxLength: 20 },
        {
          kind: 'text',
          name: 'qualification',
          label: '竞买人须有的资质',
          maxLength: 200,
          placeholder: '如：危险废物经营许可证',
        },
        ...(variety ? [{ kind: 'switch' as const, name: 'isActive', label: '在用' }] : []),
      ]}
      run={({ name, unit, qualification = '', isActive = true }) =>
        variety
          ? update.run({ params: { varietyId: variety.varietyId }, body: { name, unit, qualification, isActive } })
          : create.run({ body: { name, unit, qualification } })
      }
      onClose={onClose}
    />
  )
}
