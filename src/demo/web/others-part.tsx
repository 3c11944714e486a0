import { Button } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { tr } from '#web/kit/labels.ts'
import type { demoPlay } from '../contract.ts'
import type { Deed, Others } from './use-others.ts'

export type Play = OutputOf<typeof demoPlay>

/** Whom the order waits for, and two buttons that end the waiting: the others act, or the clock moves to the next date. */
export function OthersPart({
  play,
  others: { isBusy, outcome, act },
  isLocked,
  onSkip,
  onLeave,
}: {
  play: Play
  others: Others
  isLocked: boolean
  onSkip: (at: string) => void
  onLeave: () => void
}) {
  const { own, next, turn } = play
  const isIdle = own.length === 0 && play.others.length === 0
  const deeds = outcome?.recordId === play.orderId ? outcome.deeds : null
  return (
    <section aria-label={tr('等待事项')} aria-busy={isBusy}>
      {!isIdle && (
        <ul className="kb-above-8 kb-below-8">
          {own.map(({ label, link }) => (
            <li key={label + link} className="kb-flex kb-gap-8">
              <span className="kb-fixed kb-muted">{tr('等待您')}</span>
              <Link to={link} onClick={onLeave}>
                {tr(label)} ›
              </Link>
            </li>
          ))}
          {play.others.map(({ label, names }) => (
            <li key={label} className="kb-flex kb-gap-8">
              <span className="kb-fixed kb-muted">{tr('等待他人')}</span>
              <span>
                {namesOf(names)}：{tr(label)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isIdle && turn && (
        <p className="kb-above-8 kb-below-8">
          {tr('下一步')}：{tr(turn.what)}
        </p>
      )}
      <p className="kb-flex kb-gap-6 kb-wrap">
        <Button
          type="primary"
          loading={isBusy}
          disabled={isLocked || play.others.length === 0}
          onClick={() => void act(play.orderId)}
        >
          {tr(isBusy ? '正在办理…' : '让其他人完成')}
        </Button>
        {next && (
          <Button disabled={isLocked || isBusy} onClick={() => onSkip(next.at)}>
            {tr('快进至')}
            {next.label} {formatTime(next.at).slice(5, 16)}
          </Button>
        )}
      </p>
      <div role="status">
        {deeds && (
          <ul className="kb-note kb-box kb-above-8">
            {deeds.length === 0 && <li>{tr('其他人目前没有可办理的事项')}</li>}
            {linesOf(deeds).map(({ text, failure }) => (
              <li key={text} className={failure ? 'kb-bad' : ''}>
                {text}
                {failure && <>：{failure}</>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** Who did the same stands in one line, in the order in which things were done. */
function linesOf(deeds: readonly Deed[]): { text: string; failure: string | null }[] {
  return [...Map.groupBy(deeds, ({ label, failure }) => `${label} ${failure ?? ''}`).values()].map((some) => {
    const { label, failure } = some[0]!
    const names = namesOf([...new Set(some.map(({ name }) => name))])
    return { text: `${failure ? '✗' : '✓'} ${tr(label)}（${names}）`, failure }
  })
}

function namesOf(names: readonly string[]): string {
  return names.length > 4 ? `${names.slice(0, 2).join('、')}等 ${names.length} 人` : names.join('、')
}
