import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { EXPERT_KINDS, expertDetail, ExpertStatus } from '../contract.ts'
import { LIBRARIES } from './fields.ts'
import { useExpertStatus } from './set-status.tsx'

/** One expert. */
export function Screen() {
  const { expertId = '' } = useParams()
  const navigate = useNavigate()
  const setStatus = useExpertStatus()
  const query = useCall(expertDetail, { params: { expertId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(expert) => {
        const enabled = expert.status === ExpertStatus.values.enabled
        return (
          <>
            <PageHead
              title={expert.name}
              back={{ label: '专家库', to: '/expert/manage' }}
              status={<StatusTag label={ExpertStatus.label(expert.status)} tone={enabled ? 'success' : 'danger'} />}
              facts={[EXPERT_KINDS[expert.kind], LIBRARIES[expert.library]]}
              actions={
                expert.mayEdit && (
                  <>
                    <Button danger={enabled} onClick={() => setStatus(expert)}>
                      {enabled ? '停用' : '启用'}
                    </Button>
                    <PrimaryButton label="编辑" onClick={() => void navigate(`/expert/manage/${expertId}/edit`)} />
                  </>
                )
              }
            />
            <section className="kb-section">
              <h2>基本信息</h2>
              <FieldList
                items={[
                  { label: '手机号码', value: expert.mobile },
                  { label: '专家类别', value: EXPERT_KINDS[expert.kind] },
                  { label: '职称', value: expert.title },
                  { label: '地区', value: expert.region },
                  { label: '专业', value: expert.majors.join('、'), wide: true },
                  { label: '工作单位', value: expert.employer },
                  { label: '统一社会信用代码', value: expert.employerCode },
                  { label: '入库时间', value: formatTime(expert.createdAt) },
                ]}
              />
            </section>
          </>
        )
      }}
    </WhenLoaded>
  )
}
