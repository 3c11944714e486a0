import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { callContext } from '#web/call.ts'
import { applicationPage } from '../../contract-audit.ts'
import { ApplicationKind, AuditStatus } from '../../rules/enums.ts'

export const AUDIT_TONES: Record<number, Tone> = { 0: 'warning', 1: 'success', 2: 'danger' }

/** Applications for the library kept here. */
export function Screen() {
  const navigate = useNavigate()
  const isPlatform = callContext.workbench === 'admin'
  return (
    <ListScreen
      title="专家审核"
      endpoint={applicationPage}
      rowKey={(r) => r.applicationId}
      exportAs="专家审核"
      filters={[
        ...(isPlatform ? [] : [{ kind: 'select', name: 'direction', label: '范围', options: DIRECTIONS } as const]),
        { kind: 'select', name: 'status', label: '状态', options: AuditStatus.options },
        { kind: 'select', name: 'kind', label: '来源', options: ApplicationKind.options },
      ]}
      secondary={!isPlatform && <Button onClick={() => void navigate('/expert/audit/recommend')}>推荐专家</Button>}
      columns={[
        {
          key: 'name',
          title: '专家',
          value: (r) => r.name,
          render: (r) => <MainCell title={r.name} code={r.mobile} to={`/expert/audit/${r.applicationId}`} />,
        },
        { key: 'kind', title: '来源', width: 130, value: (r) => ApplicationKind.label(r.kind) },
        { key: 'majors', title: '专业', value: (r) => r.majorNames.join('、') },
        { key: 'title', title: '职称', width: 120, value: (r) => r.title },
        { key: 'employer', title: '工作单位', value: (r) => r.employer },
        { key: 'library', title: '申请进入', value: (r) => r.libraryName || '平台专家库' },
        { key: 'at', title: '申请时间', kind: 'time', width: 140, value: (r) => r.appliedAt },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (r) => AuditStatus.label(r.status),
          render: (r) => <StatusTag label={AuditStatus.label(r.status)} tone={AUDIT_TONES[r.status] ?? 'neutral'} />,
        },
      ]}
      rowActions={(r) => [{ label: r.mayDecide ? '审核' : '查看', to: `/expert/audit/${r.applicationId}` }]}
      empty={{ title: '没有专家入库申请', hint: '专家个人申请、单位推荐和共享申请在这里审核' }}
    />
  )
}

const DIRECTIONS = [
  { value: 'to', label: '申请进入本单位' },
  { value: 'from', label: '本单位推荐' },
]
