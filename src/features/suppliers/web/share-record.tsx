import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { purchaserPage } from '#features/enterprise/contract/company.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { endShare, sharePage, shareSupplier } from '../contract/shares.ts'
import { PLACES } from '../rules/places.ts'
import { SHARED_FIELDS, type SharedField } from '../rules/shares.ts'
import { optionsOf } from './words.ts'

interface Values {
  toCompanyId: string
  fields: SharedField[]
  until: string
  reason: string
}

/** With whom a record is shared, what of it, and until when. */
export function Screen() {
  const { supplierId = '' } = useParams()
  const params = { supplierId }
  const query = useCall(sharePage, { params }, { fresh: 0 })
  const [isOpen, setOpen] = useState(false)
  const end = useAction(endShare, { success: '共享已结束' })
  return (
    <>
      <DetailScreen query={query} back={{ label: '供应商详情', to: PLACES.detail(supplierId) }}>
        {({ supplierName, mayShare, shares }) => ({
          title: '共享记录',
          facts: [supplierName],
          extra: mayShare && (
            <Button type="primary" onClick={() => setOpen(true)}>
              新增共享
            </Button>
          ),
          sections: [
            {
              key: 'shares',
              title: '共享',
              content:
                shares.length === 0 ? (
                  <EmptyState title="没有共享" hint="可将选定内容共享给其他采购单位，到期自动结束" />
                ) : (
                  <DataTable
                    label="共享"
                    rows={shares}
                    rowKey={(row) => row.shareId}
                    columns={[
                      { key: 'to', title: '共享给', value: (row) => row.toName },
                      {
                        key: 'fields',
                        title: '共享内容',
                        width: 220,
                        value: (row) => row.fields.map((field) => SHARED_FIELDS[field]).join('、'),
                      },
                      { key: 'until', title: '共享至', width: 110, value: (row) => row.until },
                      { key: 'reason', title: '原因', width: 180, value: (row) => row.reason },
                      {
                        key: 'by',
                        title: '办理',
                        width: 160,
                        value: (row) => `${row.createdByName}，${formatTime(row.createdAt)}`,
                      },
                      {
                        key: 'state',
                        title: '状态',
                        width: 100,
                        render: (row) =>
                          row.isInForce ? (
                            <StatusTag label="共享中" tone="success" />
                          ) : (
                            <StatusTag label={row.endedAt ? '已结束' : '已到期'} />
                          ),
                      },
                    ]}
                    renderEnd={(row) => (
                      <RowActions
                        actions={
                          row.isInForce && mayShare
                            ? [
                                {
                                  label: '结束',
                                  danger: true,
                                  confirm: `结束后${row.toName}不能再查看，是否结束？`,
                                  onClick: () => end.run({ params: { shareId: row.shareId } }),
                                },
                              ]
                            : []
                        }
                      />
                    )}
                  />
                ),
            },
          ],
        })}
      </DetailScreen>
      {isOpen && <ShareDialog supplierId={supplierId} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShareDialog({ supplierId, onClose }: { supplierId: string; onClose: () => void }) {
  const purchasers = useCall(purchaserPage, { query: { pageSize: 100 } })
  return (
    <ActionDialog<typeof shareSupplier, Values>
      title="新增共享"
      endpoint={shareSupplier}
      schema={shareSupplier.body}
      hint="对方只能看到所选内容；评定理由、备注和草稿不会共享。"
      fields={[
        {
          kind: 'select',
          name: 'toCompanyId',
          label: '共享给',
          required: true,
          searchable: true,
          options: (purchasers.data?.rows ?? []).map((one) => ({ value: one.companyId, label: one.companyName })),
        },
        { kind: 'checks', name: 'fields', label: '共享内容', required: true, options: optionsOf(SHARED_FIELDS) },
        { kind: 'day', name: 'until', label: '共享至', required: true },
        { kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500 },
      ]}
      input={(body) => ({ params: { supplierId }, body })}
      success="已共享"
      onClose={onClose}
    />
  )
}
