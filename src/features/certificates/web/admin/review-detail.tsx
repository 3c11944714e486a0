import { Alert } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { approveApplication, rejectApplication, reviewDetail } from '../../contract/admin.ts'
import { ACTS, KINDS } from '../../rules/kinds.ts'
import { applicationSections } from '../application-sections.tsx'
import { stateTag } from '../words.ts'

/** One application: its data and files, and the word of the platform. */
export function Screen() {
  const { id = '' } = useParams()
  const params = { applicationId: id }
  const [isRejecting, setIsRejecting] = useState(false)
  const query = useCall(reviewDetail, { params }, { every: 10_000 })
  const approve = useAction(approveApplication, { success: '已通过，由证书机构签发' })
  const doing: Record<string, () => unknown> = {
    approve: async () => {
      const content = '确认已核对持有人身份、授权书和营业执照，且与申请一致。通过后由证书机构签发，不能撤回。'
      if (await ask({ title: '通过', content })) await approve.run({ params })
    },
    reject: () => setIsRejecting(true),
  }
  return (
    <>
      <DetailScreen query={query} back={{ label: '证书审核', to: '/admin/ca/applications' }}>
        {(row) => ({
          title: `${row.companyName}：${KINDS[row.kind]}${ACTS[row.act]}`,
          status: <StatusTag {...stateTag(row.state)} />,
          facts: [row.code],
          actions: row.actions,
          onAction: (action) => void doing[action]?.(),
          notice: row.problem ? (
            <Alert
              type="error"
              showIcon
              className="kb-below-16"
              title={`证书机构未能签发：${row.problem}`}
              description="处理后可再次通过，或驳回申请。"
            />
          ) : row.state === 'rejected' ? (
            <Alert type="warning" showIcon className="kb-below-16" title={`已驳回：${row.reason}`} />
          ) : null,
          sections: applicationSections(row, '/api/admin/ca/applications'),
        })}
      </DetailScreen>
      {isRejecting && (
        <ActionDialog<typeof rejectApplication, { reason: string }>
          title="驳回申请"
          endpoint={rejectApplication}
          fields={[{ kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500, wide: true }]}
          input={(body) => ({ params, body })}
          hint="原因会告知申请人。已付款项随即原路退回，抵用券退回；付款单已开票的，须先红冲发票。"
          okText="驳回"
          danger
          success="已驳回"
          onClose={() => setIsRejecting(false)}
        />
      )}
    </>
  )
}
