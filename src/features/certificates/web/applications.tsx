import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { applicationPage, cancelPayment, removeApplication } from '../contract/company.ts'
import { ApplicationStatus, STATE_LABELS } from '../rules/application.ts'
import { ACTS, KINDS, MEDIA } from '../rules/kinds.ts'
import { type Application, PATHS, stateTag, yearsText } from './words.ts'

/** What the company has applied for. */
export function Applications({ tabs }: { tabs: ReactNode }) {
  const navigate = useNavigate()
  const cancel = useAction(cancelPayment, { success: '已取消' })
  const remove = useAction(removeApplication, { success: '已删除' })
  const doing: Record<string, (row: Application) => unknown> = {
    save: ({ applicationId, state }) =>
      navigate(state === 'saved' ? `${PATHS.form}/${applicationId}` : PATHS.change(applicationId)),
    pay: ({ payOrderId }) => navigate(`/finance/orders/${payOrderId}`),
    cancel: ({ applicationId }) => cancel.run({ params: { applicationId } }),
    remove: ({ applicationId }) => remove.run({ params: { applicationId } }),
  }
  return (
    <ListScreen
      title="数字证书"
      endpoint={applicationPage}
      rowKey={(row) => row.applicationId}
      tabs={{
        param: 'status',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...ApplicationStatus.options.map(({ value, label }) => ({ value: String(value), label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '编号或姓名' }]}
      columns={[
        {
          key: 'kind',
          title: '申请',
          value: (row) => `${KINDS[row.kind]}${ACTS[row.act]}`,
          render: (row) => (
            <MainCell
              code={row.code}
              title={`${KINDS[row.kind]}${ACTS[row.act]}`}
              to={PATHS.detail(row.applicationId)}
            />
          ),
        },
        { key: 'person', title: '姓名', width: 100, value: (row) => row.personName },
        { key: 'medium', title: '介质', width: 130, value: (row) => MEDIA[row.medium] },
        { key: 'years', title: '期限', width: 120, value: (row) => yearsText(row.years) },
        { key: 'price', title: '价格', kind: 'amount', width: 110, value: (row) => row.price },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => STATE_LABELS[row.state],
          render: (row) => <StatusTag {...stateTag(row.state)} />,
        },
        { key: 'created', title: '创建时间', kind: 'time', width: 140, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        ...row.actions
          .filter(({ action }) => action in doing)
          .map(({ action, label, confirm, danger }) => ({
            label,
            ...(confirm ? { confirm } : {}),
            ...(danger ? { danger } : {}),
            onClick: async () => void (await doing[action]!(row)),
          })),
        { label: '查看', to: PATHS.detail(row.applicationId) },
      ]}
      primary={{ label: '申请证书', to: PATHS.form }}
      empty={{ title: '还没有办理记录', hint: '申请数字证书后，在这里查看进度' }}
    >
      {tabs}
    </ListScreen>
  )
}
