import { Button, Select } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Exact } from '#contract/money.ts'
import { toast } from '#web/feedback.ts'
import { Matrix } from '#web/kit/matrix/matrix.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { Part as PastPrices } from '../../items/past-prices.tsx'
import { AWARD_FILTERS, type AwardFilter, type AwardView, awardMatrix, filterItems, refusalOf } from './award-matrix.ts'
import { restOf, type SheetItem } from './line-choice.ts'

interface AwardGridProps extends AwardView {
  acts: GridActs
}

export interface GridActs {
  toggle: (item: SheetItem, tradeId: string) => void
  split: (item: SheetItem) => void
}

/** Lines by suppliers: a click on a price gives the line to that supplier; a click on the line divides it. */
export function AwardGrid({ acts, ...view }: AwardGridProps) {
  const { items, offers, cells, isShared } = view
  // Judged anew with every letter of a reason, which no cell shows.
  const notBest = useHeld(view.notBest, [...view.notBest].join())
  const sums = useHeld(view.sums, [...view.sums].join())
  const { orderId = '' } = useParams()
  const [filter, setFilter] = useState<AwardFilter>('all')
  // Lines stay in sight while they are given away: what is looked at is chosen by the filter, not by each click.
  const [shown, setShown] = useState(items)
  const look = (next: AwardFilter) => {
    setFilter(next)
    setShown(filterItems(view, next))
  }
  const data = useMemo(
    () => awardMatrix({ items, offers, cells, notBest, sums, isShared }, shown),
    [items, offers, cells, notBest, sums, isShared, shown],
  )
  const pick = useCallback(
    (row: number, party: number) => {
      const item = shown[row]!
      const { tradeId, lines } = offers[party]!
      const offer = lines.find(({ itemId }) => itemId === item.itemId)
      const refusal = offer && refusalOf(item, offer)
      if (refusal) toast.warning(refusal)
      else if (offer) acts.toggle(item, tradeId)
    },
    [shown, offers, acts],
  )
  const details = useCallback(
    (row: number, close: () => void) => {
      const item = shown[row]!
      const split = () => {
        close()
        acts.split(item)
      }
      return (
        <div className="kb-stack kb-gap-12">
          {isShared && (
            <div>
              <Button onClick={split}>拆分数量</Button>
            </div>
          )}
          <PastPrices orderId={orderId} item={item} />
        </div>
      )
    },
    [shown, acts, isShared, orderId],
  )
  const open = items.filter((item) => new Exact(restOf(item, { cells })).gt(0)).length
  return (
    <div className="kb-stack kb-gap-12">
      <div className="kb-row kb-wrap">
        <Select
          aria-label="清单行"
          value={filter}
          options={(Object.keys(AWARD_FILTERS) as AwardFilter[]).map((value) => ({
            value,
            label: AWARD_FILTERS[value],
          }))}
          onChange={look}
          popupMatchSelectWidth={false}
        />
        <span className="kb-hint" aria-live="polite">
          {[
            '含税单价，单位：元',
            shown.length === items.length
              ? `清单 ${items.length} 行`
              : `清单 ${items.length} 行，显示 ${shown.length} 行`,
            open === 0 ? '全部分配' : `${open} 行未分配完`,
          ].join(' · ')}
        </span>
      </div>
      <Matrix
        label="按行定标"
        data={data}
        onPick={pick}
        details={details}
        empty={<EmptyState title="没有符合条件的清单行" hint="请更换筛选条件" />}
      />
    </div>
  )
}

/** The same object as before, as long as it says the same. */
function useHeld<T>(value: T, says: string): T {
  const held = useRef({ value, says })
  if (held.current.says !== says) held.current = { value, says }
  return held.current.value
}
