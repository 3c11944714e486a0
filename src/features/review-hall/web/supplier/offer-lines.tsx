import { Fragment } from 'react'
import { formatAmount, lineTotal } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import type { OwnOffer } from '../../contract/offers.ts'
import { OfferMode } from '#features/evaluation/rules/enums.ts'
import { ScrollBox } from '../results/scroll-box.tsx'
import { type Entered, sumOf } from './offer-rules.ts'

interface OfferLinesProps {
  offer: OwnOffer
  entered: Entered
  /** Prices by line; absent: read only. */
  onChange?: (prices: Entered['prices']) => void
}

/** The bill with a price per line; with parts, each under its name with its own sum. */
export function OfferLines({ offer, entered, onChange }: OfferLinesProps) {
  const parts = offer.round.mode === OfferMode.values.sub || offer.subs.length > 1
  const set = (itemId: string, price: string | undefined) => {
    const { [itemId]: _, ...rest } = entered.prices
    onChange?.(price === undefined ? rest : { ...rest, [itemId]: price })
  }
  return (
    <ScrollBox label="报价明细" className="rv-form-lines kb-above-12 kb-scroll">
      <table className="kb-table rv-table">
        <thead>
          <tr>
            <th scope="col">采购内容</th>
            <th scope="col" className="rv-num">
              数量
            </th>
            <th scope="col" className="rv-num">
              单价限价
            </th>
            <th scope="col" className="rv-num">
              上一次单价
            </th>
            <th scope="col">本次单价</th>
            <th scope="col" className="rv-num">
              合价
            </th>
          </tr>
        </thead>
        <tbody>
          {offer.subs.map((sub) => (
            <Fragment key={sub.subId}>
              {parts && (
                <tr>
                  <th className="kb-ground" scope="rowgroup" colSpan={5}>
                    {sub.name}
                  </th>
                  <td className="rv-num kb-strong kb-ground" data-label="小计">
                    {formatAmount(sumOf(offer, entered, sub.subId))}
                  </td>
                </tr>
              )}
              {offer.items
                .filter((item) => item.subId === sub.subId)
                .map((item) => {
                  const price = entered.prices[item.itemId]
                  return (
                    <tr key={item.itemId}>
                      <th scope="row">
                        {item.line}. {item.name}
                        {item.spec && <span className="rv-said kb-note kb-block">{item.spec}</span>}
                      </th>
                      <td className="rv-num" data-label="数量">
                        {item.quantity} {item.unit}
                      </td>
                      <td className="rv-num" data-label="单价限价">
                        {item.controlPrice === null ? '-' : formatAmount(item.controlPrice)}
                      </td>
                      <td className="rv-num" data-label="上一次单价">
                        {item.previousUnitPrice === null ? '-' : formatAmount(item.previousUnitPrice)}
                      </td>
                      <td data-label="本次单价" className={onChange ? undefined : 'rv-num'}>
                        {onChange ? (
                          <span className="rv-price-input">
                            <AmountInput
                              aria-label={`${item.name}的单价`}
                              digits={6}
                              capitals={false}
                              value={price ?? ''}
                              onChange={(value) => set(item.itemId, value)}
                            />
                          </span>
                        ) : (
                          formatAmount(price)
                        )}
                      </td>
                      <td className="rv-num" data-label="合价">
                        {price === undefined ? '-' : formatAmount(lineTotal(price, item.quantity))}
                      </td>
                    </tr>
                  )
                })}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
