import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, formatWithUnit } from '#contract/money.ts'
import { SAVING_BASE } from '#features/procurement/rules/saving.ts'
import { openFile } from '#web/export.ts'
import { LazyChart } from '#web/kit/chart-lazy.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { PeriodBar, usePeriod } from '#web/kit/period-bar.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { purchaseExport, purchaseStatistics } from '../contract.ts'
import { SCOPES } from './scopes.ts'
import { MONTH_UNITS, monthSeries } from './month-series.ts'
import { percent } from './words.ts'
import '#web/kit/statistics.css'

type Statistics = OutputOf<typeof purchaseStatistics>
type Group = Statistics['months'][number]

/** What was bought: by month as bars, and by method, category and department. */
export function Screen() {
  const query = usePeriod()
  const found = useCall(purchaseStatistics, { query }, { keep: true })
  return (
    <section className="kb-list">
      <PageHead
        title="采购统计"
        actions={
          <Button type="primary" onClick={() => void openFile(purchaseExport, { query })}>
            导出明细
          </Button>
        }
      />
      <p className="kb-section-hint kb-hint">仅统计在平台内办理的采购；事后登记的补录不计入，见“补录登记”。</p>
      <PeriodBar unit="month" scopes={SCOPES} shown={found.data} />
      <WhenLoaded query={found}>
        {(data) => (
          <>
            <Total {...data} />
            {data.total.published + data.total.awarded + data.total.abortive === 0 ? (
              <EmptyState title="该时间内没有采购数据" hint="可调整时间或统计范围" />
            ) : (
              <>
                <Months months={data.months} />
                <GroupTable title="按采购方式" unit="采购方式" rows={data.methods} />
                <GroupTable title="按项目类别" unit="项目类别" rows={data.categories} />
                <GroupTable title="按部门" unit="部门" rows={data.departments} />
              </>
            )}
          </>
        )}
      </WhenLoaded>
    </section>
  )
}

function Total({ total, companies }: Statistics) {
  return (
    <Figures
      items={[
        { label: '发布标段', value: `${total.published}`, hint: `统计 ${companies} 家企业` },
        { label: '定标标段', value: `${total.awarded}`, hint: `流标 ${total.abortive}` },
        {
          label: `定标标段${SAVING_BASE}`,
          value: formatWithUnit(total.estimated),
          unit: '元',
          hint: formatAmount(total.estimated),
        },
        { label: '中标金额', value: formatWithUnit(total.amount), unit: '元', hint: formatAmount(total.amount) },
        {
          label: '节约金额',
          value: formatWithUnit(total.saved),
          unit: '元',
          hint: `较${SAVING_BASE}节约 ${percent(total.savedRate)}`,
        },
      ]}
    />
  )
}

function Months({ months }: { months: readonly Group[] }) {
  const [asTable, setAsTable] = useState(false)
  const x = useMemo(() => months.map((one) => one.label), [months])
  const series = useMemo(() => monthSeries(months), [months])
  return (
    <section className="kb-below-24 kb-shrink" aria-label="按月">
      <div className="kb-stat-panel-head kb-row kb-gap-0 kb-between">
        <h2>按月</h2>
        <Button type="link" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? '看图' : '看表'}
        </Button>
      </div>
      {asTable ? (
        <Rows label="按月" unit="月份" rows={months} />
      ) : (
        <LazyChart label={`采购统计，${x[0]}至${x.at(-1)}`} x={x} series={series} units={MONTH_UNITS} height={300} />
      )}
    </section>
  )
}

function GroupTable({ title, unit, rows }: { title: string; unit: string; rows: readonly Group[] }) {
  return (
    <section className="kb-below-24 kb-shrink" aria-label={title}>
      <div className="kb-stat-panel-head kb-row kb-gap-0 kb-between">
        <h2>{title}</h2>
      </div>
      <Rows label={title} unit={unit} rows={rows} />
    </section>
  )
}

function Rows({ label, unit, rows }: { label: string; unit: string; rows: readonly Group[] }) {
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={(r) => r.key}
      columns={[
        { key: 'label', title: unit, value: (r) => r.label },
        { key: 'published', title: '发布标段', kind: 'number', width: 100, value: (r) => r.published },
        { key: 'awarded', title: '定标标段', kind: 'number', width: 100, value: (r) => r.awarded },
        { key: 'abortive', title: '流标标段', kind: 'number', width: 100, value: (r) => r.abortive },
        { key: 'estimated', title: `${SAVING_BASE}（元）`, kind: 'amount', width: 160, value: (r) => r.estimated },
        { key: 'amount', title: '中标金额（元）', kind: 'amount', width: 160, value: (r) => r.amount },
        { key: 'saved', title: '节约金额（元）', kind: 'amount', width: 150, value: (r) => r.saved },
        { key: 'rate', title: `较${SAVING_BASE}`, align: 'right', width: 110, value: (r) => percent(r.savedRate) },
      ]}
    />
  )
}
