import { Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, formatWithUnit } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import type { Series } from '#web/kit/chart-option.ts'
import { LazyChart } from '#web/kit/chart-lazy.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { PeriodBar, usePeriod } from '#web/kit/period-bar.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { supplierExport, supplierPage, supplierSummary, supplierTrades } from '../contract.ts'
import { SCOPES } from './scopes.ts'
import { percent, tenThousands } from './words.ts'
import '#web/kit/statistics.css'

type Supplier = OutputOf<typeof supplierPage>['rows'][number]

/** Who takes part, who wins, and for how much. */
export function Screen() {
  const query = usePeriod()
  const summary = useCall(supplierSummary, { query }, { keep: true })
  const [shown, setShown] = useState<Supplier | null>(null)
  return (
    <>
      <ListScreen
        title="供应商分析"
        endpoint={supplierPage}
        fixed={{ query }}
        rowKey={(r) => r.companyId}
        filters={[{ kind: 'text', name: 'keyword', label: '供应商名称或信用代码' }]}
        columns={[
          {
            key: 'name',
            title: '供应商',
            value: (r) => r.name,
            render: (r) => (
              <Button type="link" className="kb-stat-name" onClick={() => setShown(r)}>
                {r.name}
              </Button>
            ),
          },
          { key: 'code', title: '信用代码', width: 190, value: (r) => r.creditCode, hidden: true },
          { key: 'signUps', title: '报名', kind: 'number', width: 70, value: (r) => r.signUps },
          { key: 'admitted', title: '通过', kind: 'number', width: 70, value: (r) => r.admitted },
          { key: 'bids', title: '投标', kind: 'number', width: 70, value: (r) => r.bids },
          { key: 'candidates', title: '候选', kind: 'number', width: 70, value: (r) => r.candidates },
          { key: 'wins', title: '中标', kind: 'number', width: 70, value: (r) => r.wins },
          { key: 'rate', title: '中标率', align: 'right', width: 90, value: (r) => percent(r.winRate) },
          { key: 'amount', title: '中标金额（元）', kind: 'amount', width: 160, value: (r) => r.amount },
          { key: 'share', title: '金额占比', align: 'right', width: 100, value: (r) => percent(r.share) },
        ]}
        primary={{ label: '导出分析', onClick: () => void openFile(supplierExport, { query }) }}
        empty={{ title: '该时间内没有供应商参与', hint: '按标段发布时间统计，可调整时间或统计范围' }}
      >
        <PeriodBar unit="month" scopes={SCOPES} shown={summary.data} />
        <WhenLoaded query={summary}>{(data) => <Summary {...data} />}</WhenLoaded>
      </ListScreen>
      {shown && <Trades supplier={shown} query={query} onClose={() => setShown(null)} />}
    </>
  )
}

function Summary(data: OutputOf<typeof supplierSummary>) {
  const { top } = data
  const x = useMemo(() => top.map((one) => one.name), [top])
  const series = useMemo<Series[]>(
    () => [
      {
        name: '中标金额（万元）',
        kind: 'bar',
        colour: 'accent',
        values: top.map((one) => tenThousands(one.amount)),
      },
    ],
    [top],
  )
  return (
    <>
      <Figures
        items={[
          { label: '参与供应商', value: `${data.suppliers}`, hint: `其中投标 ${data.bidders} 家` },
          { label: '中标供应商', value: `${data.winners}` },
          { label: '平均每标段投标', value: data.bidsPerOrder ?? '-', unit: '家', hint: '开标后计入' },
          { label: '中标金额', value: formatWithUnit(data.amount), unit: '元', hint: formatAmount(data.amount) },
          { label: '前三名占比', value: percent(data.topShare), hint: '按中标金额' },
        ]}
      />
      {top.length > 0 && (
        <section className="kb-below-24 kb-shrink" aria-label="中标金额前十">
          <div className="kb-stat-panel-head kb-row kb-gap-0 kb-between">
            <h2>中标金额前十</h2>
          </div>
          <LazyChart label="中标金额前十的供应商" x={x} series={series} lying height={72 + top.length * 34} />
        </section>
      )}
    </>
  )
}

interface TradesProps {
  supplier: Supplier
  query: ReturnType<typeof usePeriod>
  onClose: () => void
}

/** What one supplier took part in. */
function Trades({ supplier, query, onClose }: TradesProps) {
  const { workbench } = useSession()
  const trades = useCall(supplierTrades, { params: { companyId: supplier.companyId }, query })
  const side = workbench === 'agency' ? 'agency' : 'purchaser'
  return (
    <Drawer open title={supplier.name} size={720} onClose={onClose}>
      <p className="kb-muted">
        {supplier.creditCode} · 投标 {supplier.bids} 次，中标 {supplier.wins} 次
      </p>
      <WhenLoaded query={trades}>
        {(rows) => (
          <DataTable
            label={`${supplier.name}参与的标段`}
            rows={rows}
            rowKey={(r) => r.orderId}
            columns={[
              {
                key: 'title',
                title: '标段',
                render: (r) =>
                  query.scope === 0 ? <Link to={`/${side}/bidding/orders/${r.orderId}/info`}>{r.title}</Link> : r.title,
              },
              { key: 'at', title: '发布', width: 110, value: (r) => formatDate(r.publishedAt) },
              { key: 'price', title: '报价（元）', kind: 'amount', width: 140, value: (r) => r.price },
              {
                key: 'result',
                title: '结果',
                width: 150,
                render: (r) => <StatusTag label={r.result} tone={r.won ? 'success' : 'neutral'} />,
              },
            ]}
          />
        )}
      </WhenLoaded>
    </Drawer>
  )
}
