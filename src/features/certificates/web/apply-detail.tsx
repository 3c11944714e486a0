import { Alert } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { applicationDetail, cancelPayment, removeApplication } from '../contract/company.ts'
import { ACTS, KINDS } from '../rules/kinds.ts'
import { applicationSections } from './application-sections.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { type ApplicationDetail, PATHS, stateTag } from './words.ts'

/** An application of the company: what it says, how it stands, what is next. */
export function Screen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(applicationDetail, { params: { applicationId: id } })
  const [isHandingIn, setIsHandingIn] = useState(false)
  const cancel = useAction(cancelPayment, { success: '已取消' })
  const remove = useAction(removeApplication, {
    success: '已删除',
    onDone: () => void navigate(PATHS.applications),
  })
  const params = { applicationId: id }
  const doing: Record<string, (row: ApplicationDetail) => unknown> = {
    save: () => navigate(PATHS.change(id)),
    submit: () => setIsHandingIn(true),
    pay: ({ payOrderId }) => navigate(`/finance/orders/${payOrderId}`),
    cancel: () => cancel.run({ params }),
    remove: () => remove.run({ params }),
  }
  return (
    <>
      <DetailScreen query={query} back={{ label: '数字证书', to: PATHS.applications }}>
        {(row) => ({
          title: `${KINDS[row.kind]}${ACTS[row.act]}申请`,
          status: <StatusTag {...stateTag(row.state)} />,
          facts: [row.code],
          actions: row.actions,
          onAction: (action) => void doing[action]?.(row),
          notice: <Notice row={row} />,
          sections: applicationSections(row, '/api/ca/applications'),
        })}
      </DetailScreen>
      {isHandingIn && query.data && <SubmitDialog row={query.data} onClose={() => setIsHandingIn(false)} />}
    </>
  )
}

function Notice({ row }: { row: ApplicationDetail }) {
  if (row.state === 'rejected')
    return (
      <Alert
        type="error"
        showIcon
        className="kb-below-16"
        title={`已驳回：${row.reason}`}
        description="所付款项按原路退回，使用的抵用券已退回。修改后重新提交，届时重新支付。"
      />
    )
  if (row.state === 'paying')
    return <Alert type="warning" showIcon className="kb-below-16" title="请在付款单时限内完成支付，支付后进入审核" />
  if (row.state === 'saved' && row.act === 'replace')
    return <Alert type="warning" showIcon className="kb-below-16" title="提交补办申请时，原证书立即吊销，且不可恢复" />
  return null
}
