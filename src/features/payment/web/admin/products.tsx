import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { decidePrice, productPrices, proposePrice } from '../../contract/product.ts'
import { SERVICE_SLOTS } from '../../contract/slots.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { PromotionTable } from './promotion-table.tsx'

type Sku = OutputOf<typeof productPrices>[number]
type Version = Sku['versions'][number]
const STATES = { proposed: '待复核', approved: '已生效或待生效', refused: '未通过' } as const

/** Products and their prices; a price is proposed by one person and agreed to by another. */
export function Screen() {
  const query = useCall(productPrices)
  const [changing, setChanging] = useState<Sku | null>(null)
  return (
    <DetailScreen query={query}>
      {(rows) => ({
        title: '增值产品',
        facts: [`${new Set(rows.map(({ productId }) => productId)).size} 个产品`, '调价须由另一位管理员复核'],
        notice: changing ? <ProposeDialog sku={changing} onClose={() => setChanging(null)} /> : undefined,
        sections: [
          {
            key: 'products',
            title: '产品与价格',
            content: (
              <DataTable
                label="产品与价格"
                rows={rows}
                rowKey={(row) => row.skuId}
                columns={[
                  {
                    key: 'product',
                    title: '产品',
                    value: (row) => row.productName,
                  },
                  { key: 'name', title: '规格', width: 130, value: (row) => row.name },
                  { key: 'price', title: '现价（元）', kind: 'amount', width: 130, value: (row) => row.price },
                  {
                    key: 'versions',
                    title: '调价',
                    render: (row) => row.versions.map((one) => <VersionLine key={one.versionId} version={one} />),
                  },
                ]}
                renderEnd={(row) => (
                  <Button type="link" size="small" onClick={() => setChanging(row)}>
                    调价
                  </Button>
                )}
              />
            ),
          },
          { key: 'refunds', title: '退款约定', content: <Parts of={SERVICE_SLOTS.policy} /> },
          { key: 'promotions', title: '推广活动', content: <PromotionTable /> },
        ],
      })}
    </DetailScreen>
  )
}

function VersionLine({ version }: { version: Version }) {
  const decide = useAction(decidePrice, { success: '已复核' })
  const { versionId, price, fromAt, state, proposedByName, decidedByName, isOwn } = version
  const run = (approve: boolean) => void decide.run({ params: { versionId }, body: { approve } })
  return (
    <span className="kb-block kb-size-13">
      {formatAmount(price)} 元，{formatTime(fromAt)} 起，{STATES[state]}（
      {[proposedByName, decidedByName].filter(Boolean).join('、')}）
      {state === 'proposed' && !isOwn && <DecisionButtons onDecide={run} />}
    </span>
  )
}

function ProposeDialog({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  return (
    <ActionDialog
      title={`调价：${sku.productName}（${sku.name}）`}
      endpoint={proposePrice}
      initial={{ price: sku.price }}
      fields={[
        { kind: 'amount', name: 'price', label: '新价格', required: true },
        { kind: 'instant', name: 'fromAt', label: '生效时间', required: true, future: true },
      ]}
      input={(values: { price: string; fromAt: string }) => ({ params: { skuId: sku.skuId }, body: values })}
      hint="须由另一位管理员复核后按生效时间执行；已下的付款单不变。"
      success="已提交复核"
      onClose={onClose}
    />
  )
}
