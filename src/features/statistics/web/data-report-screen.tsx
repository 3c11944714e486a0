import { formatAmount, formatWithUnit } from '#contract/money.ts'
import { openFile } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { StatisticScope } from '#features/organisation/contract/shared.ts'
import { reportExport, reportPage, reportSummary } from '../contract-reports.ts'
import { REPORT_TITLES, sideOf } from '../rules/report-titles.ts'
import { Figures } from '#web/kit/figures.tsx'
import { PeriodBar, usePeriod } from '#web/kit/period-bar.tsx'
import '#web/kit/statistics.css'

/** What was bought or won, month by month. */
export function Screen() {
  const query = usePeriod()
  const { workbench } = useSession()
  const titles = REPORT_TITLES[sideOf(workbench)]
  const summary = useCall(reportSummary, { query }, { keep: true })
  return (
    <ListScreen
      title="数据报表"
      endpoint={reportPage}
      fixed={{ query }}
      rowKey={(r) => `${r.month}/${r.companyId}`}
      columns={[
        { key: 'month', title: '月份', width: 90, value: (r) => r.month },
        { key: 'company', title: '企业', value: (r) => r.companyName },
        { key: 'projects', title: titles.projects, kind: 'number', width: 80, value: (r) => r.projects },
        { key: 'published', title: titles.published, kind: 'number', width: 80, value: (r) => r.published },
        { key: 'awarded', title: titles.awarded, kind: 'number', width: 80, value: (r) => r.awarded },
        { key: 'abortive', title: titles.abortive, kind: 'number', width: 80, value: (r) => r.abortive },
        { key: 'estimated', title: titles.estimated, kind: 'amount', width: 124, value: (r) => r.estimated },
        { key: 'amount', title: titles.amount, kind: 'amount', width: 124, value: (r) => r.amount },
        { key: 'saved', title: titles.saved, kind: 'amount', width: 130, value: (r) => r.saved },
        { key: 'rate', title: titles.savedRate, align: 'right', width: 140, value: (r) => percent(r.savedRate) },
      ]}
      primary={{ label: '导出报表', onClick: () => void openFile(reportExport, { query }) }}
      empty={{ title: '该时间内没有数据', hint: '可调整时间或统计范围' }}
    >
      <PeriodBar unit="month" scopes={StatisticScope.options} shown={summary.data} />
      {summary.error && !summary.data ? (
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      ) : !summary.data ? (
        <Skeleton lines={5} />
      ) : (
        <>
          <Figures
            items={[
              {
                label: titles.projects,
                value: `${summary.data.projects}`,
                hint: `统计 ${summary.data.companies} 家企业`,
              },
              {
                label: titles.published,
                value: `${summary.data.published}`,
                hint: `${titles.abortive} ${summary.data.abortive}`,
              },
              {
                label: titles.awarded,
                value: `${summary.data.awarded}`,
                hint: `${titles.estimated} ${formatWithUnit(summary.data.estimated)}`,
              },
              {
                label: titles.amount,
                value: formatWithUnit(summary.data.amount),
                unit: '元',
                hint: formatAmount(summary.data.amount),
              },
              {
                label: titles.saved,
                value: formatWithUnit(summary.data.saved),
                unit: '元',
                hint: `${titles.savedRate} ${percent(summary.data.savedRate)}`,
              },
            ]}
          />
          {summary.data.methods.length > 0 && (
            <section className="kb-below-24 kb-shrink" aria-label="按采购方式">
              <div className="kb-stat-panel-head kb-row kb-gap-0 kb-between">
                <h2>按采购方式</h2>
              </div>
              <DataTable
                label="按采购方式"
                rows={summary.data.methods}
                rowKey={(r) => String(r.method)}
                columns={[
                  { key: 'label', title: '采购方式', value: (r) => r.label },
                  { key: 'published', title: titles.published, kind: 'number', width: 120, value: (r) => r.published },
                  { key: 'awarded', title: titles.awarded, kind: 'number', width: 120, value: (r) => r.awarded },
                  { key: 'amount', title: titles.amount, kind: 'amount', width: 200, value: (r) => r.amount },
                ]}
              />
            </section>
          )}
          <h2>按月明细</h2>
        </>
      )}
    </ListScreen>
  )
}

function percent(rate: string | null): string {
  return rate === null ? '-' : `${rate}%`
}
