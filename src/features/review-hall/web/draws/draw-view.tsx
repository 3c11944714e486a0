import { checkSeedDraw, seedLotOf, valuesOf } from '#contract/draw.ts'
import { formatTime } from '#contract/time.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { DrawStageTag, DrawSteps } from '#web/kit/draw/draw-steps.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import type { Draw } from '../../contract/results.ts'
import { drawParams } from '../../contract/reports.ts'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../cards.css'

/** Ms between two looks: a draw goes on by itself. */
const LOOK = 3_000

/** Draws of a review, so that anybody can follow them: frozen before, derived again here. */
export function DrawView({ project }: { project: Project }) {
  const { projectId, reads } = useReviewAddress()
  const query = useCall(reads.draws, { params: { projectId } }, { fresh: 0, every: LOOK })
  return (
    <section className="rv-page kb-column kb-gap-20 rv-middle" aria-label="抽签">
      <h2 className="rv-h2 kb-below-8">
        抽签
        <small>抽取事项先冻结并登记，结果由其后产生的随机信标与各方随机数共同决定，任何人都可复算</small>
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
  const run = useAction(drawParams, { success: '已冻结抽取事项，等待随机信标' })
  return (
    <article className="rv-card kb-panel kb-box-16" aria-label={draw.title}>
      <header className="kb-row kb-tight kb-wrap">
        <h3>{draw.title}</h3>
        {draw.steps ? <DrawStageTag draw={draw.steps} /> : <StatusTag label="已抽取" tone="success" />}
      </header>
      {draw.steps ? <DrawSteps draw={draw.steps} /> : <BySeed draw={draw} />}
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

/** A draw of before: a committed seed with the digest of what members had submitted. */
function BySeed({ draw: { bySeed, parts, result, drawnAt } }: { draw: Draw }) {
  if (!bySeed) return null
  const { committed, follows } = checkSeedDraw(parts, bySeed, result)
  const ok = committed && follows
  return (
    <>
      <p>
        {formatTime(bySeed.committedAt, true)} 锁定种子，{formatTime(drawnAt ?? bySeed.committedAt, true)} 抽取。
      </p>
      <Hash label="种子的 SHA-256" hex={bySeed.commitment} />
      <Hash label="种子" hex={bySeed.seed} />
      <Hash label="评审摘要" hex={bySeed.entropy} />
      <ul>
        {parts.flatMap((part) =>
          valuesOf(result, part.label).map((value, i) => (
            <li key={`${part.label}.${value}`}>
              {part.picks > 1 ? `${part.label}第 ${i + 1} 顺位` : part.label}{' '}
              <strong className="kb-size-16">{part.options.find((o) => o.value === value)?.label ?? value}</strong>
            </li>
          )),
        )}
      </ul>
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
          {parts.flatMap(({ label, options }) =>
            options.map(({ value }) => (
              <li className="kb-break" key={`${label}.${value}`}>
                {label} {value}：{seedLotOf(bySeed, { label, value })}
              </li>
            )),
          )}
        </ul>
      </details>
    </>
  )
}

function Hash({ label, hex }: { label: string; hex: string }) {
  return (
    <p className="rv-draw-hash">
      <span>{label}</span>
      <code className="kb-hash kb-note kb-break">{hex}</code>
    </p>
  )
}
