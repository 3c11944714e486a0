import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { reviewPage } from '../../contract/admin.ts'
import { ApplicationStatus, STATE_LABELS } from '../../rules/application.ts'
import { ACTS, KINDS, MEDIA } from '../../rules/kinds.ts'
import { stateTag } from '../words.ts'

/** Applications for certificates at all companies: who the holder is, is looked at here. */
export function Screen() {
  return (
    <ListScreen
      title="证书审核"
      endpoint={reviewPage}
      rowKey={(row) => row.applicationId}
      tabs={{
        param: 'status',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...ApplicationStatus.options
            .filter(({ value }) => value !== ApplicationStatus.values.saved)
            .map(({ value, label }) => ({ value: String(value), label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '企业、姓名或编号' }]}
      columns={[
        {
          key: 'company',
          title: '企业',
          value: (row) => row.companyName,
          render: (row) => (
            <MainCell code={row.code} title={row.companyName} to={`/admin/ca/applications/${row.applicationId}`} />
          ),
        },
        { key: 'kind', title: '申请', width: 180, value: (row) => `${KINDS[row.kind]}${ACTS[row.act]}` },
        { key: 'person', title: '姓名', width: 100, value: (row) => row.personName },
        { key: 'medium', title: '介质', width: 130, value: (row) => MEDIA[row.medium] },
        { key: 'submitted', title: '提交时间', kind: 'time', width: 140, value: (row) => row.submittedAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => STATE_LABELS[row.state],
          render: (row) => <StatusTag {...stateTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [
        { label: row.state === 'pending' ? '审核' : '查看', to: `/admin/ca/applications/${row.applicationId}` },
      ]}
      empty={{ title: '没有证书申请', hint: '企业提交并支付后，在这里核验身份' }}
    />
  )
}
