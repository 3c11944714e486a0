import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { orderPage } from '../../contract/order.ts'
import { methodFor, methodOf, METHODS } from '../../methods/all.ts'
import { BUYER_TABS, type BuyerTab } from '../../methods/method.ts'
import { runName } from '../../methods/say.ts'
import { buyerOf } from './use-buyer.ts'
import { orderTone } from './tones.ts'

const TABS: Record<BuyerTab, string> = {
  draft: '草稿',
  running: '进行中',
  opening: '开启报价',
  review: '评审',
  publicity: '公示',
  done: '已定标',
  abortive: '已终止',
}

/** What agencies buy for the own company; what is sealed stays so until it is opened. */
export function Screen() {
  return (
    <ListScreen
      title="委托采购"
      endpoint={orderPage}
      fixed={{ query: { entrusted: 'true' } }}
      rowKey={(row) => row.orderId}
      exportAs="委托采购"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...BUYER_TABS.map((value) => ({ value, label: TABS[value] })),
        ],
      }}
      filters={[
        { kind: 'text', name: 'keyword', label: '名称或编号' },
        {
          kind: 'select',
          name: 'method',
          label: '采购方式',
          options: METHODS.map(({ code, name }) => ({ value: String(code), label: name })),
        },
        { kind: 'dates', name: ['from', 'to'], label: '创建时间' },
      ]}
      columns={[
        {
          key: 'title',
          title: '采购单',
          value: (row) => row.title,
          render: (row) => (
            <MainCell
              code={row.code}
              title={row.title}
              to={buyerOf('purchaser', methodOf(row.method)).entrustedOrder(row.orderId)}
            />
          ),
        },
        { key: 'method', title: '采购方式', width: 96, value: (row) => runName(methodFor(row)) },
        { key: 'agency', title: '代理机构', width: 190, value: (row) => row.agencyName ?? '' },
        {
          key: 'stage',
          title: '阶段',
          width: 116,
          value: (row) => row.stage,
          render: (row) => <StatusTag label={row.stage} tone={orderTone(row)} />,
        },
        { key: 'amount', title: '估算价（元）', kind: 'amount', width: 140, value: (row) => row.estimatedPrice },
        { key: 'deal', title: '成交价（元）', kind: 'amount', width: 140, value: (row) => row.dealPrice ?? null },
        { key: 'next', title: '最近期限', kind: 'time', width: 130, value: (row) => row.nextAt },
      ]}
      empty={{ title: '还没有委托采购', hint: '代理机构接受委托并建立采购单后，在这里查看进展' }}
    />
  )
}
