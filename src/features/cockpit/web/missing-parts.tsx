import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { CallAnswer } from '#web/kit/call-answer.tsx'
import { tr } from '#web/kit/labels.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown, MainCell } from '#web/kit/values.tsx'
import { missing } from '../contract.ts'
import { COCKPIT } from '../rules/places.ts'
import { Partial } from './pipeline.tsx'

type Row = OutputOf<typeof missing>['rows'][number]

/** What is not done for each deadline ahead. */
export function MissingParts() {
  return (
    <CallAnswer of={missing}>
      {({ rows, isPartial }) => (
        <>
          <Partial isPartial={isPartial} />
          {rows.length === 0 ? (
            <EmptyState
              title="没有临近的期限"
              hint="参加的项目在截止前还缺什么，会列在这里"
              action={<Link to={COCKPIT}>{tr('看看相符的项目')}</Link>}
            />
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={row.orderId} className="kb-line kb-pad-y-12">
                  <Order row={row} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </CallAnswer>
  )
}

function Order({ row }: { row: Row }) {
  return (
    <section aria-label={row.title} className="kb-stack kb-gap-8">
      <div className="kb-flex kb-gap-16 kb-between kb-items-start kb-wrap">
        <MainCell code={row.code} title={row.title} to={row.link} extra={<span>{row.purchaserName}</span>} />
        <span className="kb-note" title={`${formatTime(row.deadline, true)} 北京时间`}>
          {row.deadlineLabel} {formatTime(row.deadline)} <Countdown at={row.deadline} />
        </span>
      </div>
      {row.items.length === 0 ? (
        <span>
          <StatusTag label="已齐备" tone="success" />
        </span>
      ) : (
        <ul className="kb-stack kb-gap-4">
          {row.items.map(({ key, label, detail, link, dueAt }) => (
            <li key={key} className="kb-row kb-gap-8 kb-tight kb-wrap kb-size-13">
              <StatusTag label="还缺" tone="warning" />
              <Link to={link}>{tr(label)}</Link>
              {detail && <span className="kb-muted">{detail}</span>}
              {dueAt && dueAt !== row.deadline && (
                <span className="kb-muted">
                  {formatTime(dueAt)} {tr('前')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
