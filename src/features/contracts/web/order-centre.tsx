import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { CallAnswer } from '#web/kit/call-answer.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { AmountText, MainCell } from '#web/kit/values.tsx'
import { orderCentre } from '../contract/payment.ts'
import { CALL_OFF_LISTS, CONTRACT_LISTS, contractPlace } from '../rules/places.ts'

/** What waits for a supplier of its contracts, and what it is owed. */
export function Screen() {
  return (
    <article>
      <PageHead title="订单中心" />
      <CallAnswer of={orderCentre}>
        {(data) => (
          <div className="kb-stack kb-gap-24">
            <Figures
              items={[
                { label: '待签订合同', value: String(data.toSign), unit: '份' },
                { label: '待确认订单', value: String(data.toConfirm), unit: '张' },
                {
                  label: '待交货订单',
                  value: String(data.toDeliver),
                  unit: '张',
                  ...(data.rejected > 0 && { hint: `${data.rejected} 张有不合格待补交` }),
                },
                { label: '应收', value: formatAmount(data.receivable), unit: '元' },
                { label: '逾期应收', value: formatAmount(data.overdue), unit: '元' },
                { label: '逾期利息', value: formatAmount(data.interest), unit: '元' },
              ]}
            />
            <p className="kb-row kb-gap-16">
              <Link to={CONTRACT_LISTS.supplier}>我的合同 ›</Link>
              <Link to={CALL_OFF_LISTS.supplier}>订单协同 ›</Link>
            </p>
            <section aria-label="应收款">
              <h2 className="kb-below-12">应收款</h2>
              {data.dues.length === 0 ? (
                <EmptyState title="没有应收款" hint="交货验收后，应收款和付款期限在这里显示" />
              ) : (
                <DataTable
                  label="应收款"
                  rows={data.dues}
                  rowKey={({ dueId }) => dueId}
                  columns={[
                    {
                      key: 'name',
                      title: '款项',
                      isHead: true,
                      render: (row) => (
                        <MainCell
                          title={row.name}
                          to={`${contractPlace('supplier', row.contractId)}#payments`}
                          extra={row.contractTitle}
                        />
                      ),
                    },
                    { key: 'purchaser', title: '采购人', width: 180, value: (row) => row.purchaserName },
                    { key: 'amount', title: '应付（元）', kind: 'amount', width: 130, value: (row) => row.amount },
                    { key: 'paid', title: '已付（元）', kind: 'amount', width: 130, value: (row) => row.paid },
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
                    {
                      key: 'interest',
                      title: '逾期利息（元）',
                      width: 130,
                      align: 'right',
                      render: (row) => <AmountText value={row.interest} />,
                    },
                  ]}
                />
              )}
            </section>
          </div>
        )}
      </CallAnswer>
    </article>
  )
}
