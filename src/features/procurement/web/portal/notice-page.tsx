import { methodFor, methodOf } from '../../methods/all.ts'
import { noticeLabel } from '../../methods/notices.ts'
import { placeOf } from '../../methods/places.ts'
import { useNavigate, useParams } from 'react-router'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { useCountdown } from '#web/clock.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import { Parts } from '#web/shell/parts.tsx'
import { setPageTitle } from '#web/page-title.ts'
import { useCall } from '#web/use-call.ts'
import { portalNotice } from '../../contract/portal.ts'
import { PORTAL_SLOTS } from '../../contract/slots.ts'
import { CATEGORIES, envelopeWords, PurchaseMethod, ReviewModel } from '../../rules/enums.ts'
import { SupersededNote } from '../superseded.tsx'
import { raiseHeadings } from '../supplier/heading-levels.ts'
import type { Notice } from './notice.ts'
import { NoticeLots } from './notice-lots.tsx'
import { NoticeSchedule } from './notice-schedule.tsx'
import { NoticeTrail } from './notice-trail.tsx'
import { NoticeTruth } from './notice-truth.tsx'
import { PortalFrame } from './portal-frame.tsx'

/** One published notice, for everybody. */
export function Screen() {
  const { noticeId = '' } = useParams()
  const query = useCall(portalNotice, { params: { noticeId } }, { fresh: 30_000 })
  return (
    <PortalFrame>
      <WhenLoaded query={query}>{(notice) => <Paper key={notice.noticeId} notice={notice} />}</WhenLoaded>
    </PortalFrame>
  )
}

function Paper({ notice }: { notice: Notice }) {
  useEffect(() => setPageTitle(notice.title), [notice.title])
  return (
    <>
      <p className="kb-hint kb-below-12">
        <Link to="/portal">招标公告</Link> › {noticeLabel(notice.kind, notice)}
      </p>
      <div className="portal-body">
        <article className="portal-paper">
          <header className="kb-rule kb-pad-end-12 kb-below-16">
            <h1>{notice.title}</h1>
            <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
              <span>{notice.code}</span>
              <span>{notice.purchaserName}</span>
              {notice.region && <span>{notice.region}</span>}
              <span>{(CATEGORIES as Record<string, string>)[notice.category] ?? notice.category}</span>
              <span>{PurchaseMethod.label(notice.method)}</span>
              {notice.reviewModel === ReviewModel.values.double && <span>双信封</span>}
              <span>{formatTime(notice.publishedAt, true)} 发布</span>
            </p>
          </header>
          <SupersededNote
            notice={notice}
            link={
              notice.supersededBy && (
                <Link to={`/portal/notices/${notice.supersededBy.noticeId}`}>{notice.supersededBy.title}</Link>
              )
            }
          />
          <h2 className="kb-said">公告正文</h2>
          <RichTextView value={raiseHeadings(notice.content)} />
          {notice.lots.length > 1 && <NoticeLots notice={notice} />}
          <NoticeTruth notice={notice} />
        </article>
        <aside>
          <SignUp notice={notice} />
          <Watch notice={notice} />
          <Object notice={notice} />
          <Parts of={PORTAL_SLOTS.notice} noticeId={notice.noticeId} />
          {methodFor(notice).admission === 'open' && (
            <section className="kb-side-block">
              <h2>时间安排</h2>
              <NoticeSchedule
                orderId={notice.orderId}
                code={notice.orderCode}
                schedule={notice.schedule}
                method={notice.method}
              />
            </section>
          )}
          <section className="kb-side-block">
            <h2>项目</h2>
            <dl className="kb-facts kb-size-13">
              <dt>编号</dt>
              <dd>{notice.orderCode}</dd>
              <dt>名称</dt>
              <dd>{notice.orderTitle}</dd>
              <dt>保证金</dt>
              <dd>{Number(notice.bond) === 0 ? '不收取' : `${formatAmount(notice.bond)} 元`}</dd>
              {methodOf(notice.method).reveal === 'opening' && (
                <>
                  <dt>投标信封</dt>
                  <dd>{envelopeWords(notice.reviewModel)}</dd>
                  <dt>开标地点</dt>
                  <dd>{notice.place || '网上开标大厅'}</dd>
                </>
              )}
            </dl>
          </section>
          <section className="kb-side-block">
            <h2>公告历程</h2>
            <NoticeTrail notice={notice} />
          </section>
        </aside>
      </div>
    </>
  )
}

/** The way to object to what is publicised before anything is bought. */
function Object({ notice }: { notice: Notice }) {
  const left = useCountdown(notice.publicityEnd)
  const { hears, opens } = methodOf(notice.method)
  if (hears !== 'announcement' || notice.kind !== opens || !notice.publicityEnd) return null
  const page = placeOf({ id: notice.orderId, method: notice.method }, 'publicity.object', 'supplier')
  return (
    <section className="kb-side-block">
      <h2>公示与异议</h2>
      <p>公示至 {formatTime(notice.publicityEnd)}（北京时间）</p>
      {left && !left.over && (
        <p>
          <Link to={page}>对公示提出异议</Link>
        </p>
      )}
    </section>
  )
}

/** The opening as the public may watch it, where the tenant allows that. */
function Watch({ notice }: { notice: Notice }) {
  const { tenant } = useSession()
  const { admission, reveal } = methodFor(notice)
  if (!tenant?.funcList.includes('publicOpening') || reveal !== 'opening' || admission !== 'open') return null
  return (
    <section className="kb-side-block">
      <h2>公开开标</h2>
      <p>
        <Link to={`/portal/openings/${notice.orderId}`}>进入开标旁观页面</Link>
      </p>
    </section>
  )
}

/** The state of the tender, and the way in while sign-up is open. */
function SignUp({ notice }: { notice: Notice }) {
  const navigate = useNavigate()
  const left = useCountdown(notice.schedule.signUpEnd)
  const open = notice.stage === '报名中' && left !== null && !left.over
  return (
    <section className="portal-sign-up kb-side-block">
      <p className="kb-below-8">
        当前阶段 <StatusTag label={notice.stage} tone={open ? 'active' : 'neutral'} />
      </p>
      {open && (
        <>
          <Button
            type="primary"
            size="large"
            block
            onClick={() =>
              void navigate(placeOf({ id: notice.orderId, method: notice.method }, 'publish.tender', 'supplier'))
            }
          >
            立即报名
          </Button>
          <p className="kb-note kb-above-8">须登录供应商账号；报名截止 {formatTime(notice.schedule.signUpEnd, true)}</p>
        </>
      )}
    </section>
  )
}
