import { Exact, formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { SaleDeal } from '../contract.ts'
import { DEAL_TONES, NOTE_STATES } from './words.ts'
import type { ReactNode } from 'react'

type Note = SaleDeal['weighings'][number]

interface DealFactsProps {
  deal: SaleDeal
  /** What a buyer may do with a note. */
  answer?: (note: Note) => ReactNode
}

/** How a deal stands: money, what was taken of each lot, and every note. */
export function DealFacts({ deal, answer }: DealFactsProps) {
  const rest = new Exact(deal.rest)
  return (
    <>
      <FieldList
        items={[
          { label: '状态', value: <StatusTag label={deal.stateLabel} tone={DEAL_TONES[deal.state]} /> },
          { label: '成交人', value: deal.buyerName },
          { label: '成交价款', value: <AmountText value={deal.price} capitals /> },
          { label: '付款期限', value: `${formatTime(deal.dueAt)}${deal.isOverdue ? '（已逾期）' : ''}` },
          { label: '已收', value: <AmountText value={deal.paid} /> },
          deal.amount !== null && { label: '应结', value: <AmountText value={deal.amount} capitals /> },
          !rest.isZero() && {
            label: rest.gt(0) ? '待付' : '应退',
            value: <AmountText value={rest.abs().toFixed(2)} />,
          },
          deal.reason !== '' && { label: '违约说明', value: deal.reason, wide: true },
        ]}
      />
      <h3 className="kb-size-14 kb-above-20 kb-below-8">标的与提货</h3>
      <DataTable
        label="标的与提货"
        rows={deal.lines}
        rowKey={(row) => row.itemId}
        columns={[
          { key: 'name', title: '标的', value: (row) => [row.name, row.spec].filter(Boolean).join('，') },
          { key: 'quantity', title: '公告数量', kind: 'number', width: 130, value: (row) => row.quantity },
          { key: 'taken', title: '已提数量', kind: 'number', width: 130, value: (row) => row.taken },
          { key: 'unit', title: '单位', width: 80, value: (row) => row.unit },
        ]}
      />
      {deal.weighings.length > 0 && <Notes deal={deal} {...(answer && { answer })} />}
      {deal.payments.length > 0 && (
        <>
          <h3 className="kb-size-14 kb-above-20 kb-below-8">收付记录</h3>
          <ul>
            {deal.payments.map((one) => (
              <li key={`${one.at} ${one.amount}`}>
                {formatTime(one.at)} {one.amount.startsWith('-') ? '退还' : '收到'}{' '}
                {formatAmount(one.amount.replace('-', ''))} 元，
                {one.isOnline ? '平台收银台' : `凭证 ${one.voucher}`}，{one.byName}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Notes({ deal, answer }: DealFactsProps) {
  const nameOf = (id: string) => deal.lines.find(({ itemId }) => itemId === id)
  return (
    <>
      <h3 className="kb-size-14 kb-above-20 kb-below-8">提货单</h3>
      <DataTable
        label="提货单"
        rows={deal.weighings}
        rowKey={(row) => row.weighingId}
        columns={[
          { key: 'no', title: '序号', width: 70, value: (row) => String(row.no) },
          { key: 'at', title: '时间', width: 150, value: (row) => formatTime(row.at) },
          { key: 'vehicle', title: '车辆', width: 120, value: (row) => row.vehicle },
          {
            key: 'lines',
            title: '提货数量',
            value: (row) =>
              row.lines
                .map(
                  ({ itemId, quantity }) => `${nameOf(itemId)?.name ?? ''} ${quantity} ${nameOf(itemId)?.unit ?? ''}`,
                )
                .join('；'),
          },
          {
            key: 'state',
            title: '确认',
            width: 220,
            render: (row) => (
              <>
                <StatusTag {...NOTE_STATES[row.state]} /> {row.reason}
                {row.state === 'open' && answer?.(row)}
              </>
            ),
          },
        ]}
      />
    </>
  )
}
