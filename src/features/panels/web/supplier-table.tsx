import { Button } from 'antd'
import { Link } from 'react-router'
import { placeOf } from '#features/procurement/methods/places.ts'
import { openFile } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { type Desk, panelFile } from '../contract.ts'
import { OUT_CAUSES } from '../rules/panel.ts'

type Row = Desk['suppliers'][number]

/** Who responded, each with its responses and their files, and who does not go on for what reason. */
export function SupplierTable({ desk, side }: { desk: Desk; side: 'purchaser' | 'agency' }) {
  return (
    <DataTable
      label="供应商与响应"
      rows={desk.suppliers}
      rowKey={({ tradeId }) => tradeId}
      columns={[
        { key: 'name', title: '供应商', isHead: true, value: ({ supplierName }) => supplierName },
        {
          key: 'state',
          title: '状态',
          width: 180,
          render: ({ cause }) =>
            cause === '' ? <StatusTag label="继续参加" tone="success" /> : <StatusTag label={OUT_CAUSES[cause]} />,
        },
        { key: 'talks', title: '已商谈', width: 90, value: ({ talks }) => (talks === 0 ? '—' : `${talks} 次`) },
        { key: 'responses', title: '响应文件', render: (row) => <Responses desk={desk} row={row} side={side} /> },
        {
          key: 'total',
          title: '最近报价（元）',
          kind: 'amount',
          width: 150,
          value: ({ responses }) => responses.at(-1)?.total ?? null,
        },
        { key: 'reason', title: '原因', value: ({ reason }) => reason },
      ]}
    />
  )
}

function Responses({ desk, row, side }: { desk: Desk; row: Row; side: 'purchaser' | 'agency' }) {
  const params = { orderId: desk.orderId }
  return (
    <>
      {row.responses.map(({ roundNo, roundId, quoteId, invalid, files }) => (
        <div key={quoteId}>
          {desk.readsOrder ? (
            <Link
              to={placeOf(
                { id: desk.orderId, method: desk.method, ids: { offerId: quoteId, roundId, tradeId: row.tradeId } },
                'quote.offer',
                side,
              )}
            >
              第 {roundNo} 轮
            </Link>
          ) : (
            <span>第 {roundNo} 轮</span>
          )}
          {invalid !== '' && <span className="kb-bad">（无效）</span>}
          {files.map(({ fileId, label, name }) => (
            <Button
              key={fileId}
              type="link"
              size="small"
              title={name}
              onClick={() => void openFile(panelFile, { params: { ...params, quoteId, fileId } })}
            >
              {label || name}
            </Button>
          ))}
        </div>
      ))}
    </>
  )
}
