import { Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { supplierPage } from '#features/enterprise/contract/company.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ApprovalFields, type ApprovalInput, isHeld } from '#web/kit/confirm-step.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { useCall } from '#web/use-call.ts'
import { changeMethod } from '../../../contract/follow-up.ts'
import { methodOf } from '../../../methods/all.ts'
import type { OrderDetail } from '../tones.ts'
import { buyerOf, useBuyer } from '../use-buyer.ts'

interface Values {
  companyId: string
  explanation: string
  days: number
  signUpEnd: string
  bidEnd: string
  files?: FileRef[]
  acceptWarnings?: boolean
  approval?: ApprovalInput
}

/** A failed order goes on under the other method in one act: draft, supplier, reason, evidence, and its approval. */
export function ChangeMethod({ order }: { order: OrderDetail }) {
  const at = useBuyer()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const rule = useCall(approvalNode, { params: { type: 'bidding', node: 'announcement' } })
  const instead = methodOf(methodOf(order.method).insteadOfFew!)
  const days = instead.grounds?.afterFailed?.days ?? 0
  const { labels } = instead.dates
  return (
    <>
      <Button type="link" className="kb-inline-link kb-pad-0" onClick={() => setOpen(true)}>
        改为{instead.name} ›
      </Button>
      {isOpen && (
        <ActionDialog<typeof changeMethod, Values>
          title={`改为${instead.name}`}
          endpoint={changeMethod}
          width={640}
          okText={rule.data?.inForce ? '提交审批' : '发布'}
          success={(answer) => (isHeld(answer) ? `${instead.name}已提交审批` : `${instead.name}已发布`)}
          onDone={({ orderId, method }) =>
            void navigate(buyerOf(at.side, methodOf(method)).page('publish.detail', { orderId }))
          }
          hint={`新采购单沿用 ${order.code} 的清单、预算和条款，写明并关联本次流标；附件作为证明材料一并带入。理由和拟定供应商须公示，公示期满后报名截止。`}
          initial={{ days }}
          input={({ files = [], ...values }) => ({
            params: { orderId: order.orderId },
            body: { ...values, files: files.map(({ fileId, name }) => ({ fileId, name })) },
          })}
          fields={[
            { kind: 'custom', name: 'companyId', label: '拟定供应商', required: true, control: <OneSupplier /> },
            {
              kind: 'area',
              name: 'explanation',
              label: '具体理由',
              required: true,
              rows: 3,
              placeholder: '不少于 10 个字，如：报名仅一家，重新采购仍难以成功',
            },
            { kind: 'integer', name: 'days', label: '公示期（工作日）', min: 0, max: 60, required: true },
            {
              kind: 'instant',
              name: 'signUpEnd',
              label: labels.signUpEnd ?? '报名截止时间',
              required: true,
              future: true,
            },
            { kind: 'instant', name: 'bidEnd', label: labels.bidEnd ?? '响应截止时间', required: true, future: true },
            { kind: 'files', name: 'files', label: '补充证明材料', use: 'tender-document', most: 20 },
            { kind: 'switch', name: 'acceptWarnings', label: '已知悉合规提示，有提示时继续' },
            ...(rule.data?.inForce
              ? [{ kind: 'custom' as const, name: 'approval', label: '审批', control: <Approval rule={rule.data} /> }]
              : []),
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Approval({
  rule,
  onChange,
}: {
  rule: Parameters<typeof ApprovalFields>[0]['rule']
  onChange?: (input: ApprovalInput) => void
}) {
  return <ApprovalFields rule={rule} onChange={(input) => onChange?.(input)} />
}

/** One certified supplier, found by name. */
function OneSupplier({ id, value, onChange }: { id?: string; value?: string; onChange?: (companyId: string) => void }) {
  const [keyword, setKeyword] = useState('')
  const found = useCall(supplierPage, { query: { keyword, pageSize: 50 } }, { keep: true })
  return (
    <Select
      {...(id && { id })}
      className="kb-wide"
      placeholder="按名称查找已认证的供应商"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={(found.data?.rows ?? []).map((one) => ({ value: one.companyId, label: one.companyName }))}
      value={value}
      {...(onChange && { onChange })}
    />
  )
}
