import { AmountText } from '#web/kit/values.tsx'
import { tr } from '#web/kit/labels.ts'
import { useHome } from './use-home.ts'
import './home.css'

/** The person's work in numbers, beside the greeting. */
export function Panel() {
  const { data } = useHome()
  if (!data || data.figures.length === 0) return null
  return (
    <dl className="home-figures">
      {data.figures.map(({ label, value, unit, hint }) => (
        <div key={label}>
          <dt className="kb-note">{tr(label)}</dt>
          <dd>
            {unit === 'yuan' ? (
              <>
                <AmountText value={value} short />
                <small>{tr('元')}</small>
              </>
            ) : (
              <>
                {value}
                {unit === 'percent' && <small>%</small>}
              </>
            )}
          </dd>
          {hint && <dd className="home-hint kb-note">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
