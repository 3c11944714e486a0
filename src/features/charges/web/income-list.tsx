import { Alert } from 'antd'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { workflowAddress } from '#features/workflow/rules/addresses.ts'
import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useCall } from '#web/use-call.ts'
import { heldIncomes, incomes } from '../contract/income.ts'

const PAGE = '/agency/service-fee/income'
export const CHANNELS = { online: '线上支付', offline: '线下到账' } as const

/** What came in for the agency's charges. */
export function Screen() {
  useCompanyLive('charges')
  return (
    <ListScreen
      title="服务费收入"
      endpoint={incomes}
      rowKey={(row) => row.receiptId}
      exportAs="服务费收入"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部' },
          { value: 'suspense', label: '有暂挂余额' },
          { value: 'online', label: CHANNELS.online },
          { value: 'offline', label: CHANNELS.offline },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '收入单号、流水号或付款方' }]}
      primary={{ label: '登记收入', to: `${PAGE}/new/form` }}
      columns={[
        {
          key: 'payer',
          title: '付款方',
          value: (row) => row.payerName,
          render: (row) => <MainCell code={row.code} title={row.payerName} to={`${PAGE}/${row.receiptId}/detail`} />,
        },
        { key: 'channel', title: '方式', width: 110, value: (row) => CHANNELS[row.channel] },
        { key: 'amount', title: '收入（元）', kind: 'amount', width: 130, value: (row) => row.amount },
        { key: 'settled', title: '已核销（元）', kind: 'amount', width: 130, value: (row) => row.settled },
        { key: 'refunded', title: '已退（元）', kind: 'amount', width: 120, value: (row) => row.refunded },
        { key: 'suspense', title: '暂挂（元）', kind: 'amount', width: 120, value: (row) => row.suspense },
        { key: 'at', title: '到账时间', kind: 'time', width: 150, value: (row) => row.receivedAt },
      ]}
      rowActions={(row) => [
        Number(row.suspense) > 0 && { label: '核销', to: `${PAGE}/${row.receiptId}/form` },
        { label: '查看', to: `${PAGE}/${row.receiptId}/detail` },
      ]}
      empty={{ title: '还没有收入', hint: '线上支付的服务费自动登记；线下到账的在此登记并核销收费' }}
    >
      <Held />
    </ListScreen>
  )
}

/** What was recorded and a second person has yet to agree to: no income so far. */
function Held() {
  const { data } = useCall(heldIncomes, undefined, { fresh: 0 })
  if (!data || data.length === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      className="kb-below-12"
      title={`${data.length} 笔线下收款正在审批，通过后计入收入`}
      description={data.map(({ workflowId, title, amount, recordedByName, waitsFor }) => (
        <p key={workflowId}>
          <Link to={workflowAddress({ workflowId, taskId: null, identity: 'initatPerson' })}>{title}</Link>
          <span className="kb-note kb-before-8">
            {formatAmount(amount)} 元，{recordedByName}登记，等待{waitsFor.join('、')}审批
          </span>
        </p>
      ))}
    />
  )
}
