import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { openExport } from '#web/export.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { call, callContext } from '#web/call.ts'
import { useCall } from '#web/use-call.ts'
import { EXPERT_KINDS, expertPage, ExpertStatus, importExperts, LIBRARIES, majorTree } from '../contract.ts'
import { TITLES } from '../rules/titles.ts'
import { kindOptions, libraryOptions, majorOptions, regionOptions } from './fields.ts'
import { useExpertStatus } from './set-status.tsx'

/** Experts of the own library, those shared with it, and the platform's. */
export function Screen() {
  const navigate = useNavigate()
  const setStatus = useExpertStatus()
  const majors = useCall(majorTree)
  const { button, report } = useSheetImport({
    label: '选择专家文件',
    send: (body) => call(importExperts, { body: body as unknown as Record<string, never> }),
    done: (count) => `已导入 ${count} 名专家`,
  })
  const isPlatform = callContext.workbench === 'admin'
  return (
    <ListScreen
      title="专家库"
      endpoint={expertPage}
      rowKey={(r) => r.expertId}
      exportAs="专家库"
      secondary={
        <>
          {isPlatform ? (
            <Button onClick={() => void navigate('/expert/majors')}>专业分类</Button>
          ) : (
            <Button onClick={() => void navigate('/expert/audit/recommend')}>推荐专家</Button>
          )}
          <Button onClick={() => void openExport('/api/workbench/experts/import/template')}>下载模板</Button>
          {button}
        </>
      }
      filters={[
        { kind: 'text', name: 'keyword', label: '姓名或工作单位' },
        { kind: 'select', name: 'kind', label: '类别', options: kindOptions },
        { kind: 'select', name: 'major', label: '专业', options: majorOptions(majors.data ?? []) },
        { kind: 'select', name: 'library', label: '专家库', options: libraryOptions },
        { kind: 'select', name: 'title', label: '职称', options: titleNames, more: true },
        { kind: 'select', name: 'region', label: '地区', options: regionOptions, more: true },
        { kind: 'select', name: 'status', label: '状态', options: ExpertStatus.options, more: true },
      ]}
      columns={[
        {
          key: 'name',
          title: '姓名',
          value: (r) => r.name,
          render: (r) => <MainCell title={r.name} code={r.mobile} to={`/expert/manage/${r.expertId}/detail`} />,
        },
        { key: 'kind', title: '类别', width: 100, value: (r) => EXPERT_KINDS[r.kind] },
        { key: 'majors', title: '专业', value: (r) => r.majorNames.join('、') },
        { key: 'title', title: '职称', width: 130, value: (r) => r.title },
        { key: 'employer', title: '工作单位', value: (r) => r.employer },
        { key: 'place', title: '地区', width: 140, value: (r) => r.place, hidden: true },
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
        r.mayEdit && !isPlatform && { label: '共享', to: `/expert/manage/${r.expertId}/shared-record` },
        r.mayEdit && {
          label: r.status === ExpertStatus.values.enabled ? '停用' : '启用',
          danger: r.status === ExpertStatus.values.enabled,
          onClick: () => setStatus(r),
        },
      ]}
      primary={{ label: '新增专家', to: '/expert/manage/add' }}
      empty={{ title: '专家库还没有专家', hint: '新增的专家进入本单位专家库；平台专家库由平台维护' }}
    >
      {report}
    </ListScreen>
  )
}

const titleNames = TITLES.map(({ name }) => ({ value: name, label: name }))
