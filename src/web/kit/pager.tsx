import { Button, Select } from 'antd'
import { COUNT_LIMIT, PAGE_SIZES, totalLabel } from '#contract/page.ts'
import { tr } from './labels.ts'

interface PagerProps {
  pageNo: number
  pageSize: number
  total: number
  hasNext: boolean
  onPage: (pageNo: number) => void
  onSize: (size: number) => void
}

/** Pages by number as far as rows are counted, one by one beyond. */
export function Pager({ pageNo, pageSize, total, hasNext, onPage, onSize }: PagerProps) {
  const counted = Math.ceil(Math.min(total, COUNT_LIMIT - 1) / pageSize)
  return (
    <nav className="kb-pad-y-12 kb-row kb-gap-4 kb-end kb-wrap" aria-label={tr('分页')}>
      <span className="kb-pager-total kb-hint">
        {tr('共')} {totalLabel(total)} {tr('条')}
      </span>
      <Button
        type="text"
        size="small"
        disabled={pageNo <= 1}
        onClick={() => onPage(pageNo - 1)}
        aria-label={tr('上一页')}
      >
        ‹
      </Button>
      {numbersAround(pageNo, counted).map((n, i) =>
        n === null ? (
          <span key={`gap${i}`} className="kb-muted">
            …
          </span>
        ) : (
          <Button
            key={n}
            type={n === pageNo ? 'primary' : 'text'}
            size="small"
            aria-current={n === pageNo ? 'page' : undefined}
            aria-label={`${tr('第')}${n}${tr('页')}`}
            onClick={() => onPage(n)}
          >
            {n}
          </Button>
        ),
      )}
      <Button type="text" size="small" disabled={!hasNext} onClick={() => onPage(pageNo + 1)} aria-label={tr('下一页')}>
        ›
      </Button>
      <Select
        size="small"
        aria-label={tr('每页条数')}
        value={pageSize}
        options={PAGE_SIZES.map((size) => ({ value: size, label: `${size} ${tr('条/页')}` }))}
        onChange={onSize}
      />
    </nav>
  )
}

/** First, last, and two on either side of the current one; null stands for a gap. The current one may lie beyond. */
export function numbersAround(current: number, last: number): (number | null)[] {
  const wanted = new Set([1, last, current])
  for (let n = current - 2; n <= current + 2; n++) if (n >= 1 && n <= last) wanted.add(n)
  const sorted = [...wanted].filter((n) => n >= 1).toSorted((a, b) => a - b)
  return sorted.flatMap((n, i) => (i > 0 && n - sorted[i - 1]! > 1 ? [null, n] : [n]))
}
