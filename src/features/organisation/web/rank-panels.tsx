import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Series } from '#web/kit/chart-option.ts'
import { LazyChart } from '#web/kit/chart-lazy.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import type { loginTrend, visitRank } from '../contract/statistics.ts'

/** Visits and visitors by day: as a line, or as the table it is drawn from. */
export function TrendPanel({ rows }: { rows: OutputOf<typeof loginTrend> }) {
  const [asTable, setAsTable] = useState(false)
  const days = useMemo(() => rows.map((row) => row.day.slice(5)), [rows])
  const series = useMemo<Series[]>(
    () => [
      { name: '访问次数', kind: 'line', colour: 'accent', values: rows.map((row) => row.visits) },
      { name: '访客人数', kind: 'line', colour: 'success', values: rows.map((row) => row.visitors) },
    ],
    [rows],
  )
  return (
    <section className="kb-below-24 kb-shrink" aria-label="访问趋势">
      <div className="kb-stat-panel-head kb-row kb-gap-0 kb-between">
        <h2>访问趋势</h2>
        <Button type="link" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? '看图' : '看表'}
        </Button>
      </div>
      {asTable ? (
        <div className="kb-stat-panel-table">
          <DataTable
            label="访问趋势"
            rows={rows}
            rowKey={(r) => r.day}
            columns={[
              { key: 'day', title: '日期', value: (r) => r.day },
              { key: 'visits', title: '访问次数', kind: 'number', value: (r) => r.visits },
              { key: 'visitors', title: '访客人数', kind: 'number', value: (r) => r.visitors },
            ]}
          />
        </div>
      ) : (
        <LazyChart label={`访问趋势，${rows[0]?.day ?? ''}至${rows.at(-1)?.day ?? ''}`} x={days} series={series} />
      )}
    </section>
  )
}

interface RankPanelProps {
  title: string
  /** What is ranked. */
  unit: string
  rows: OutputOf<typeof visitRank>
  /** People: their number of visits, and where they belong. */
  people?: boolean
}

/** The ten with the most visits, with a bar for the share of the first. The table is the chart. */
export function RankPanel({ title, unit, rows, people }: RankPanelProps) {
  const most = Math.max(1, ...rows.map((row) => row.visits))
  return (
    <section className="kb-below-24 kb-shrink" aria-label={title}>
      <div className="kb-stat-panel-head kb-row kb-gap-0 kb-between">
        <h2>{title}</h2>
      </div>
      {rows.length === 0 ? (
        <EmptyState title="该时间内没有登录记录" />
      ) : (
        <DataTable
          label={title}
          rows={rows.map((row, i) => ({ ...row, place: i + 1 }))}
          rowKey={(r) => `${r.id}/${r.place}`}
          columns={[
            {
              key: 'name',
              title: unit,
              render: (r) => (
                <>
                  <span className="kb-place kb-inline-block kb-muted">{r.place}</span>
                  {r.name}
                  {r.detail && <span className="kb-muted"> {r.detail}</span>}
                </>
              ),
            },
            {
              key: 'bar',
              title: '访问次数',
              width: 200,
              render: (r) => (
                <span className="kb-share kb-row">
                  <span style={{ width: `${(r.visits / most) * 100}%` }} aria-hidden="true" />
                  <b>{r.visits}</b>
                </span>
              ),
            },
            ...(people
              ? []
              : [
                  {
                    key: 'visitors',
                    title: '访客',
                    kind: 'number' as const,
                    width: 64,
                    value: (r: { visitors: number }) => r.visitors,
                  },
                ]),
          ]}
        />
      )}
    </section>
  )
}
