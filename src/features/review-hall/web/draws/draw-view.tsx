import { useMemo } from 'react'
import { checkDraw, lotOf, valuesOf } from '#contract/draw.ts'
import { formatTime } from '#contract/time.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import type { Draw } from '../../contract/results.ts'
import { drawParams } from '../../contract/reports.ts'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../cards.css'

/** Draws of a review, so that anybody can follow them: committed before, revealed after, recomputed here. */
export function DrawView({ project }: { project: Project }) {
  const { projectId, reads } = useReviewAddress()
  const query = useCall(reads.draws, { params: { projectId } })
  return (
    <section className="rv-page kb-column kb-gap-20 rv-middle" aria-label="抽签">
      <h2 className="rv-h2 kb-below-8">
        抽签
        <small>种子在评审开始前已锁定，结果由种子与全体评委提交的评审共同决定，任何人都可复算</small>
      </h2>
      <WhenLoaded query={query}>
        {(draws) =>
          draws.length === 0 ? (
            <EmptyState title="没有抽签" hint="双随机综合评分法的参数，以及规则认定并列的投标，由系统公开抽取" />
          ) : (
            draws.map((draw) => <DrawCard key={draw.drawId} draw={draw} projectId={project.projectId} />)
          )
        }
      </WhenLoaded>
    </section>
  )
}

function DrawCard({ draw, projectId }: { draw: Draw; projectId: string }) {
  const run = useAction(drawParams, { success: '已公开抽取' })
  return (
    <article className="rv-card kb-panel kb-box-16" aria-label={draw.title}>
      <header className="kb-row kb-tight kb-wrap">
        <h3>{draw.title}</h3>
        <StatusTag label={draw.drawnAt ? '已抽取' : '待抽取'} tone={draw.drawnAt ? 'success' : 'active'} />
      </header>
      <ol className="kb-numbers kb-above-8 kb-soft">
        <li className="kb-pad-y-8">
          <b>锁定种子</b>
          <p>{formatTime(draw.committedAt, true)} 系统产生随机种子，只公布其 SHA-256，此后不能更换。</p>
          <Hash label="种子的 SHA-256" hex={draw.commitment} />
        </li>
        <li className="kb-pad-y-8">
          <b>可能的结果</b>
          {draw.parts.map((part) => (
            <p key={part.label}>
              {part.label}：{part.options.map((o) => o.label).join('、')}
            </p>
          ))}
        </li>
        <li className="kb-pad-y-8">
          <b>公开抽取</b>
          {draw.drawnAt ? (
            <>
              <p>{formatTime(draw.drawnAt, true)} 公布种子，并加入全体评委已提交评审的摘要（锁定种子时无人知道）。</p>
              <Hash label="种子" hex={draw.seed ?? ''} />
              <Hash label="评审摘要" hex={draw.entropy ?? ''} />
            </>
          ) : (
            <p>由组长在全体评委提交后公开抽取，种子随即公布。</p>
          )}
        </li>
        {draw.drawnAt && (
          <li className="kb-pad-y-8">
            <b>结果</b>
            <ul>
              {draw.parts.flatMap((part) =>
                valuesOf(draw.result, part.label).map((value, i) => (
                  <li key={`${part.label}.${value}`}>
                    {part.picks > 1 ? `${part.label}第 ${i + 1} 顺位` : part.label}{' '}
                    <strong className="kb-size-16">
                      {part.options.find((o) => o.value === value)?.label ?? value}
                    </strong>
                  </li>
                )),
              )}
            </ul>
            <Recomputed draw={draw} />
          </li>
        )}
      </ol>
      {draw.actions.length > 0 && (
        <ActionBar
          actions={draw.actions}
          size="small"
          onAction={() => void run.run({ params: { projectId, drawId: draw.drawId } })}
        />
      )}
    </article>
  )
}

/** The same draw, done again in this browser from what is published. */
function Recomputed({ draw }: { draw: Draw }) {
  const checks = useMemo(() => recompute(draw), [draw])
  if (!checks) return null
  const ok = checks.committed && checks.follows
  return (
    <>
      <p className={ok ? 'kb-good' : 'kb-bad'} role="status">
        {ok
          ? '✓ 已在您的浏览器中复算：种子与锁定值相符，结果一致。'
          : '复算结果与记录不一致，请停止评审并联系采购人或代理机构。'}
      </p>
      <details className="kb-size-13 kb-above-8 kb-soft">
        <summary className="kb-accent">怎样自行复算</summary>
        <p>
          每一选项得一签：对文本<code>draw/2|种子|评审摘要|项目|选项</code>求
          SHA-256（UTF-8，十六进制），签号最小者先抽出。
        </p>
        <ul>
          {checks.steps.map((step) => (
            <li className="kb-break" key={step}>
              {step}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function recompute({ seed, entropy, commitment, parts, result }: Draw) {
  if (!seed || !entropy) return null
  const steps = parts.flatMap(({ label, options }) =>
    options.map(({ value }) => `${label} ${value}：${lotOf({ seed, entropy }, { label, value })}`),
  )
  return { ...checkDraw({ parts, source: { by: 'seed', commitment, seed, entropy }, result }), steps }
}

function Hash({ label, hex }: { label: string; hex: string }) {
  return (
    <p className="rv-draw-hash">
      <span>{label}</span>
      <code className="kb-hash kb-note kb-break">{hex}</code>
    </p>
  )
}
