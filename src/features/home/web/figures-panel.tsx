import { AmountText } from '#web/kit/values.tsx'
import { tr } from '#web/kit/labels.ts'
import { useHome } from './use-home.ts'
import './home.css'

/** The person's work in numbers, beside the greeting. */
export function Panel() {
  const { data } = useHome()
  if (!data || data.figures.length === 0) return null
  return (
    <dl className="kb-flex kb-gap-32 kb-loose kb-wrap">
      {data.figures.map(({ label, value, unit, hint }) => (
        <div key={label}>
          <dt className="kb-note">{tr(label)}</dt>
          <dd className="kb-title-22">
            {unit === 'yuan' ? (
              <>
                <AmountText value={value} short />
                <small className="kb-size-12">{tr('元')}</small>
              </>
            ) : (
              <>
                {value}
                {unit === 'percent' && <small className="kb-size-12">%</small>}
              </>
            )}
          </dd>
          {hint && <dd className="kb-note">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
