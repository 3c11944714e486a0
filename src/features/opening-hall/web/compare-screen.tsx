import { Button, Tabs } from 'antd'
import { formatAmount, toCapitals } from '#contract/money.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { openFile } from '#web/export.ts'
import { CompareTable } from '#web/kit/compare-table.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useKept } from '#web/kept.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import * as c from '../contract-compare.ts'
import { useHallAddress } from './addresses.ts'

type Items = OutputOf<typeof c.compareItemOffer>
const TOO_EARLY = 10020

/** Opened quotes side by side: totals, parts of the bill, line by line; the best of each marked. */
export function Screen() {
  const { orderId, home } = useHallAddress()
  const params = { projectId: orderId }
  const [tab, setTab] = useKept('compare.tab', 'final')
  const final = useCall(c.finalOffer, { params })
  const back = { label: '开标大厅', to: home }
  if (final.error?.code === TOO_EARLY) {
    return <EmptyPage head="报价对比" back={back} title="报价尚未公布" hint="公布开标一览表后可以对比报价" />
  }
  return (
    <>
      <PageHead
        title="报价对比"
        back={back}
        facts={['比较的是开标时公布的报价，未经评审修正']}
        actions={<Button onClick={() => void openFile(c.compareItemSheet, { params })}>导出 Excel</Button>}
      />
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'final', label: '总价', children: <Final query={final} /> },
          { key: 'sub', label: '分项', children: <Subs orderId={orderId} /> },
          { key: 'items', label: '逐项', children: <ItemsTab orderId={orderId} /> },
        ]}
      />
    </>
  )
}

function Final({ query }: { query: ReturnType<typeof useCall<typeof c.finalOffer>> }) {
  return (
    <WhenLoaded query={query}>
      {({ rows, controlPrice, referencePrice, mean }) => (
        <>
          <p className="kb-hint kb-below-12">
            {controlPrice && `最高限价 ${formatAmount(controlPrice)} 元；`}
            {referencePrice && `标底 ${formatAmount(referencePrice)} 元；`}
            {mean && `平均报价 ${formatAmount(mean)} 元`}
          </p>
          <DataTable
            label="总价对比"
            rows={rows}
            rowKey={(row) => row.bidderId}
            columns={[
              { key: 'rank', title: '名次', kind: 'ordinal', width: 64, value: (row) => row.rank },
              {
                key: 'supplier',
                title: '投标人',
                render: (row) => (
                  <>
                    {row.supplierName}
                    {row.overControlPrice && <small className="kb-block kb-bad">高于最高限价</small>}
                  </>
                ),
              },
              {
                key: 'quote',
                title: '投标总价（元）',
                kind: 'amount',
                render: (row) => (
                  <span className={row.isBest ? 'kb-strong' : ''}>
                    {formatAmount(row.quote)}
                    {row.isBest && <em className="kb-before-8 kb-size-12 kb-good">最低</em>}
                    <small className="kb-block">{toCapitals(row.quote)}</small>
                  </span>
                ),
              },
              {
                key: 'below',
                title: '低于限价',
                kind: 'number',
                value: (row) => row.belowControl && `${row.belowControl}%`,
              },
              { key: 'above', title: '高于最低价', kind: 'number', value: (row) => `${row.aboveLowest}%` },
            ]}
          />
          {rows.length === 0 && <EmptyState title="没有已开启的报价" hint="全部投标均未解密。" />}
        </>
      )}
    </WhenLoaded>
  )
}

function Subs({ orderId }: { orderId: string }) {
  const [open, setOpen] = useKept<string | null>('compare.sub', null)
  const query = useCall(c.subOfferSummary, { params: { projectId: orderId } })
  return (
    <WhenLoaded query={query}>
      {({ bidders, subs }) => (
        <CompareTable
          label="分项对比"
          rows={subs}
          rowKey={(one) => one.subId}
          lead={[
            {
              key: 'name',
              title: '分项',
              render: (one) => (
                <>
                  <Button
                    type="link"
                    size="small"
                    aria-expanded={open === one.subId}
                    onClick={() => setOpen(open === one.subId ? null : one.subId)}
                  >
                    {one.name}
                  </Button>
                  <small>{one.items} 项</small>
                </>
              ),
            },
          ]}
          parties={bidders.map((b) => ({ key: b.bidderId, title: b.supplierName }))}
          cells={(one) => one.offers.map(({ amount, isBest }) => ({ value: formatAmount(amount), mark: best(isBest) }))}
          detail={(one) => open === one.subId && <SubItems orderId={orderId} subId={one.subId} />}
          totals={[{ label: '合计', cells: bidders.map((b) => ({ value: formatAmount(b.quote) })) }]}
        />
      )}
    </WhenLoaded>
  )
}

function SubItems({ orderId, subId }: { orderId: string; subId: string }) {
  const query = useCall(c.subOfferItems, { params: { projectId: orderId }, query: { subId } })
  return <WhenLoaded query={query}>{(data) => <ItemTable data={data} />}</WhenLoaded>
}

function ItemsTab({ orderId }: { orderId: string }) {
  const query = useCall(c.compareItemOffer, { params: { projectId: orderId } })
  return <WhenLoaded query={query}>{(data) => <ItemTable data={data} />}</WhenLoaded>
}

function ItemTable({ data: { bidders, items } }: { data: Items }) {
  return (
    <CompareTable
      label="逐项对比"
      rows={items}
      rowKey={(item) => item.itemId}
      lead={[
        {
          key: 'name',
          title: '名称',
          render: (item) => (
            <>
              {item.line}. {item.name}
              <small className="kb-block">{[item.spec, item.section].filter(Boolean).join('；')}</small>
            </>
          ),
        },
        { key: 'quantity', title: '数量', kind: 'number', value: (item) => `${item.quantity} ${item.unit}` },
        { key: 'control', title: '控制单价', kind: 'amount', value: (item) => item.controlPrice },
        { key: 'mean', title: '平均单价', kind: 'amount', value: (item) => item.mean },
      ]}
      parties={bidders.map((b) => ({ key: b.bidderId, title: b.supplierName, note: `最低 ${b.bestLines} 项` }))}
      cells={(item) =>
        item.offers.map(
          (offer) =>
            offer && {
              value: offer.unitPrice,
              note: formatAmount(offer.amount),
              mark: offer.overControlPrice ? 'over' : best(offer.isBest),
            },
        )
      }
    />
  )
}

function best(isBest: boolean): 'best' | undefined {
  return isBest ? 'best' : undefined
}
