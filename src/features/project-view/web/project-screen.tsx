import { Link, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { methodsOf } from '#features/procurement/methods/all.ts'
import type { Family } from '#features/procurement/methods/family.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { CATEGORIES, NoticeKind } from '#features/procurement/rules/enums.ts'
import { REGIMES } from '#features/procurement/rules/regimes.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { formatSize } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { StepsRail } from '#web/kit/steps-rail.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { projectLots, projectView } from '../contract.ts'
import { TimelinePart } from './timeline-part.tsx'

type View = OutputOf<typeof projectView>

interface ProjectScreenProps {
  family: Family
  side: 'purchaser' | 'agency'
}

/** One project over all its orders of a method. */
export function Screen({ family, side }: ProjectScreenProps) {
  const { projectId = '' } = useParams()
  const input = { params: { projectId }, query: { family: family.name } }
  const query = useCall(projectView, input)
  const word = methodsOf(family)[0]!.words.order
  const own = side === 'agency' ? '/agency/entrust/projects/' : '/purchaser/register/projects/'
  return (
    <DetailScreen query={query} back={{ label: family.list, to: `/${side}/${family.name}/list` }}>
      {(view) => ({
        title: view.project.name,
        facts: [
          view.project.code,
          family.list,
          CATEGORIES[view.project.category],
          REGIMES[view.project.regime].label,
          `${view.orders.length} 个${word}`,
        ],
        extra: <Link to={`${own}${projectId}/detail`}>打开项目 ›</Link>,
        sections: [
          { key: 'money', title: '金额', content: <Money view={view} /> },
          { key: 'lots', title: `${word}与进展`, content: <Lots orders={view.orders} side={side} word={word} /> },
          { key: 'items', title: '采购清单', content: <Items projectId={projectId} family={family.name} /> },
          { key: 'notices', title: '公告', content: <Notices view={view} side={side} word={word} /> },
          { key: 'files', title: '文件', content: <Files files={view.files} side={side} word={word} /> },
          { key: 'timeline', title: '时间线', content: <TimelinePart projectId={projectId} family={family.name} /> },
        ],
      })}
    </DetailScreen>
  )
}

function Money({ view: { project, money } }: { view: View }) {
  const yuan = (value: string | null) => (value === null ? '-' : formatAmount(value))
  return (
    <>
      <Figures
        items={[
          { label: '采购预算（元）', value: yuan(money.budget) },
          { label: '最高限价（元）', value: yuan(money.ceiling) },
          { label: '成交金额（元）', value: yuan(money.deal) },
          { label: '节约金额（元）', value: yuan(money.saved) },
        ]}
      />
      <FieldList
        items={[
          { label: '项目预算', value: `${formatAmount(project.budget)} 元` },
          { label: '资金来源', value: project.funds },
          { label: '采购人', value: project.purchaserName },
          { label: '代理机构', value: project.agencyName ?? '自行组织' },
          { label: '项目所在地', value: project.region },
        ]}
      />
    </>
  )
}

/** Where the pages of orders stand, and what the method calls them. */
interface Shown {
  side: 'purchaser' | 'agency'
  word: string
}

function Lots({ orders, side, word }: Shown & { orders: View['orders'] }) {
  if (orders.length === 0) return <p className="kb-muted">该项目还没有此类采购单</p>
  return (
    <DataTable
      label={`${word}与进展`}
      rows={orders}
      rowKey={(row) => row.orderId}
      detail={{
        label: '进展',
        of: (row) => <StepsRail steps={row.rail.map(({ name, ...stop }) => ({ key: name, ...stop }))} />,
      }}
      columns={[
        {
          key: 'title',
          title: word,
          isHead: true,
          value: (row) => row.title,
          render: (row) => (
            <MainCell
              code={row.code}
              title={row.title}
              to={placeOf({ id: row.orderId, method: row.method }, 'publish.detail', side)}
            />
          ),
        },
        { key: 'lot', title: '包号', kind: 'number', width: 64, value: (row) => row.lotNo },
        { key: 'items', title: '清单行', kind: 'number', width: 72, value: (row) => row.items },
        {
          key: 'stage',
          title: '阶段',
          width: 110,
          value: (row) => row.stage,
          render: (row) => <StatusTag label={row.stage} tone={row.isAbortive ? 'danger' : 'active'} />,
        },
        { key: 'budget', title: '估算价（元）', kind: 'amount', width: 130, value: (row) => row.estimatedPrice },
        { key: 'deal', title: '成交价（元）', kind: 'amount', width: 130, value: (row) => row.dealPrice },
        { key: 'winner', title: '成交供应商', width: 180, value: (row) => row.winners.join('、') },
        { key: 'runner', title: '办理单位', width: 160, value: (row) => row.runnerName },
      ]}
    />
  )
}

function Items({ projectId, family }: { projectId: string; family: string }) {
  const query = useCall(projectLots, { params: { projectId }, query: { family } })
  return (
    <WhenLoaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="kb-muted">还没有采购清单</p>
        ) : (
          <DataTable
            label="采购清单"
            rows={items}
            rowKey={(row) => row.itemId}
            columns={[
              { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
              { key: 'lot', title: '包号', kind: 'number', width: 64, value: (row) => row.lotNo },
              { key: 'line', title: '行', kind: 'number', width: 56, value: (row) => row.line },
              { key: 'spec', title: '规格', value: (row) => row.spec },
              { key: 'quantity', title: '数量', kind: 'number', width: 100, value: (row) => row.quantity },
              { key: 'unit', title: '单位', width: 64, value: (row) => row.unit },
            ]}
          />
        )
      }
    </WhenLoaded>
  )
}

function Notices({ view: { notices, orders }, side, word }: Shown & { view: View }) {
  if (notices.length === 0) return <p className="kb-muted">还没有发布公告</p>
  const placeFor = (orderId: string) => {
    const { method } = orders.find((order) => order.orderId === orderId)!
    return `${placeOf({ id: orderId, method }, 'publish.detail', side)}#documents`
  }
  return (
    <DataTable
      label="公告"
      rows={notices}
      rowKey={(row) => row.noticeId}
      columns={[
        {
          key: 'title',
          title: '公告',
          isHead: true,
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={placeFor(row.orderId)} />,
        },
        { key: 'kind', title: '类型', width: 120, value: (row) => NoticeKind.label(row.kind) },
        { key: 'order', title: word, width: 200, value: (row) => row.orderTitle },
        { key: 'at', title: '发布时间', kind: 'time', width: 140, value: (row) => row.publishedAt },
      ]}
    />
  )
}

function Files({ files, side, word }: Shown & { files: View['files'] }) {
  if (files.length === 0) return <p className="kb-muted">还没有文件</p>
  return (
    <DataTable
      label="文件"
      rows={files}
      rowKey={(row) => `${row.orderId}${row.fileId}`}
      columns={[
        {
          key: 'name',
          title: '文件',
          isHead: true,
          value: (row) => row.name,
          render: (row) => <Link to={`/${side}/project/bidding-file/${row.fileId}`}>{row.name}</Link>,
        },
        { key: 'order', title: word, width: 240, value: (row) => row.orderTitle },
        { key: 'size', title: '大小', width: 100, value: (row) => formatSize(row.size) },
      ]}
    />
  )
}
