import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { decideReview, reviewPage } from '../contract/company.ts'
import { SignAudit } from '../rules/status.ts'
import { auditTag } from './words.ts'

const TABS = [
  { value: '', label: '全部', countKey: 'all' },
  ...SignAudit.options.map(({ value, label }) => ({ value: String(value), label })),
]

/** Applications of companies for electronic signatures, decided in the list. */
export function Screen() {
  const decide = useAction(decideReview, { success: '审核已完成' })
  return (
    <ListScreen
      title="电子签章审核"
      endpoint={reviewPage}
      rowKey={(row) => row.applicationId}
      tabs={{ param: 'status', tabs: TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '企业名称或信用代码' }]}
      columns={[
        {
          key: 'company',
          title: '企业',
          value: (row) => row.companyName,
          render: (row) => (
            <MainCell code={row.creditCode} title={row.companyName} to={`/admin/companies/${row.companyId}`} />
          ),
        },
        { key: 'legal', title: '法定代表人', width: 100, value: (row) => row.legalPerson },
        {
          key: 'agent',
          title: '经办人',
          width: 180,
          value: (row) => `${row.agentName} ${row.agentIdentity}`,
          render: (row) => <MainCell code={row.agentIdentity} title={row.agentName} />,
        },
        {
          key: 'letter',
          title: '授权书',
          value: (row) => row.letterName,
          render: (row) => (
            <FileList
              files={[{ fileId: row.applicationId, name: row.letterName, size: row.letterSize }]}
              pathOf={({ fileId }) => `/api/admin/esign/audits/${fileId}/letter`}
            />
          ),
        },
        {
          key: 'proof',
          title: '方式',
          width: 90,
          value: (row) => (row.proof === 'bank' ? '小额打款' : '人工审核'),
        },
        { key: 'at', title: '申请时间', kind: 'time', width: 130, value: (row) => row.appliedAt },
        {
          key: 'status',
          title: '状态',
          width: 90,
          value: (row) => SignAudit.label(row.status),
          render: (row) => <StatusTag {...auditTag(row.status)} />,
        },
        { key: 'reason', title: '审核意见', value: (row) => row.reason || row.obstacle },
      ]}
      rowActions={(row) =>
        row.actions.map(({ action, label, reason, confirm, danger }) => ({
          label,
          ...(reason ? { reason } : {}),
          ...(danger ? { danger } : {}),
          onClick: async () => {
            const params = { applicationId: row.applicationId }
            const title = `${label}：${row.companyName}开通电子签章`
            if (action === 'reject')
              return askText({
                title,
                label: '驳回原因',
                placeholder: '将告知申请企业',
                run: (text) => decide.run({ params, body: { pass: false, reason: text } }),
              })
            if (await ask({ title, content: confirm ?? '' })) await decide.run({ params, body: { pass: true } })
          },
        }))
      }
      empty={{ title: '没有电子签章申请', hint: '企业申请人工审核开通后在这里审核；小额打款验证的申请无需审核' }}
    />
  )
}
