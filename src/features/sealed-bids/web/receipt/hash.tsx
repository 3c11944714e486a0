/** A hash in groups of four, to be read out and compared. */
export function Hash({ hex }: { hex: string }) {
  return (
    <code className="kb-flex kb-gap-8 kb-flat kb-wrap kb-note kb-soft">
      {(hex.match(/.{1,4}/g) ?? []).map((group, i) => (
        <span key={i}>{group}</span>
      ))}
    </code>
  )
}
