import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction } from '#web/use-call.ts'
import { casePage, closeCase, takeCase } from '../../contract/finance.ts'

type Case = OutputOf<typeof casePage>['rows'][number]
type How = Case['closings'][number]

const STATES = {
  open: { label: '待处理', tone: 'warning' },
  closing: { label: '退回中', tone: 'active' },
  closed: { label: '已处理', tone: 'success' },
} as const
const ACTIONS: Record<How, string> = { refund: '原路退回', assign: '认领到付款单', explain: '说明并结案' }

/** Cases first: money that belongs to no open order, and refunds that failed. */
export function Screen() {
  // What is sent back comes to an end by itself.
  useLive('payment-desk:all')
  const [closing, setClosing] = useState<{ row: Case; how: How } | null>(null)
  const take = useAction(takeCase, { success: '已由您负责' })
  return (
    <ListScreen
      title="待处理款项"
      endpoint={casePage}
      rowKey={(row) => row.caseId}
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部' },
          { value: 'open', label: '待处理' },
          { value: 'closing', label: '退回中' },
          { value: 'closed', label: '已处理' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '单号、渠道交易号、付款人或付款单' }]}
      columns={[
        {
          key: 'kind',
          title: '事项',
          value: (row) => row.kindLabel,
          render: (row) => <MainCell code={row.code} title={row.kindLabel} />,
        },
        {
          key: 'theirs',
          title: '到账',
          value: (row) => row.amount,
          render: (row) => (
            <>
              {formatAmount(row.amount)} 元
              <small className="kb-block kb-muted">
                {[row.provider, row.payerName, row.providerNo || row.reference].filter(Boolean).join(' ')}
              </small>
            </>
          ),
        },
        {
          key: 'ours',
          title: '付款单应收',
          value: (row) => row.expected,
          render: (row) =>
            row.orderCode ? (
              <>
                {row.expected === null ? '-' : `${formatAmount(row.expected)} 元`}
                <small className="kb-block kb-muted">
                  {row.buyerName} {row.title}
                </small>
              </>
            ) : (
              '无对应付款单'
            ),
        },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => STATES[row.state].label,
          render: (row) => <StatusTag {...STATES[row.state]} />,
        },
        { key: 'at', title: '发生时间', kind: 'time', width: 150, value: (row) => row.openedAt },
        { key: 'owner', title: '负责人', width: 90, value: (row) => row.ownerName || '-' },
        {
          key: 'reason',
          title: '处理',
          value: (row) =>
            row.state !== 'closed' && row.failReason
              ? `退回失败：${row.failReason}`
              : [row.closedByName, row.closingReason].filter(Boolean).join('：'),
        },
      ]}
      rowActions={(row) => [
        ...(row.ownerName === '' || row.isMine
          ? row.closings.map((how) => ({ label: ACTIONS[how], onClick: () => setClosing({ row, how }) }))
          : []),
        ...(row.state === 'closed' || row.isMine
          ? []
          : [{ label: '由我负责', onClick: () => void take.run({ params: { caseId: row.caseId } }) }]),
      ]}
      empty={{ title: '没有待处理款项', hint: '多付、逾期、金额不符和不明来款会列在这里' }}
    >
      {closing && <CloseDialog {...closing} onClose={() => setClosing(null)} />}
    </ListScreen>
  )
}

function CloseDialog({ row, how, onClose }: { row: Case; how: How; onClose: () => void }) {
  return (
    <ActionDialog
      title={`${ACTIONS[how]}：${row.kindLabel} ${formatAmount(row.amount)} 元`}
      endpoint={closeCase}
      initial={{ orderCode: row.orderCode ?? '', reason: '' }}
      fields={[
        ...(how === 'assign' ? [{ kind: 'text' as const, name: 'orderCode', label: '付款单号', required: true }] : []),
        { kind: 'area', name: 'reason', label: '处理原因', required: true },
      ]}
      input={(values: { orderCode: string; reason: string }) => ({
        params: { caseId: row.caseId },
        body: { how, reason: values.reason, ...(how === 'assign' && { orderCode: values.orderCode }) },
      })}
      success="已处理"
      onClose={onClose}
    />
  )
}
