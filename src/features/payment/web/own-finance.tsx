import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import type { ApprovalRule } from '#web/kit/confirm-step.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useCall } from '#web/use-call.ts'
import { financeOverview, statementPage } from '../contract/finance.ts'
import { useRule } from './use-rule.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** The company's money: balance, what it owes, what is due next, the statement with running balance. */
export function Screen() {
  const query = useCall(financeOverview)
  useCompanyLive('finance')
  const [withdrawing, setWithdrawing] = useState<ApprovalRule | null>(null)
  const rule = useRule('withdrawal')
  const { employee } = useSession()
  return (
    <DetailScreen query={query}>
      {({ balance, bonds, owed, owedCount, receivable, heldCards, due }) => ({
        title: '我的财务',
        facts: [employee?.company?.companyName],
        extra: (
          <>
            <Link to="/finance/orders">
              <Button>付款单</Button>
            </Link>
            <PrimaryButton
              label="提现"
              onClick={() => void rule().then(setWithdrawing)}
              {...(Number(balance.available) <= 0 && { disabled: '可用余额为零，没有可提现的款项' })}
            />
          </>
        ),
        notice: (
          <>
            {heldCards.length > 0 && <Alert type="info" showIcon title="提现正在审批，通过后由银行付出" />}
            {withdrawing && (
              <WithdrawDialog
                available={balance.available}
                heldCards={heldCards}
                rule={withdrawing}
                onClose={() => setWithdrawing(null)}
              />
            )}
          </>
        ),
        sections: [
          {
            key: 'balance',
            title: '余额',
            content: (
              <Figures
                items={[
                  { label: '可用余额', value: formatAmount(balance.available), unit: '元' },
                  { label: '冻结', value: formatAmount(balance.held), unit: '元', hint: '退款和提现处理中' },
                  { label: '保证金', value: formatAmount(bonds), unit: '元' },
                  { label: '待付', value: formatAmount(owed), unit: '元', hint: `${owedCount} 笔付款单` },
                  { label: '待收', value: formatAmount(receivable), unit: '元' },
                ]}
              />
            ),
          },
          due.length > 0 && {
            key: 'due',
            title: '待付款项',
            content: (
              <DataTable
                label="待付款项"
                rows={due}
                rowKey={(row) => row.orderId}
                columns={[
                  {
                    key: 'title',
                    title: '付款单',
                    render: (row) => <Link to={`/finance/orders/${row.orderId}`}>{row.title}</Link>,
                  },
                  { key: 'amount', title: '金额（元）', kind: 'amount', value: (row) => row.amount },
                  { key: 'left', title: '剩余时间', render: (row) => <Countdown at={row.expiresAt} /> },
                ]}
              />
            ),
          },
          { key: 'statement', title: '收支明细', content: <Statement /> },
        ],
      })}
    </DetailScreen>
  )
}

function Statement() {
  const [before, setBefore] = useState<number[]>([])
  const last = before.at(-1)
  const { data } = useCall(statementPage, { query: last === undefined ? {} : { before: last } }, { keep: true })
  if (!data) return null
  if (data.rows.length === 0)
    return <EmptyState title="还没有收支" hint="收款、退款和提现记录在这里，每笔之后的余额可核对" />
  return (
    <>
      <DataTable
        label="收支明细"
        rows={data.rows}
        rowKey={(row) => String(row.seq)}
        columns={[
          { key: 'seq', title: '序号', width: 80, value: (row) => String(row.seq) },
          { key: 'at', title: '时间', kind: 'time', width: 160, value: (row) => row.at },
          { key: 'kind', title: '类型', width: 110, value: (row) => row.kindLabel },
          { key: 'memo', title: '摘要', value: (row) => row.memo },
          { key: 'change', title: '收支（元）', kind: 'amount', width: 140, value: (row) => row.change },
          { key: 'balance', title: '余额（元）', kind: 'amount', width: 140, value: (row) => row.balance },
        ]}
      />
      <div className="kb-row kb-above-8">
        {before.length > 0 && <Button onClick={() => setBefore(before.slice(0, -1))}>上一页</Button>}
        {data.next !== null && <Button onClick={() => setBefore([...before, data.next!])}>下一页</Button>}
      </div>
    </>
  )
}
