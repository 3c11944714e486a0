import { useMemo } from 'react'
import { lotOf } from '#contract/draw.ts'
import { type DrawView, sourceOf } from '#contract/draw-calls.ts'
import { seedOf, steppedChecks } from '#contract/draw-steps.ts'

/** A draw that is made, derived again in this browser from what is published: each check, and the lots. */
export function DrawChecks({ draw }: { draw: DrawView }) {
  const again = useMemo(() => derive(draw), [draw])
  if (!again) return null
  const { checks, lots, seed } = again
  const ok = checks.every((check) => check.ok)
  return (
    <>
      <p className={ok ? 'kb-good' : 'kb-bad'} role="status">
        {ok
          ? '✓ 已在您的浏览器中复算：各步承诺、信标签名与结果一致。'
          : '复算结果与记录不一致，请停止后续程序并联系采购人或代理机构。'}
      </p>
      <ul className="kb-checks">
        {checks.map((check) => (
          <li key={check.label} className={check.ok ? '' : 'kb-bad'}>
            <span aria-hidden="true">{check.ok ? '✓' : '✗'}</span> {check.label}
            {check.ok ? '' : '：不符'}
            <code className="kb-hash kb-note kb-break kb-block">{check.detail}</code>
          </li>
        ))}
      </ul>
      <details className="kb-size-13 kb-above-8 kb-soft">
        <summary className="kb-accent">各备选的签号，及怎样自行复算</summary>
        <p>
          种子为截止记录、平台随机数与信标签名的 SHA-256；每一选项得一签：对 JSON 文本
          <code className="kb-break">["draw/3","lot",种子,项目,选项]</code>求 SHA-256，签号最小者先抽出。
        </p>
        <p className="kb-break">种子 {seed}</p>
        <ol className="kb-numbers">
          {lots.map(({ key, name, lot }) => (
            <li className="kb-break" key={key}>
              {name}：<code className="kb-hash kb-note">{lot}</code>
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}

function derive(draw: DrawView) {
  const { parts, result } = draw
  const source = sourceOf(draw)
  if (!source) return null
  const seed = seedOf(source)
  const lots = parts.flatMap(({ label, options }) =>
    options
      .map(({ value, label: name }) => ({
        key: `${label}.${value}`,
        name: parts.length > 1 ? `${label} ${name}` : name,
        lot: lotOf(seed, { label, value }),
      }))
      .toSorted((a, b) => (a.lot < b.lot ? -1 : 1)),
  )
  return { seed, lots, checks: steppedChecks({ parts, source, result }) }
}
