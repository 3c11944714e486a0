import { Button, Drawer } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { LazyChart } from '#web/kit/chart-lazy.tsx'
import type { Series } from '#web/kit/chart-option.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { useCall } from '#web/use-call.ts'
import { portrait } from '../contract.ts'
import {
  type Group,
  groupsOf,
  monthsOf,
  NOTHING,
  purchaserFigures,
  type PortraitFigure,
  type Source,
  supplierFigures,
  type Winner,
  winnersOf,
} from '../rules/figures.ts'
import { PORTRAITS } from '../rules/terms.ts'
import '#web/kit/statistics.css'
import './portraits.css'

type Portrait = OutputOf<typeof portrait>
/** Shows the notices that a figure comes from. */
type Show = (title: string, sources: Source[]) => void

/** What published notices say of a company; every figure leads to the notices that it is counted from. */
export function Screen() {
  const { recordId = '' } = useParams()
  const query = useCall(portrait, { params: { recordId } })
  const [shown, setShown] = useState<{ title: string; sources: Source[] } | null>(null)
  const show: Show = (title, sources) => setShown({ title, sources })
  return (
    <>
      <DetailScreen query={query} back={{ label: '企业画像', to: PORTRAITS }}>
        {(data) => ({
          title: data.name,
          facts: [
            data.creditCode,
            `数据：${formatDate(data.since)} 以来本平台已发布的公告`,
            `有效期至 ${formatDate(data.until)}`,
          ],
          sections: [
            ...(data.purchases.length > 0
              ? [{ key: 'purchaser', title: '作为采购人', content: <Purchaser data={data} show={show} /> }]
              : []),
            ...(data.awards.length > 0
              ? [{ key: 'supplier', title: '作为供应商', content: <Supplier data={data} show={show} /> }]
              : []),
            { key: 'about', title: '说明', content: <About /> },
          ],
        })}
      </DetailScreen>
      {shown && (
        <Drawer open title={shown.title} size="min(720px, 100vw)" onClose={() => setShown(null)}>
          <Sources {...shown} />
        </Drawer>
      )}
    </>
  )
}

function Purchaser({ data: { purchases }, show }: { data: Portrait; show: Show }) {
  const months = useMemo(() => monthsOf(purchases), [purchases])
  const winners = useMemo(() => winnersOf(purchases), [purchases])
  return (
    <>
      <FigureRow figures={purchaserFigures(purchases)} show={show} />
      <Months label="按月采购" months={months} isPurchaser />
      <Groups title="按月" groups={months.toReversed()} show={show} isPurchaser />
      <Groups title="按采购方式" groups={groupsOf(purchases, 'method')} show={show} isPurchaser />
      <Groups title="按类别" groups={groupsOf(purchases, 'category')} show={show} isPurchaser />
      {winners.length > 0 && (
        <Block title="成交供应商">
          <DataTable
            label="成交供应商"
            rows={winners}
            rowKey={(row) => row.companyId}
            columns={[
              { key: 'name', title: '供应商', value: (row) => row.name, isHead: true },
              { key: 'wins', title: '成交', kind: 'number', width: 80, value: (row) => row.wins },
              { key: 'amount', title: '金额（元）', kind: 'amount', width: 170, value: (row) => row.amount },
              {
                key: 'share',
                title: '金额占比',
                align: 'right',
                width: 100,
                value: (row) => (row.share === null ? '-' : `${row.share}%`),
              },
              sourceColumn<Winner>(show, (row) => row.name),
            ]}
          />
        </Block>
      )}
    </>
  )
}

function Supplier({ data: { awards, companyId }, show }: { data: Portrait; show: Show }) {
  const months = useMemo(() => monthsOf(awards, companyId), [awards, companyId])
  const by = (key: 'purchaserName' | 'category' | 'region') => groupsOf(awards, key, companyId)
  return (
    <>
      <FigureRow figures={supplierFigures(awards, companyId)} show={show} />
      <Months label="按月成交" months={months} />
      <Groups title="按月" groups={months.toReversed()} show={show} />
      <Groups title="按采购人" groups={by('purchaserName')} show={show} />
      <Groups title="按类别" groups={by('category')} show={show} />
      <Groups title="按地区" groups={by('region')} show={show} />
    </>
  )
}

function FigureRow({ figures, show }: { figures: PortraitFigure[]; show: Show }) {
  return (
    <div className="portrait-figures">
      <Figures
        items={figures.map(({ sources, label, value, unit, hint }) => ({
          label,
          value: unit === '元' ? formatAmount(value) : value,
          hint,
          // Of what there is none there is no unit.
          ...(unit && value !== NOTHING ? { unit } : {}),
          onOpen: sources.length > 0 ? () => show(label, sources) : undefined,
        }))}
      />
    </div>
  )
}

function Months({ label, months, isPurchaser = false }: { label: string; months: Group[]; isPurchaser?: boolean }) {
  const x = useMemo(() => months.map(({ key }) => key), [months])
  const series = useMemo<Series[]>(
    () => [
      ...(isPurchaser
        ? [
            {
              name: '发布',
              kind: 'bar' as const,
              colour: 'accent' as const,
              values: months.map((one) => one.announced),
            },
          ]
        : []),
      { name: '成交', kind: 'bar', colour: 'success', values: months.map((one) => one.awarded) },
      {
        name: '成交金额（万元）',
        kind: 'line',
        colour: 'warning',
        right: true,
        // Drawn only: the table has the amounts.
        values: months.map((one) => Math.round(Number(one.amount) / 100) / 100),
      },
    ],
    [months, isPurchaser],
  )
  return <LazyChart label={label} x={x} series={series} units={['个', '万元']} />
}

function Groups({
  title,
  groups,
  show,
  isPurchaser = false,
}: {
  title: string
  groups: Group[]
  show: Show
  isPurchaser?: boolean
}) {
  return (
    <Block title={title}>
      <DataTable
        label={title}
        rows={groups}
        rowKey={(row) => row.key}
        columns={[
          { key: 'key', title: title.replace('按', ''), value: (row) => row.key, isHead: true },
          ...(isPurchaser
            ? [
                {
                  key: 'announced',
                  title: '发布',
                  kind: 'number' as const,
                  width: 80,
                  value: (row: Group) => row.announced,
                },
              ]
            : []),
          { key: 'awarded', title: '成交', kind: 'number', width: 80, value: (row) => row.awarded },
          ...(isPurchaser
            ? [
                {
                  key: 'abortive',
                  title: '流标',
                  kind: 'number' as const,
                  width: 80,
                  value: (row: Group) => row.abortive,
                },
              ]
            : []),
          { key: 'amount', title: '成交金额（元）', kind: 'amount', width: 170, value: (row) => row.amount },
          sourceColumn<Group>(show, (row) => row.key),
        ]}
      />
    </Block>
  )
}

/** The way from a row to its notices. */
function sourceColumn<R extends { sources: Source[] }>(show: Show, nameOf: (row: R) => string) {
  return {
    key: 'sources',
    title: '来源',
    width: 100,
    render: (row: R) => (
      <Button
        type="link"
        size="small"
        aria-label={`${nameOf(row)}，来源 ${row.sources.length} 条公告`}
        onClick={() => show(nameOf(row), row.sources)}
      >
        {row.sources.length} 条公告
      </Button>
    ),
  }
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="kb-above-20" aria-label={title}>
      <h3 className="kb-below-8">{title}</h3>
      {children}
    </section>
  )
}

function Sources({ title, sources }: { title: string; sources: Source[] }) {
  return (
    <ul aria-label={`${title}的来源`}>
      {sources.map((one, i) => (
        <li key={i} className="kb-row kb-gap-12 kb-base kb-wrap kb-line">
          <Link className="kb-shrink kb-break" to={`/portal/notices/${one.noticeId}`}>
            {one.title}
          </Link>
          {one.note && <span className="kb-note">{one.note}</span>}
          <time className="kb-push kb-muted" dateTime={one.publishedAt}>
            {formatDate(one.publishedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function About() {
  return (
    <p className="kb-hint">
      画像只统计本平台已发布的公告、公示和结果，每项数字都可打开其来源公告。结果更正或流标后按现行有效的公告计。不含未中标的投标、未公布的报价和任何开标前的投标信息；平台未公开的资质和名单也不在其中。仅供参考，不构成对企业的评价。
    </p>
  )
}
