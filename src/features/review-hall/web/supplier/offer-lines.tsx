import { Fragment } from 'react'
import { formatAmount, lineTotal } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import type { OwnOffer } from '../../contract/offers.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import { type Entered, sumOf } from './offer-rules.ts'

interface OfferLinesProps {
  offer: OwnOffer
  entered: Entered
  /** Prices by line; absent: read only. */
  onChange?: (prices: Entered['prices']) => void
}

/** The bill with a price per line; with parts, each under its name with its own sum. */
export function OfferLines({ offer, entered, onChange }: OfferLinesProps) {
  const parts = offer.round.mode === QuoteMode.values.sub || offer.subs.length > 1
  const set = (itemId: string, price: string | undefined) => {
    const { [itemId]: _, ...rest } = entered.prices
    onChange?.(price === undefined ? rest : { ...rest, [itemId]: price })
  }
  return (
    <div className="rv-form-lines kb-above-12 kb-scroll">
      {offer.subs.map((sub) => (
        <Fragment key={sub.subId}>
          {parts && (
            <p className="kb-row kb-between kb-pad-y-8 kb-size-13 kb-strong">
              <span>{sub.name}</span>
              <span>小计 {formatAmount(sumOf(offer, entered, sub.subId))} 元</span>
            </p>
          )}
          <DataTable
            label={parts ? `${sub.name}报价明细` : '报价明细'}
            rows={offer.items.filter((item) => item.subId === sub.subId)}
            rowKey={(item) => item.itemId}
            columns={[
              { key: 'item', title: '采购内容', isHead: true, render: (item) => <Item item={item} /> },
              { key: 'quantity', title: '数量', kind: 'number', value: (item) => `${item.quantity} ${item.unit}` },
              { key: 'limit', title: '单价限价', kind: 'amount', value: (item) => item.controlPrice },
              { key: 'before', title: '上一次单价', kind: 'amount', value: (item) => item.previousUnitPrice },
              {
                key: 'price',
                title: '本次单价',
                kind: 'amount',
                render: ({ itemId, name }) =>
                  onChange ? (
                    <span className="rv-price-input">
                      <AmountInput
                        aria-label={`${name}的单价`}
                        digits={6}
                        capitals={false}
                        value={entered.prices[itemId] ?? ''}
                        onChange={(value) => set(itemId, value)}
                      />
                    </span>
                  ) : (
                    formatAmount(entered.prices[itemId])
                  ),
              },
              {
                key: 'amount',
                title: '合价',
                kind: 'amount',
                value: ({ itemId, quantity }) => {
                  const price = entered.prices[itemId]
                  return price === undefined ? null : lineTotal(price, quantity)
                },
              },
            ]}
          />
        </Fragment>
      ))}
    </div>
  )
}

function Item({ item: { line, name, spec } }: { item: OwnOffer['items'][number] }) {
  return (
    <>
      {line}. {name}
      {spec && <span className="kb-note kb-block">{spec}</span>}
    </>
  )
}
