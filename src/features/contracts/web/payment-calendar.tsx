import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Exact, formatAmount, formatDigits } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import type { contractDetail } from '../contract/contract.ts'
import * as calls from '../contract/payment.ts'
import { isSme, PAYERS, SME_RULE } from '../rules/payment.ts'
import type { ContractSide } from '../rules/status.ts'
import { filePath, given, requestTag } from './words.ts'

type Contract = OutputOf<typeof contractDetail>
type Due = Contract['dues'][number]
type Request = Due['requests'][number]

interface CalendarProps {
  contract: Contract
  side: ContractSide
}

/** What is due when, the last day that the law allows beside it, and what became of it; interest with its derivation. */
export function PaymentCalendar({ contract, side }: CalendarProps) {
  const [asked, setAsked] = useState<Due | null>(null)
  const { most } = PAYERS[contract.payer]
  const binds = most !== null && isSme(contract.size)
  return (
    <div className="kb-stack kb-gap-12">
      <p className="kb-hint">
        {binds
          ? `供应商签订时声明为中小企业：${PAYERS[contract.payer].label}最迟应在交付之日起 ${most} 日内付款（${SME_RULE}）；验收不合格不影响无争议部分的付款。`
          : '应付日期按合同约定；验收不合格不影响无争议部分的付款。'}
      </p>
      {contract.dues.length === 0 ? (
        <p className="kb-hint">还没有应付款项，验收后在这里形成</p>
      ) : (
        <DataTable
          label="付款日历"
          rows={contract.dues}
          rowKey={({ dueId }) => dueId}
          columns={[
            { key: 'name', title: '款项', isHead: true, value: (row) => row.name },
            { key: 'from', title: '起算', width: 110, value: (row) => row.countsFrom },
            {
              key: 'due',
              title: '应付日期',
              width: 180,
              render: (row) => (
                <span className={row.lateDays > 0 ? 'kb-bad' : ''}>
                  {row.dueOn}
                  {row.lateDays > 0 && `（逾期 ${row.lateDays} 日）`}
                </span>
              ),
            },
            { key: 'legal', title: '法定最迟', width: 110, value: (row) => row.legalOn ?? '-' },
            { key: 'amount', title: '应付（元）', kind: 'amount', width: 130, value: (row) => row.amount },
            { key: 'paid', title: '已付（元）', kind: 'amount', width: 130, value: (row) => row.paid },
            {
              key: 'interest',
              title: '逾期利息（元）',
              width: 130,
              align: 'right',
              render: (row) => <AmountText value={row.interest.total} />,
            },
          ]}
          detail={{
            label: '申请与付款',
            of: (row) => (
              <div className="kb-stack kb-gap-12">
                <Derivation due={row} />
                {row.requests.map((request) => (
                  <RequestLine key={request.requestId} request={request} contract={contract} side={side} />
                ))}
                {row.requests.length === 0 && <p className="kb-hint">还没有付款申请</p>}
              </div>
            ),
          }}
          renderEnd={(row) => (
            <RowActions
              actions={[
                row.mayRequest && {
                  label: side === 'supplier' ? '申请付款' : '发起付款',
                  onClick: () => setAsked(row),
                },
              ]}
            />
          )}
        />
      )}
      {asked && <Ask due={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

/** How interest came about, line by line. */
function Derivation({ due: { interest } }: { due: Due }) {
  if (interest.parts.length === 0) return null
  return (
    <div className="kb-box">
      <b>逾期利息 {formatAmount(interest.total)} 元</b>
      <p className="kb-note">{interest.rate}；自应付日期次日起按日计算，四舍五入到分一次。</p>
      {interest.parts.map((part) => (
        <p key={`${part.from}${part.to}${part.amount}`}>
          {formatAmount(part.amount)} 元 × {part.days} 日（{part.from} 至 {part.to}）＝ {formatDigits(part.interest, 2)}{' '}
          元
        </p>
      ))}
    </div>
  )
}

interface RequestLineProps {
  request: Request
  contract: Contract
  side: ContractSide
}

function RequestLine({ request, contract, side }: RequestLineProps) {
  const [pays, setPays] = useState(false)
  const params = { requestId: request.requestId }
  const rule = answerOf(
    useCall(approvalNode, { params: { type: 'contract', node: 'payment' } }, { enabled: side === 'purchaser' }),
  )
  const approve = useAction(calls.approveRequest, { success: toldOf('已同意付款申请') })
  const refuse = useAction(calls.refuseRequest, { success: '已退回付款申请' })
  const handles = side === 'purchaser' && contract.mayAddScans && request.pending === null
  const by = request.bySupplier ? contract.supplierName : contract.purchaserName
  return (
    <div className="kb-line kb-stack kb-gap-4">
      <div className="kb-row kb-gap-12 kb-tight kb-wrap">
        <b>{formatAmount(request.amount)} 元</b>
        <StatusTag {...requestTag(request.state)} />
        {request.pending && <span className="kb-muted">{request.pending}审批中</span>}
        <span className="kb-muted">
          {by} {request.askedByName}，{formatTime(request.askedAt)}
        </span>
        {request.invoice && <span className="kb-muted">发票 {request.invoice}</span>}
        <RowActions
          actions={[
            handles &&
              request.state === 'asked' && {
                label: '同意',
                onClick: async () =>
                  confirmStep(
                    { title: '同意付款申请', content: `同意支付 ${formatAmount(request.amount)} 元？`, okText: '同意' },
                    await rule(),
                    (approval) => approve.run({ params, body: approval }),
                  ),
              },
            handles &&
              request.state === 'asked' && {
                label: '退回',
                onClick: () =>
                  askText({
                    title: '退回付款申请',
                    okText: '退回',
                    run: (reason) => refuse.run({ params, body: { reason } }),
                  }),
              },
            handles && request.state === 'approved' && { label: '登记付款', onClick: () => setPays(true) },
          ]}
        />
      </div>
      {request.reason && <p className="kb-bad">{request.reason}</p>}
      {request.note && <p className="kb-note">{request.note}</p>}
      {request.files.length > 0 && <FileList files={request.files} pathOf={filePath(contract.contractId)} />}
      {request.payments.map(({ amount, paidOn, voucher, recordedByName }) => (
        <div key={`${paidOn}${amount}`}>
          {paidOn} 付款 {formatAmount(amount)} 元（{recordedByName}登记）
          <FileList files={voucher} pathOf={filePath(contract.contractId)} />
        </div>
      ))}
      {pays && <Pay request={request} onClose={() => setPays(false)} />}
    </div>
  )
}

function Ask({ due, onClose }: { due: Due; onClose: () => void }) {
  return (
    <ActionDialog
      title="付款申请"
      endpoint={calls.requestPayment}
      hint={`${due.name}：应付 ${formatAmount(due.amount)} 元，已申请 ${formatAmount(due.requested)} 元。`}
      fields={[
        { kind: 'amount', name: 'amount', label: '申请金额', required: true },
        { kind: 'text', name: 'invoice', label: '发票号码', maxLength: 100 },
        { kind: 'area', name: 'note', label: '说明', maxLength: 500, rows: 2 },
        { kind: 'files', name: 'files', label: '发票等附件', use: 'contract', most: 20 },
      ]}
      initial={{ amount: new Exact(due.amount).minus(due.requested).toFixed(2) }}
      input={({ files, ...rest }: { amount: string; invoice?: string; note?: string; files?: FileRef[] }) => ({
        params: { dueId: due.dueId },
        body: { ...rest, files: given(files) },
      })}
      success="付款申请已提交"
      onClose={onClose}
    />
  )
}

function Pay({ request, onClose }: { request: Request; onClose: () => void }) {
  return (
    <ActionDialog
      title="登记付款"
      endpoint={calls.recordPayment}
      hint={`已同意 ${formatAmount(request.amount)} 元，已付 ${formatAmount(request.paid)} 元。登记后不能修改。`}
      fields={[
        { kind: 'amount', name: 'amount', label: '付款金额', required: true },
        { kind: 'day', name: 'paidOn', label: '付款日期', required: true },
        { kind: 'files', name: 'voucher', label: '付款凭证', use: 'contract', most: 20, required: true },
      ]}
      input={({ voucher, ...rest }: { amount: string; paidOn: string; voucher?: FileRef[] }) => ({
        params: { requestId: request.requestId },
        body: { ...rest, voucher: given(voucher) },
      })}
      success="付款已登记"
      onClose={onClose}
    />
  )
}
