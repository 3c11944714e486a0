export interface TraceLine {
  label: string
  expression: string
  value: string
  exact?: string | undefined
}

/** A result line by line as one would write it by hand: label, expression, value. The last line is the result. */
export function Derivation({ lines }: { lines: readonly TraceLine[] }) {
  if (lines.length === 0) return null
  return (
    <ol className="rv-derivation kb-size-13" aria-label="计算过程">
      {lines.map((line, i) => (
        <li key={i} className={i === lines.length - 1 ? 'rv-derivation-last' : undefined}>
          <span className="kb-muted">{line.label}</span>
          <span className="rv-derivation-how kb-break">{grouped(line.expression)}</span>
          <span aria-hidden="true">=</span>
          <b title={line.exact}>{grouped(line.value)}</b>
          {line.exact && <small className="rv-derivation-exact kb-note kb-break">精确值 {line.exact}</small>}
        </li>
      ))}
    </ol>
  )
}

/** Whole parts of five digits and more in groups of three, as amounts are written everywhere else. */
function grouped(text: string): string {
  return text.replace(/(?<![\d.])\d{5,}(?=\D|$)/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','))
}
