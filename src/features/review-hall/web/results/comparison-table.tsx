import { Button } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { openFile } from '#web/export.ts'
import { type CompareCell, CompareTable } from '#web/kit/compare-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import type { Comparison } from '../../contract/results.ts'
import { useReviewAddress } from '../review-address.ts'

/** Prices of all bidders item by item: the lowest of the valid ones marked, prices above the ceiling named. */
export function ComparisonTable() {
  const { projectId, reads } = useReviewAddress()
  const input = { params: { projectId } }
  const query = useCall(reads.comparison, input, { fresh: 60_000 })
  return (
    <WhenLoaded query={query}>
      {(comparison) =>
        comparison.bidders.length === 0 ? (
          <EmptyState title="还没有可以对比的报价" />
        ) : (
          <section aria-label="报价对比">
            <header className="kb-row kb-gap-12 kb-start kb-between">
              <h2 className="rv-h2 kb-below-8">
                报价对比
                <small>单位：元。标出有效投标中的最低价和超过限价的报价；已否决的投标不参与比较</small>
              </h2>
              <Button size="small" onClick={() => void openFile(reads.comparisonFile, input)}>
                导出 Excel
              </Button>
            </header>
            <Table comparison={comparison} />
          </section>
        )
      }
    </WhenLoaded>
  )
}

function Table({ comparison: { bidders, items } }: { comparison: Comparison }) {
  return (
    <CompareTable
      label="报价对比表"
      rows={items}
      rowKey={(item) => item.itemId}
      lead={[
        {
          key: 'name',
          title: '采购内容',
          render: (item) => (
            <span title={item.spec}>
              {item.line}. {item.name}
              {item.spec && <small className="kb-block kb-ellipsis">{item.spec}</small>}
            </span>
          ),
        },
        { key: 'quantity', title: '数量', kind: 'number', value: (item) => `${item.quantity} ${item.unit}` },
        {
          key: 'control',
          title: '单价限价',
          kind: 'amount',
          value: (item) => item.controlPrice && formatAmount(item.controlPrice),
        },
      ]}
      parties={bidders.map((b) => ({
        key: b.bidderId,
        title: (
          <span className={b.rejection ? 'kb-bad' : ''}>
            {b.no}. {b.supplierName}
            {b.rejection && '（已否决）'}
          </span>
        ),
        note: '单价 / 合价',
      }))}
      cells={(item) =>
        item.offers.map(
          (offer) =>
            offer && {
              value: formatAmount(offer.unitPrice),
              note: formatAmount(offer.amount),
              mark: markOf(offer),
              title: offer.remark || undefined,
            },
        )
      }
      totals={[
        { label: '分项合计', cells: bidders.map((b) => ({ value: formatAmount(b.linesTotal) })) },
        { label: '投标总价', cells: bidders.map((b) => ({ value: formatAmount(b.quote), mark: markOf(b) })) },
        { label: '最低价项数', cells: bidders.map((b) => ({ value: b.bestLines })) },
      ]}
    />
  )
}

/** The mark of an offer: above its ceiling, or the lowest of the valid ones. */
export function markOf(offer: { overControlPrice: boolean; isBest: boolean }): CompareCell['mark'] {
  return offer.overControlPrice ? 'over' : offer.isBest ? 'best' : undefined
}
