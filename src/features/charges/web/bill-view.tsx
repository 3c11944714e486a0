import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { Section } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import type { agencyBill } from '../contract/bill.ts'
import { FeeType, PAYERS } from '../rules/enums.ts'
import { REFERENCE_NOTE } from '../rules/presets.ts'
import { Derivation } from './derivation.tsx'

type Bill = OutputOf<typeof agencyBill>

/** What a charge says, to both sides alike. */
export function billSections(bill: Bill, receiptPage?: (id: string) => string): Section[] {
  return [
    {
      key: 'amount',
      title: '应付款项',
      content: (
        <FieldList
          items={[
            { label: '应收', value: `${formatAmount(bill.amount)} 元` },
            { label: '大写', value: toCapitals(bill.amount) },
            { label: '已收', value: `${formatAmount(bill.received)} 元` },
            Number(bill.refunded) > 0 && { label: '已退', value: `${formatAmount(bill.refunded)} 元` },
            { label: '待收', value: `${formatAmount(bill.open)} 元` },
            { label: '付款方', value: `${bill.debtorName}（${PAYERS[bill.payer]}）` },
            { label: '收款方', value: bill.creditorName },
            { label: '费用', value: FeeType.label(bill.feeType) },
            { label: '采购项目', value: `${bill.orderTitle}（${bill.orderCode}）` },
            { label: '付款期限', value: formatTime(bill.dueAt) },
            bill.sentAt && { label: '发出时间', value: formatTime(bill.sentAt) },
            bill.reason && { label: '说明', value: bill.reason },
          ]}
        />
      ),
    },
    {
      key: 'derivation',
      title: '计费过程',
      content: (
        <>
          <p className="kb-hint">
            {bill.templateName}
            {bill.publicationId && (
              <>
                {' · '}
                <Link to={`/charge-openness/${bill.publicationId}`}>查看适用的收费公示 ›</Link>
              </>
            )}
          </p>
          <Derivation lines={bill.derivation} />
          {bill.isReference && <p className="kb-note">{REFERENCE_NOTE}</p>}
        </>
      ),
    },
    ...(bill.receipts.length > 0
      ? [
          {
            key: 'receipts',
            title: '收款记录',
            content: (
              <DataTable
                label="收款记录"
                rows={bill.receipts.map((row, i) => ({ ...row, i }))}
                rowKey={(row) => String(row.i)}
                columns={[
                  {
                    key: 'code',
                    title: '收入单号',
                    render: (row) => (receiptPage ? <Link to={receiptPage(row.receiptId)}>{row.code}</Link> : row.code),
                  },
                  {
                    key: 'channel',
                    title: '方式',
                    width: 100,
                    value: (row) => (row.channel === 'online' ? '线上' : '线下'),
                  },
                  { key: 'amount', title: '金额（元）', kind: 'amount', width: 140, value: (row) => row.amount },
                  { key: 'by', title: '经办', width: 120, value: (row) => row.byName },
                  { key: 'at', title: '时间', kind: 'time', width: 150, value: (row) => row.at },
                ]}
              />
            ),
          },
        ]
      : []),
  ]
}
