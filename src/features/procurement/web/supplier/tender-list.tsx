import type { OutputOf } from '#contract/endpoint.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import type { ListScreenProps } from '#web/kit/list-types.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown, MainCell } from '#web/kit/values.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { LIST_SLOTS } from '../../contract/slots.ts'
import { ownTenders, publicTenders } from '../../contract/supplier.ts'
import { CATEGORIES, PurchaseMethod, TradeStatus } from '../../rules/enums.ts'
import { methodOf, methodsOf, USUAL } from '../../methods/all.ts'
import { type Family, ownListOf } from '../../methods/family.ts'
import { hasPage } from '../../methods/places.ts'
import { hallDoor, PUBLIC_LIST, publicSales, tenderPages } from './tender-pages.ts'
import { partOf } from '../../rules/own-part.ts'
import { categoryOf, stageTone } from './words.ts'
import './supplier.css'

type Row = OutputOf<typeof publicTenders>['rows'][number]
type Props = ListScreenProps<typeof publicTenders>

function tabsOf({ bidding, opening }: { bidding: string; opening: string }): NonNullable<Props['tabs']> {
  return {
    param: 'tab',
    tabs: [
      { value: '', label: '全部' },
      { value: 'sign-up', label: '报名中' },
      { value: 'bidding', label: bidding },
      { value: 'opening', label: opening },
      { value: 'done', label: '公示与结果' },
    ],
  }
}

/** `client`: what the company is called whose orders these are. */
const filtersOf = (client: string): NonNullable<Props['filters']> => [
  { kind: 'text', name: 'keyword', label: `名称、编号或${client}` },
  {
    kind: 'select',
    name: 'category',
    label: '类别',
    options: Object.entries(CATEGORIES).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'region', label: '地区' },
]

const columnsOf = (client: string): Props['columns'] => [
  {
    key: 'title',
    title: '项目',
    value: (row) => row.title,
    render: (row) => (
      <MainCell
        code={row.isInvited ? `${row.code} · 受邀` : row.code}
        title={row.title}
        to={tenderPages(row.orderId, row.method)('publish.tender')}
      />
    ),
  },
  { key: 'purchaser', title: client, width: 180, value: (row) => row.purchaserName },
  { key: 'category', title: '类别', width: 64, value: (row) => categoryOf(row.category) },
  { key: 'region', title: '地区', width: 90, value: (row) => row.region },
  { key: 'method', title: '方式', width: 100, value: (row) => PurchaseMethod.label(row.method) },
  {
    key: 'stage',
    title: '阶段',
    width: 110,
    value: (row) => row.stage,
    render: (row) => <StatusTag label={row.stage} tone={stageTone(row)} />,
  },
  {
    key: 'next',
    title: '最近期限',
    width: 170,
    value: (row) => row.nextAt ?? '',
    render: (row) =>
      row.nextAt ? (
        <span className="kb-column">
          <Countdown at={row.nextAt} over="时间已到" />
          <span className="kb-note">{row.nextLabel}</span>
        </span>
      ) : (
        '-'
      ),
  },
  {
    key: 'part',
    title: '我的参与',
    width: 150,
    value: (row) => partOf(row)?.label ?? '',
    render: (row) => {
      const part = partOf(row)
      return part ? <StatusTag label={part.label} tone={part.tone} /> : '-'
    },
  },
  { key: 'publishedAt', title: '发布时间', kind: 'time', width: 140, value: (row) => row.publishedAt, hidden: true },
  { key: 'openAt', title: '开标时间', kind: 'time', width: 140, value: (row) => row.openAt, hidden: true },
]

const LISTED = {
  rowKey: (row: Row) => row.orderId,
  rowActions: (row: Row) => [actionOf(row)],
}

const FOLLOW: Props['columns'][number] = {
  key: 'follow',
  title: '关注',
  width: 84,
  render: ({ orderId, title }) => <Parts of={LIST_SLOTS.publicTender} orderId={orderId} title={title} />,
}

/** Published tenders, or those the own company takes part in. */
export function Screen({ own, family }: { own: boolean; family?: Family }) {
  const list = ownListOf(family ?? USUAL.family)
  const [first] = family ? methodsOf(family) : [USUAL]
  const { client } = first!.words
  const filters = filtersOf(client)
  const columns = columnsOf(client)
  const tabs = tabsOf(list)
  if (own)
    return (
      <ListScreen<typeof ownTenders>
        {...LISTED}
        tabs={tabs}
        title={list.title}
        {...(family && { fixed: { query: { family: family.name } } })}
        endpoint={ownTenders}
        columns={columns}
        filters={[
          ...filters,
          { kind: 'select', name: 'mine', label: '经办人', options: [{ value: 'true', label: '我经办的' }] },
        ]}
        exportAs={list.title}
        empty={{ title: '还没有参加任何项目', hint: list.empty }}
        primary={{ label: '查找项目', to: first!.sells ? publicSales(first!.code) : PUBLIC_LIST }}
      />
    )
  return (
    <ListScreen
      {...LISTED}
      tabs={tabs}
      title="招标采购"
      endpoint={publicTenders}
      columns={[...columns, FOLLOW]}
      filters={filters}
      empty={{ title: '暂无招标项目', hint: '采购人发布公告后会显示在这里' }}
    >
      <Parts of={LIST_SLOTS.publicTenders} />
    </ListScreen>
  )
}

/** The nearest thing to do; the tender's page knows the rest. */
function actionOf(row: Row) {
  const at = tenderPages(row.orderId, row.method)
  const passed = row.tradeStatus === TradeStatus.values.passed
  if (passed && methodOf(row.method).offers === 'live' && ['报名中', '待竞价', '竞价中'].includes(row.stage))
    return { label: '竞价大厅', to: hallDoor(row, row.tradeId!) }
  // Which round takes the quote its page knows.
  if (passed && hasPage(row, 'quote.sheet') && (row.furtherRound !== null || ['报名中', '报价中'].includes(row.stage)))
    return { label: row.offer === 'sealed' ? '查看' : '报价', to: at('publish.tender') }
  if (passed && ['报名中', '投标中'].includes(row.stage)) return { label: '投标', to: at('bid.room') }
  const mayHall = passed && row.tradeId && ['待开标', '开标中', '唱标中'].includes(row.stage)
  if (mayHall) return { label: '开标大厅', to: hallDoor(row, row.tradeId!) }
  const open = row.stage === '报名中' && !passed && row.tradeStatus !== TradeStatus.values.pending
  return open
    ? { label: '报名', to: at('sign-up.join', { tradeId: row.tradeId }) }
    : { label: '查看', to: at('publish.tender') }
}
