import type { TemplateFinding } from '../rules/findings.ts'

/** What stands in the way of publishing; each leads to its place. */
export function FindingList({ findings }: { findings: readonly TemplateFinding[] }) {
  if (findings.length === 0)
    return (
      <p className="kb-size-13 kb-good" role="status">
        ✓ 可以发布
      </p>
    )
  return (
    <div className="kb-size-13 kb-tint-danger kb-plain kb-below-12" role="status">
      <h3 className="kb-size-13 kb-bad">发布前须改正（{findings.length}）</h3>
      <ul>
        {findings.map(({ path, message }, i) => (
          <li key={i}>
            <button className="kb-inline-link kb-pad-y-4" type="button" onClick={() => goTo(path)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Scrolls to the control of a place, or to the nearest one around it, and enters it. */
function goTo(path: string): void {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`)
    if (!found) continue
    found.scrollIntoView({ block: 'center' })
    const control = found.querySelector<HTMLElement>('input, textarea, [contenteditable="true"]') ?? found
    control.focus({ preventScroll: true })
    return
  }
}
