import { ListScreen } from '#web/kit/list-screen.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { withdrawalPage } from '../contract/finance.ts'
import { WithdrawStatus } from '../rules/enums.ts'

const TONES = ['active', 'success', 'danger'] as const

/** What the company has taken out. */
export function Screen() {
  useCompanyLive('finance')
  return (
    <ListScreen
      title="提现记录"
      endpoint={withdrawalPage}
      rowKey={(row) => row.withdrawalId}
      columns={[
        { key: 'code', title: '提现单号', value: (row) => row.code },
        { key: 'account', title: '收款账户', value: (row) => `${row.bank} ${row.account}` },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 140, value: (row) => row.amount },
        {
          key: 'status',
          title: '状态',
          width: 180,
          value: (row) => WithdrawStatus.label(row.status),
          render: (row) => (
            <>
              <StatusTag label={WithdrawStatus.label(row.status)} tone={TONES[row.status]} />{' '}
              {row.isLocal && <small className="kb-note">模拟</small>}
              {row.failReason && <small className="kb-note">{row.failReason}</small>}
            </>
          ),
        },
        { key: 'by', title: '申请人', width: 100, value: (row) => row.requestedByName },
        { key: 'at', title: '申请时间', kind: 'time', width: 150, value: (row) => row.at },
        { key: 'done', title: '完成时间', kind: 'time', width: 150, value: (row) => row.doneAt },
      ]}
      primary={{ label: '提现', to: '/finance' }}
      empty={{ title: '还没有提现', hint: '可用余额在“我的财务”中提现' }}
    />
  )
}
