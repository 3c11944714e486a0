import { Button, Drawer } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import {
  acceptRequest,
  recallRequest,
  removeRequest,
  requestDetail,
  returnRequest,
  submitRequest,
} from '../../contract/request.ts'
import { CATEGORIES } from '../../rules/levels.ts'
import { requestTag } from '../words.ts'

type Request = OutputOf<typeof requestDetail>

interface RequestDrawerProps {
  requestId: string
  onEdit?: (requestId: string) => void
  onClose: () => void
}

/** One request with what may be done with it now. */
export function RequestDrawer({ requestId, onEdit, onClose }: RequestDrawerProps) {
  const params = { requestId }
  const query = useCall(requestDetail, { params })
  const submit = useAction(submitRequest, { success: '已提交，等待采购部门受理' })
  const recall = useAction(recallRequest, { success: '已撤回' })
  const remove = useAction(removeRequest, { success: '已删除', onDone: onClose })
  const accept = useAction(acceptRequest, { success: '已受理' })
  const back = useAction(returnRequest, { success: '已退回，申报人收到通知' })
  const acts: Readonly<Record<string, () => unknown>> = {
    submit: () => submit.run({ params }),
    recall: () => recall.run({ params }),
    edit: () => onEdit?.(requestId),
    remove: async () => (await ask({ title: '删除该申报？', content: '删除后不可恢复。' })) && remove.run({ params }),
    accept: () => accept.run({ params }),
    return: () =>
      askText({
        title: '退回申报',
        hint: '申报人收到原因，修改后可以重新提交。',
        okText: '退回',
        danger: true,
        run: (reason) => back.run({ params, body: { reason } }),
      }),
  }
  return (
    <Drawer open size={720} title="需求申报" onClose={onClose}>
      <WhenLoaded query={query}>
        {(request) => (
          <div className="kb-stack kb-gap-16">
            <div className="kb-row kb-gap-12 kb-wrap">
              <b>{request.title}</b>
              <span className="kb-muted">{request.code}</span>
              <StatusTag {...requestTag(request.state)} />
            </div>
            <div className="kb-row kb-gap-8 kb-wrap">
              {request.actions
                .filter(({ action }) => action in acts && (action !== 'edit' || onEdit))
                .map(({ action, label, primary, danger, reason }) => (
                  <Button
                    key={action}
                    {...(primary && { type: 'primary' as const })}
                    danger={danger ?? false}
                    disabled={reason !== undefined}
                    onClick={() => void acts[action]!()}
                  >
                    {label}
                  </Button>
                ))}
            </div>
            <Facts request={request} />
            <DataTable
              label="采购内容"
              rows={request.items}
              rowKey={(row) => `${row.from}/${row.name}/${row.spec}`}
              columns={[
                { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
                { key: 'spec', title: '规格', value: (row) => row.spec },
                { key: 'quantity', title: '数量', width: 100, value: (row) => `${row.quantity} ${row.unit}` },
                { key: 'remark', title: '备注', value: (row) => row.remark },
                ...(request.sources.length > 0
                  ? [{ key: 'from', title: '来源', width: 130, value: (row: { from: string }) => row.from }]
                  : []),
              ]}
            />
          </div>
        )}
      </WhenLoaded>
    </Drawer>
  )
}

function Facts({ request }: { request: Request }) {
  const { plan } = request
  return (
    <FieldList
      items={[
        { label: '部门', value: request.departmentName },
        { label: '申报人', value: request.createdByName },
        { label: '类别', value: CATEGORIES[request.category] },
        { label: '需用日期', value: request.neededBy },
        { label: '估算金额', value: <AmountText value={request.estimate} /> },
        { label: '预算项', value: request.budget.map(({ subject }) => subject).join('、') || '未选择' },
        request.submittedAt !== null && { label: '提交时间', value: formatTime(request.submittedAt) },
        request.decidedByName !== '' && {
          label: '办理',
          value: `${request.decidedByName}，${formatTime(request.decidedAt)}`,
        },
        request.returnReason !== '' && { label: '退回原因', value: request.returnReason, wide: true },
        request.mergedInto !== null && { label: '合并到', value: request.mergedInto.code },
        request.sources.length > 0 && {
          label: '由以下申报合并',
          value: request.sources.map(({ code, title }) => `${title}（${code}）`).join('、'),
          wide: true,
        },
        plan !== null && {
          label: '采购计划',
          value: (
            <>
              {plan.title}（{plan.code}）
              {plan.projectId && <Link to={`/purchaser/register/projects/${plan.projectId}/detail`}> 采购项目 ›</Link>}
            </>
          ),
          wide: true,
        },
        { label: '申报理由', value: <span className="kb-pre">{request.reason}</span>, wide: true },
      ]}
    />
  )
}
