interface Figure {
  label: string
  value: string
  unit?: string
  hint?: string
  /** Shows what it is counted from. */
  onOpen?: (() => void) | undefined
}

/** A few figures side by side, without boxes. */
export function Figures({ items }: { items: Figure[] }) {
  return (
    <dl className="kb-figures">
      {items.map(({ label, value, unit, hint, onOpen }) => (
        <div key={label}>
          <dt className="kb-size-13">{label}</dt>
          <dd>
            {onOpen ? (
              <button type="button" className="kb-accent" aria-label={`${label} ${value}，查看来源`} onClick={onOpen}>
                <b>{value}</b>
              </button>
            ) : (
              <b>{value}</b>
            )}
            {unit && <span>{unit}</span>}
          </dd>
          {hint && hint !== value && <dd className="kb-muted">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
