import { Exact, formatAmount } from '#contract/money.ts'
import './budget.css'

export interface BarFigures {
  amount: string
  reserved: string
  committed: string
  spent: string
  allotted: string
  free: string
  over: string
}

const PARTS = [
  { key: 'spent', label: '已支付' },
  { key: 'committed', label: '已定标' },
  { key: 'reserved', label: '预占' },
  { key: 'allotted', label: '已下达未用' },
  { key: 'free', label: '可用' },
] as const

/** What became of a budget as a bar, with the same in words and figures: colour alone says nothing. */
export function UseBar({ figures, isDraft = false }: { figures: BarFigures; isDraft?: boolean }) {
  const whole = PARTS.reduce((total, { key }) => total.plus(figures[key]), new Exact(0))
  const shown = PARTS.filter(({ key }) => key === 'free' || new Exact(figures[key]).gt(0))
  if (isDraft || whole.isZero())
    return <p className="kb-hint">{isDraft ? '尚未生效' : `预算 ${formatAmount(figures.amount)} 元，已全部收回`}</p>
  const words = shown.map(({ key, label }) => `${label} ${formatAmount(figures[key])} 元`).join('，')
  return (
    <div>
      <div className="budget-bar" role="img" aria-label={words}>
        {shown.map(({ key }) => (
          <i key={key} className={`budget-${key}`} style={{ width: `${percent(figures[key], whole)}%` }} />
        ))}
      </div>
      <p className="budget-legend">
        {shown.map(({ key, label }) => (
          <span key={key}>
            <i className={`budget-${key}`} aria-hidden />
            {label} {formatAmount(figures[key])}
          </span>
        ))}
        {new Exact(figures.over).gt(0) && <span className="kb-bad">超支 {formatAmount(figures.over)}</span>}
      </p>
    </div>
  )
}

function percent(value: string, whole: Exact): string {
  return new Exact(value).div(whole).times(100).toFixed(2)
}
