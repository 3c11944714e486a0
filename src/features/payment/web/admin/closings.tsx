import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { closeDifference, closingPage, reconPage, takeDifference } from '../../contract/finance.ts'
import { PROVIDER_LABELS, type ProviderCode } from '../../rules/enums.ts'

type Run = OutputOf<typeof reconPage>[number]
type Line = Run['lines'][number]

/** How the ledger's own accounts stand, each day's closing with a green or red line, and what bills do not agree with. */
export function Screen() {
  const query = useCall(closingPage)
  return (
    <DetailScreen query={query}>
      {({ accounts, days }) => ({
        title: '日结与对账',
        facts: ['每日 00:10 日结，10:00 后取回渠道账单核对'],
        sections: [
          { key: 'recon', title: '对账', content: <Reconciliations /> },
          {
            key: 'closings',
            title: '日结',
            content:
              days.length === 0 ? (
                <EmptyState title="还没有日结" hint="有收支之日的次日 00:10 自动日结" />
              ) : (
                <DataTable
                  label="日结"
                  rows={days}
                  rowKey={(row) => row.day}
                  columns={[
                    { key: 'day', title: '日期', width: 120, value: (row) => row.day },
                    { key: 'journals', title: '凭证', width: 90, value: (row) => `${row.journals} 笔` },
                    { key: 'amount', title: '借贷合计（元）', kind: 'amount', width: 150, value: (row) => row.amount },
                    {
                      key: 'recon',
                      title: '对账',
                      width: 110,
                      render: (row) => <StatusTag {...reconTag(row.isReconciled)} />,
                    },
                    {
                      key: 'head',
                      title: '校验值',
                      render: (row) => <code title={row.head}>{row.head.slice(0, 16)}…</code>,
                    },
                    { key: 'at', title: '日结时间', kind: 'time', width: 150, value: (row) => row.closedAt },
                  ]}
                />
              ),
          },
          {
            key: 'accounts',
            title: '平台账户',
            content: (
              <DataTable
                label="平台账户"
                rows={accounts}
                rowKey={(row) => `${row.kind}/${row.subject}`}
                columns={[
                  { key: 'label', title: '账户', value: (row) => row.label },
                  {
                    key: 'subject',
                    title: '渠道或款项',
                    value: (row) => PROVIDER_LABELS[row.subject as ProviderCode] ?? row.subject,
                  },
                  { key: 'balance', title: '借方余额（元）', kind: 'amount', width: 170, value: (row) => row.balance },
                ]}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}

function reconTag(isReconciled: boolean | null) {
  if (isReconciled === null) return { label: '未对账', tone: 'neutral' as const }
  return isReconciled ? { label: '已平', tone: 'success' as const } : { label: '有差异', tone: 'danger' as const }
}

function Reconciliations() {
  const query = useCall(reconPage)
  const [closing, setClosing] = useState<{ line: Line; how: 'journal' | 'reason' } | null>(null)
  return (
    <WhenLoaded query={query}>
      {(runs) =>
        runs.length === 0 ? (
          <EmptyState title="还没有对账" hint="渠道账单于次日 10:00 后取回" />
        ) : (
          <>
            {runs.map((run) => (
              <section key={run.runId} className="kb-above-12" aria-label={`${run.day} ${run.providerLabel}`}>
                <p className="kb-flex kb-gap-12 kb-wrap">
                  <b>
                    {run.day} {run.providerLabel}
                  </b>
                  <StatusTag {...runTag(run)} />
                  <span className="kb-muted">
                    账单 {run.billLines} 笔，{formatAmount(run.billAmount)} 元
                  </span>
                </p>
                {run.lines.length > 0 && <Differences run={run} onClose={(line, how) => setClosing({ line, how })} />}
              </section>
            ))}
            {closing && (
              <ActionDialog
                title={closing.how === 'journal' ? '入账处理' : '说明原因'}
                endpoint={closeDifference}
                fields={[{ kind: 'area', name: 'reason', label: '处理原因', required: true }]}
                input={({ reason }: { reason: string }) => ({
                  params: { lineId: closing.line.lineId },
                  body: { how: closing.how, reason },
                })}
                hint={closing.how === 'journal' ? '差额记入待处理款项。' : '不入账，仅记录原因。'}
                success="已处理"
                onClose={() => setClosing(null)}
              />
            )}
          </>
        )
      }
    </WhenLoaded>
  )
}

function runTag({ state, lines }: Run) {
  const open = lines.filter((line) => line.state === 'open').length
  if (state === 'matched') return { label: '已平', tone: 'success' as const }
  if (open === 0) return { label: '差异已处理', tone: 'success' as const }
  return state === 'no-file'
    ? { label: '未取得账单', tone: 'danger' as const }
    : { label: `${open} 处差异`, tone: 'danger' as const }
}

/** Nobody else deals with it. */
const isFree = (line: Line) => line.ownerName === '' || line.isMine

function Differences({ run, onClose }: { run: Run; onClose: (line: Line, how: 'journal' | 'reason') => void }) {
  const take = useAction(takeDifference, { success: '已由您负责' })
  return (
    <DataTable
      label={`${run.day} 差异`}
      rows={run.lines}
      rowKey={(row) => row.lineId}
      columns={[
        { key: 'result', title: '差异', width: 130, value: (row) => row.resultLabel },
        { key: 'no', title: '单号', value: (row) => row.ourNo || row.providerNo || '-' },
        { key: 'ours', title: '平台（元）', kind: 'amount', width: 120, value: (row) => row.ours },
        { key: 'theirs', title: '渠道（元）', kind: 'amount', width: 120, value: (row) => row.theirs },
        { key: 'owner', title: '负责人', width: 90, value: (row) => row.ownerName || '-' },
        {
          key: 'state',
          title: '处理',
          render: (row) =>
            row.state === 'closed' ? (
              `${row.closedByName}：${row.closingText}`
            ) : (
              <StatusTag label="待处理" tone="warning" />
            ),
        },
      ]}
      renderEnd={(row) =>
        row.state === 'open' && (
          <span className="kb-row-actions">
            {isFree(row) && row.kind !== 'file' && (
              <Button type="link" size="small" onClick={() => onClose(row, 'journal')}>
                入账
              </Button>
            )}
            {isFree(row) && (
              <Button type="link" size="small" onClick={() => onClose(row, 'reason')}>
                说明
              </Button>
            )}
            {!row.isMine && (
              <Button type="link" size="small" onClick={() => void take.run({ params: { lineId: row.lineId } })}>
                由我负责
              </Button>
            )}
          </span>
        )
      }
    />
  )
}
