import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { EXPERT_KINDS, expertPage, ExpertStatus } from '../contract.ts'
import { LIBRARIES } from './fields.ts'
import { useExpertStatus } from './set-status.tsx'

/** Experts of the own library and the platform's. */
export function Screen() {
  const setStatus = useExpertStatus()
  return (
    <ListScreen
      title="专家库"
      endpoint={expertPage}
      rowKey={(r) => r.expertId}
      exportAs="专家库"
      filters={[
        { kind: 'text', name: 'keyword', label: '姓名或工作单位' },
        { kind: 'select', name: 'kind', label: '类别', options: kinds },
        { kind: 'select', name: 'library', label: '专家库', options: libraries },
        { kind: 'select', name: 'status', label: '状态', options: ExpertStatus.options },
        { kind: 'text', name: 'major', label: '专业', more: true },
      ]}
      columns={[
        {
          key: 'name',
          title: '姓名',
          value: (r) => r.name,
          render: (r) => <MainCell title={r.name} code={r.mobile} to={`/expert/manage/${r.expertId}/detail`} />,
        },
        { key: 'kind', title: '类别', width: 100, value: (r) => EXPERT_KINDS[r.kind] },
        { key: 'majors', title: '专业', value: (r) => r.majors.join('、') },
        { key: 'title', title: '职称', width: 130, value: (r) => r.title },
        { key: 'employer', title: '工作单位', value: (r) => r.employer },
        { key: 'region', title: '地区', width: 100, value: (r) => r.region, hidden: true },
        { key: 'library', title: '专家库', width: 120, value: (r) => LIBRARIES[r.library] },
        {
          key: 'status',
          title: '状态',
          width: 90,
          value: (r) => ExpertStatus.label(r.status),
          render: (r) => (
            <StatusTag
              label={ExpertStatus.label(r.status)}
              tone={r.status === ExpertStatus.values.enabled ? 'success' : 'danger'}
            />
          ),
        },
        { key: 'createdAt', title: '入库时间', kind: 'date', width: 120, value: (r) => r.createdAt },
      ]}
      rowActions={(r) => [
        r.mayEdit && { label: '编辑', to: `/expert/manage/${r.expertId}/edit` },
        r.mayEdit && {
          label: r.status === ExpertStatus.values.enabled ? '停用' : '启用',
          danger: r.status === ExpertStatus.values.enabled,
          onClick: () => setStatus(r),
        },
      ]}
      primary={{ label: '新增专家', to: '/expert/manage/add' }}
      empty={{ title: '专家库还没有专家', hint: '新增的专家进入本单位专家库；平台专家库由平台维护' }}
    />
  )
}

const kinds = Object.entries(EXPERT_KINDS).map(([value, label]) => ({ value, label }))
const libraries = Object.entries(LIBRARIES).map(([value, label]) => ({ value, label }))
