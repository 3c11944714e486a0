import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { callContext } from '#web/call.ts'
import { useCall } from '#web/use-call.ts'
import { EXPERT_KINDS, expertDetail, ExpertStatus, LIBRARIES } from '../contract.ts'
import { useExpertStatus } from './set-status.tsx'

/** One expert. */
export function Screen() {
  const { expertId = '' } = useParams()
  const navigate = useNavigate()
  const setStatus = useExpertStatus()
  const query = useCall(expertDetail, { params: { expertId } }, { fresh: 0 })
  return (
    <DetailScreen query={query} back={{ label: '专家库', to: '/expert/manage' }}>
      {(expert) => {
        const enabled = expert.status === ExpertStatus.values.enabled
        const { evaluations } = expert
        const mean = evaluations.reduce((sum, one) => sum + one.score, 0) / Math.max(1, evaluations.length)
        return {
          title: expert.name,
          status: <StatusTag label={ExpertStatus.label(expert.status)} tone={enabled ? 'success' : 'danger'} />,
          facts: [
            EXPERT_KINDS[expert.kind],
            LIBRARIES[expert.library],
            `受邀 ${expert.called} 次，参加 ${expert.accepted} 次`,
            evaluations.length > 0 ? `评价 ${mean.toFixed(1)} 分（${evaluations.length} 次）` : '尚无评价',
          ],
          extra: expert.mayEdit && (
            <>
              {callContext.workbench !== 'admin' && (
                <Button onClick={() => void navigate(`/expert/manage/${expertId}/shared-record`)}>共享</Button>
              )}
              <Button danger={enabled} onClick={() => setStatus(expert)}>
                {enabled ? '停用' : '启用'}
              </Button>
              <PrimaryButton label="编辑" onClick={() => void navigate(`/expert/manage/${expertId}/edit`)} />
            </>
          ),
          sections: [
            {
              key: 'basic',
              title: '基本信息',
              content: (
                <FieldList
                  items={[
                    { label: '手机号码', value: expert.mobile },
                    { label: '职称', value: expert.title },
                    { label: '从业起始年份', value: expert.since ? String(expert.since) : '' },
                    { label: '地区', value: expert.place },
                    { label: '评审专业', value: expert.majorNames.join('、'), wide: true },
                    { label: '工作单位', value: expert.employer },
                    { label: '统一社会信用代码', value: expert.employerCode },
                    { label: '入库时间', value: formatTime(expert.createdAt) },
                    {
                      label: '请假',
                      value: expert.leaves.map((leave) => `${leave.firstDay} 至 ${leave.lastDay}`).join('；') || '无',
                    },
                    ...(expert.gaps.length > 0 ? [{ label: '待补充', value: expert.gaps.join('；'), wide: true }] : []),
                  ]}
                />
              ),
            },
            expert.mayEdit && {
              key: 'files',
              title: '证书',
              content: (
                <FileList
                  files={expert.files}
                  pathOf={(file) => `/api/workbench/experts/${expertId}/files/${file.fileId}`}
                />
              ),
            },
            {
              key: 'evaluations',
              title: '履职评价',
              content:
                evaluations.length === 0 ? (
                  <span className="kb-muted">评审结束后，由抽取该专家的单位评价</span>
                ) : (
                  <DataTable
                    label="履职评价"
                    rows={evaluations}
                    rowKey={(row) => row.evaluationId}
                    columns={[
                      { key: 'score', title: '评分', kind: 'number', width: 70, value: (row) => row.score },
                      { key: 'reason', title: '理由', value: (row) => row.reason },
                      { key: 'title', title: '评审', value: (row) => row.title },
                      { key: 'company', title: '评价单位', value: (row) => row.companyName },
                      { key: 'at', title: '时间', kind: 'time', width: 140, value: (row) => row.at },
                    ]}
                  />
                ),
            },
          ],
        }
      }}
    </DetailScreen>
  )
}
