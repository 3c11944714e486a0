import { Button, Tabs } from 'antd'
import { Fragment } from 'react'
import { formatAmount, toCapitals } from '#contract/money.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { openFile } from '#web/export.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useKept } from '#web/kept.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import * as c from '../contract-compare.ts'
import { useHallAddress } from './addresses.ts'
import './compare.css'

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
          <p className="kb-muted">
            {controlPrice && `最高限价 ${formatAmount(controlPrice)} 元；`}
            {referencePrice && `标底 ${formatAmount(referencePrice)} 元；`}
            {mean && `平均报价 ${formatAmount(mean)} 元`}
          </p>
          <div className="hall-compare kb-scroll-x" role="region" aria-label="总价对比" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">名次</th>
                  <th scope="col">投标人</th>
                  <th scope="col" className="is-num">
                    投标总价（元）
                  </th>
                  <th scope="col" className="is-num">
                    低于限价
                  </th>
                  <th scope="col" className="is-num">
                    高于最低价
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.bidderId}>
                    <td>{row.rank}</td>
                    <td>
                      {row.supplierName}
                      {row.overControlPrice && <small className="is-over">高于最高限价</small>}
                    </td>
                    <td className={row.isBest ? 'is-num is-best' : 'is-num'}>
                      {formatAmount(row.quote)}
                      {row.isBest && <em>最低</em>}
                      <small>{toCapitals(row.quote)}</small>
                    </td>
                    <td className="is-num">{row.belowControl === null ? '—' : `${row.belowControl}%`}</td>
                    <td className="is-num">{row.aboveLowest}%</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
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
        <div className="hall-compare kb-scroll-x" role="region" aria-label="分项对比" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">分项</th>
                {bidders.map((b) => (
                  <th key={b.bidderId} scope="col" className="is-num">
                    {b.supplierName}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {subs.map((one) => (
                <Fragment key={one.subId}>
                  <tr>
                    <td>
                      <Button
                        type="link"
                        size="small"
                        aria-expanded={open === one.subId}
                        onClick={() => setOpen(open === one.subId ? null : one.subId)}
                      >
                        {one.name}
                      </Button>
                      <small>{one.items} 项</small>
                    </td>
                    {one.offers.map((offer) => (
                      <td key={offer.bidderId} className={offer.isBest ? 'is-num is-best' : 'is-num'}>
                        {formatAmount(offer.amount)}
                        {offer.isBest && <em>最低</em>}
                      </td>
                    ))}
                  </tr>
                  {open === one.subId && (
                    <tr>
                      <td colSpan={bidders.length + 1}>
                        <SubItems orderId={orderId} subId={one.subId} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
              <tr className="is-total">
                <td>合计</td>
                {bidders.map((b) => (
                  <td key={b.bidderId} className="is-num">
                    {formatAmount(b.quote)}
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
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
    <div className="hall-compare kb-scroll-x" role="region" aria-label="逐项对比" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">名称</th>
            <th scope="col" className="is-num">
              数量
            </th>
            <th scope="col" className="is-num">
              控制单价
            </th>
            <th scope="col" className="is-num">
              平均单价
            </th>
            {bidders.map((b) => (
              <th key={b.bidderId} scope="col" className="is-num">
                {b.supplierName}
                <small>最低 {b.bestLines} 项</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.itemId}>
              <td>{item.line}</td>
              <td>
                {item.name}
                <small>{[item.spec, item.section].filter(Boolean).join('；')}</small>
              </td>
              <td className="is-num">
                {item.quantity} {item.unit}
              </td>
              <td className="is-num">{item.controlPrice ?? '—'}</td>
              <td className="is-num">{item.mean ?? '—'}</td>
              {item.offers.map((offer, i) => (
                <td key={bidders[i]!.bidderId} className={offer?.isBest ? 'is-num is-best' : 'is-num'}>
                  {offer ? (
                    <>
                      {offer.unitPrice}
                      {offer.isBest && <em>最低</em>}
                      {offer.overControlPrice && <em className="is-over">超限价</em>}
                      <small>{formatAmount(offer.amount)}</small>
                    </>
                  ) : (
                    '未报'
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
