import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { decidePromotion, promotions, proposePromotion } from '../../contract/promotion.ts'
import { type Category, CATEGORY_LABELS } from '../../rules/catalogue.ts'
import { DecisionButtons } from './decision-buttons.tsx'

type Row = OutputOf<typeof promotions>[number]
const STATES = {
  proposed: { label: '待复核', tone: 'warning' },
  approved: { label: '已通过', tone: 'success' },
  refused: { label: '未通过', tone: 'neutral' },
} as const
const CATEGORIES = Object.entries(CATEGORY_LABELS).map(([value, label]) => ({ value, label }))

/** Promotions: proposed by one person, agreed to by another; companies see the ranking from the start on. */
export function PromotionTable() {
  const query = useCall(promotions)
  const [isProposing, setIsProposing] = useState(false)
  return (
    <>
      <div className="kb-row kb-below-12">
        <p className="kb-note">活动期内按各企业购买增值服务的实付金额排名，期内退款扣除；活动须由另一位管理员复核。</p>
        <Button onClick={() => setIsProposing(true)}>新建活动</Button>
      </div>
      {isProposing && <ProposeDialog onClose={() => setIsProposing(false)} />}
      <WhenLoaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="没有推广活动" hint="新建的活动经复核后在增值服务页展示排行" />
          ) : (
            <DataTable
              label="推广活动"
              rows={rows}
              rowKey={(row) => row.promotionId}
              columns={[
                { key: 'name', title: '活动', isHead: true, value: (row) => row.name },
                {
                  key: 'categories',
                  title: '计入产品',
                  width: 200,
                  value: (row) => row.categories.map((one) => CATEGORY_LABELS[one]).join('、'),
                },
                { key: 'from', title: '开始', kind: 'time', width: 130, value: (row) => row.fromAt },
                { key: 'until', title: '结束', kind: 'time', width: 130, value: (row) => row.untilAt },
                {
                  key: 'by',
                  title: '经办',
                  width: 180,
                  value: (row) => [row.proposedByName, row.decidedByName].filter(Boolean).join('、'),
                },
                { key: 'state', title: '状态', width: 90, render: (row) => <StatusTag {...STATES[row.state]} /> },
              ]}
              renderEnd={(row) => row.state === 'proposed' && !row.isOwn && <Decision row={row} />}
            />
          )
        }
      </WhenLoaded>
    </>
  )
}

function Decision({ row }: { row: Row }) {
  const decide = useAction(decidePromotion, { success: '已复核' })
  return <DecisionButtons onDecide={(approve) => void decide.run({ params: row, body: { approve } })} />
}

interface Values {
  name: string
  categories: Category[]
  fromAt: string
  untilAt: string
}

function ProposeDialog({ onClose }: { onClose: () => void }) {
  return (
    <ActionDialog
      title="新建推广活动"
      endpoint={proposePromotion}
      schema={proposePromotion.body}
      initial={{ categories: ['membership'] }}
      fields={[
        { kind: 'text', name: 'name', label: '活动名称', required: true, maxLength: 60 },
        { kind: 'checks', name: 'categories', label: '计入产品', required: true, options: CATEGORIES },
        { kind: 'instant', name: 'fromAt', label: '开始时间', required: true, future: true },
        { kind: 'instant', name: 'untilAt', label: '结束时间', required: true, future: true },
      ]}
      input={(values: Values) => ({ body: values })}
      hint="须由另一位管理员在开始前复核。积分支付的金额不计入。"
      success="已提交复核"
      onClose={onClose}
    />
  )
}
