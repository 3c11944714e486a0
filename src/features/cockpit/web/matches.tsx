import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { tr } from '#web/kit/labels.ts'
import { Pager } from '#web/kit/pager.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { hideMatch, matches, showMatch } from '../contract.ts'
import { PROFILE } from '../rules/places.ts'

type Answer = OutputOf<typeof matches>
type Match = Answer['rows'][number]

/** Open orders, the best first, each with what speaks for it and what does not. */
export function Matches() {
  const [isHidden, setHidden] = useState(false)
  const [pageNo, setPage] = useState(1)
  const [pageSize, setSize] = useState(10)
  const query = useCall(matches, { query: { pageNo, pageSize, hidden: isHidden ? 'true' : 'false' } })
  const hide = useAction(hideMatch, { success: '已设为不感兴趣' })
  const show = useAction(showMatch, { success: '已恢复' })
  const turn = () => {
    setHidden(!isHidden)
    setPage(1)
  }
  return (
    <WhenLoaded query={query}>
      {(answer) => (
        <>
          <div className="kb-row kb-gap-12 kb-between kb-wrap kb-below-8">
            <p className="kb-hint">
              {isHidden
                ? tr('您设为不感兴趣的项目，只对您本人隐藏')
                : tr('正在报名、贵单位可以报名的项目，按品目、主营、地区、规模和资质排序，最多 50 个')}
            </p>
            {(answer.hiddenCount > 0 || isHidden) && (
              <Button size="small" onClick={turn}>
                {isHidden ? tr('返回匹配') : `${tr('不感兴趣')} ${answer.hiddenCount}`}
              </Button>
            )}
          </div>
          {answer.rows.length === 0 ? (
            <Nothing hasProfile={answer.hasProfile} isHidden={isHidden} />
          ) : (
            <>
              <ul>
                {answer.rows.map((row) => (
                  <li key={row.orderId} className="kb-line kb-pad-y-12 kb-row kb-gap-16 kb-items-start kb-wrap">
                    <MatchText match={row} />
                    <Button
                      size="small"
                      aria-label={`${tr(isHidden ? '恢复' : '不感兴趣')}：${row.title}`}
                      onClick={() => void (isHidden ? show : hide).run({ params: { orderId: row.orderId } })}
                    >
                      {tr(isHidden ? '恢复' : '不感兴趣')}
                    </Button>
                  </li>
                ))}
              </ul>
              {answer.total > 10 && (
                <Pager
                  pageNo={pageNo}
                  pageSize={pageSize}
                  total={answer.total}
                  hasNext={pageNo * pageSize < answer.total}
                  onPage={setPage}
                  onSize={setSize}
                />
              )}
            </>
          )}
        </>
      )}
    </WhenLoaded>
  )
}

/** One order: what it is, until when, and why it is here. */
export function MatchText({ match, isShort = false }: { match: Match; isShort?: boolean }) {
  const { title, link, code, method, purchaserName, signUpEnd, reasons } = match
  return (
    <div className="kb-grow kb-shrink kb-stack kb-gap-4">
      <Link to={link} className="kb-strong kb-break">
        {title}
      </Link>
      <span className="kb-note kb-flex kb-gap-12 kb-flat kb-wrap">
        {!isShort && <span>{code}</span>}
        <span>{PurchaseMethod.label(method)}</span>
        <span>{purchaserName}</span>
        <span>
          {tr('报名截止')} <TimeText at={signUpEnd} />
        </span>
      </span>
      <ul className="kb-flex kb-gap-6 kb-tight kb-wrap" aria-label={tr('匹配理由')}>
        {reasons.map(({ tone, text }) => (
          <li key={text} className={`kb-chip ${tone === 'fit' ? 'kb-tag-success' : 'kb-tag-warning'}`}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Nothing({ hasProfile, isHidden = false }: { hasProfile: boolean; isHidden?: boolean }) {
  if (isHidden) return <EmptyState title="没有设为不感兴趣的项目" />
  return hasProfile ? (
    <EmptyState
      title="现在没有相符的项目"
      hint="新项目发布后会出现在这里；可以放宽品目、地区或规模"
      action={<Link to={PROFILE}>{tr('匹配设置')}</Link>}
    />
  ) : (
    <EmptyState
      title="还不知道贵单位做什么"
      hint="填写经营品目和地区，或参加过项目之后，这里列出相符的项目"
      action={<Link to={PROFILE}>{tr('填写匹配设置')}</Link>}
    />
  )
}
