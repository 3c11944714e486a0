interface Figure {
  label: string
  value: string
  unit?: string
  hint?: string
}

/** A few figures side by side, without boxes. */
export function Figures({ items }: { items: Figure[] }) {
  return (
    <dl className="kb-figures">
      {items.map(({ label, value, unit, hint }) => (
        <div key={label}>
          <dt className="kb-size-13">{label}</dt>
          <dd>
            <b>{value}</b>
            {unit && <span>{unit}</span>}
          </dd>
          {hint && hint !== value && <dd className="kb-muted">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
