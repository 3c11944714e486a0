import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { TENDER_SLOTS } from '../../../contract/slots.ts'
import { ownAwardLetter, ownResultLetter, tenderDetail, withdrawSignUp } from '../../../contract/supplier.ts'
import { NoticeKind, PurchaseMethod, ReviewModel, TradeStatus } from '../../../rules/enums.ts'
import { wentThrough } from '../../../engine/states.ts'
import { methodOf } from '../../../methods/all.ts'
import { hasPage } from '../../../methods/places.ts'
import { settlement } from '../../../steps/settlement/step.ts'
import { say } from '../../../methods/say.ts'
import { useReadInvitation } from '../use-read-invitation.ts'
import { backOf, confirmPage, hallDoor, tenderPages } from '../tender-pages.ts'
import { tenderActions, unconfirmed } from '../next-action.ts'
import type { Tender } from '../words.ts'
import { stageTone } from '../words.ts'
import { BasicFacts } from './basic-facts.tsx'
import { DeclineDialog, InvitationNote } from './invitation.tsx'
import { Items } from './items.tsx'
import { Notices } from './notices.tsx'
import { OwnAward } from './own-award.tsx'
import { OwnLots } from './own-lots.tsx'
import { OwnRounds } from './own-rounds.tsx'
import { Questions } from './questions.tsx'
import { SignUpState } from './sign-up-state.tsx'
import { TenderFiles } from './tender-files.tsx'
import { TenderSide } from './tender-side.tsx'
import '../supplier.css'

/** A tender as a supplier sees it, with what this supplier may do next. */
export function Screen() {
  const { orderId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(tenderDetail, { params: { orderId } })
  const [isDeclining, setDeclining] = useState(false)
  const at = tenderPages(orderId, query.data?.method)
  // Only approved participants may listen; for everybody else the stream would be refused.
  const listens = query.data?.tradeStatus === TradeStatus.values.passed
  useLive(listens ? `order:${orderId}` : '')
  const withdraw = useAction(withdrawSignUp, { success: '报名已撤回' })

  const act = (action: string, tender: Tender) => {
    switch (action) {
      case 'signUp':
        return navigate(at('sign-up.join', { tradeId: tender.tradeId }))
      case 'withdraw':
        return withdraw.run({ params: { orderId } })
      case 'decline':
        return setDeclining(true)
      case 'confirm':
        return navigate(confirmPage(at))
      case 'quote':
        return navigate(
          at('quote.sheet', { tradeId: tender.tradeId, roundId: openRound(tender)?.roundId, operation: 'quote' }),
        )
      case 'bid':
        return navigate(at('bid.room'))
      case 'hall':
      case 'auction':
        return navigate(hallDoor(tender, tender.tradeId!))
      case 'respond':
        return navigate(at('respond.edit'))
      case 'talk':
        return navigate(at('talk.reply'))
      case 'talkPrice':
        return navigate(at('price-talk.answer'))
      case 'holdTalk':
        return navigate(at('round-talk.reply'))
      case 'followGroup':
        return navigate(at('group.own'))
      case 'object':
        return navigate(at(hasPage(tender, 'candidates.object') ? 'candidates.object' : 'publicity.object'))
      default:
        return undefined
    }
  }

  useReadInvitation(query.data)
  const { pathname } = useLocation()
  // An address that was given without knowing the method: a list, a notice, an old message.
  if (query.data && pathname !== at('publish.tender')) return <Navigate replace to={at('publish.tender')} />
  return (
    <DetailScreen query={query} back={backOf(query.data)}>
      {(tender) => {
        const passed = tender.tradeStatus === TradeStatus.values.passed
        return {
          title: tender.title,
          status: <StatusTag label={tender.stage} tone={stageTone(tender)} />,
          facts: [
            tender.code,
            PurchaseMethod.label(tender.method),
            tender.reviewModel === ReviewModel.values.double && '双信封',
            tender.purchaserName,
          ],
          deadline: nextOf(tender),
          actions: tenderActions(tender),
          onAction: (action) => act(action, tender),
          extra: <Parts of={TENDER_SLOTS.follow} orderId={orderId} method={tender.method} />,
          steps: tender.rail.map(({ name, ...step }) => ({ key: name, ...step })),
          notice: (
            <>
              <InvitationNote tender={tender} />
              <Attention tender={tender} />
              {!passed && <Parts of={TENDER_SLOTS.preview} orderId={orderId} method={tender.method} />}
              {tender.paysOnline && <Parts of={TENDER_SLOTS.fee} orderId={orderId} method={tender.method} />}
              {passed && <Parts of={TENDER_SLOTS.charges} orderId={orderId} method={tender.method} />}
              {passed && methodOf(tender.method).takesOpinions && wentThrough(tender, 'ranked') && (
                <Parts of={TENDER_SLOTS.asked} orderId={orderId} method={tender.method} />
              )}
              {isDeclining && <DeclineDialog orderId={orderId} onClose={() => setDeclining(false)} />}
            </>
          ),
          sections: [
            { key: 'basic', title: '基本信息', content: <BasicFacts tender={tender} /> },
            tender.lots.length > 1 && {
              key: 'lots',
              title: '同一公告的采购单',
              content: <OwnLots tender={tender} />,
            },
            { key: 'notices', title: '公告与通知', content: <Notices tender={tender} /> },
            { key: 'files', title: say(tender, '{documents}'), content: <TenderFiles tender={tender} /> },
            tender.award?.lines.some(({ name }) => name !== null) && {
              key: 'award',
              title: say(tender, '{won}明细'),
              content: <OwnAward tender={tender} />,
            },
            passed && {
              key: 'items',
              title: say(tender, '{bill}'),
              content: <Items items={tender.items} limit={say(tender, '{ceiling}')} />,
            },
            hasBought(tender) && {
              key: 'sale',
              title: '付款与提货',
              content: <Parts of={TENDER_SLOTS.sale} orderId={orderId} method={tender.method} />,
            },
            { key: 'sign-up', title: '我的报名', content: <SignUpState tender={tender} /> },
            passed &&
              Number(tender.bond) > 0 && {
                key: 'bond',
                title: say(tender, '{bond}'),
                content: <Parts of={TENDER_SLOTS.bond} orderId={orderId} method={tender.method} />,
              },
            tender.rounds.length > 0 && {
              key: 'rounds',
              title: say(tender, '我的{offer}'),
              content: <OwnRounds tender={tender} />,
            },
            passed &&
              !methodOf(tender.method).dates.none.includes('questionEnd') && {
                key: 'questions',
                title: '提问与澄清',
                content: <Questions tender={tender} />,
              },
            tender.objections.length > 0 && {
              key: 'objections',
              title: '异议',
              content: <Link to={at('candidates.objections')}>查看已提出的 {tender.objections.length} 项异议</Link>,
            },
          ],
          side: <TenderSide tender={tender} />,
        }
      }}
    </DetailScreen>
  )
}

/** Whether it won goods, to be paid and taken away, even if it lost them since. */
function hasBought({ method, result }: Tender): boolean {
  const won = result?.outcome === 'won' || result?.outcome === 'noWinnerAnyMore'
  return won && methodOf(method).steps.some(({ name }) => name === settlement.name)
}

/** What is due next: of a further round of quotes the order knows nothing. */
function nextOf(tender: Tender) {
  if (tender.nextAt) return { label: tender.nextLabel ?? '', at: tender.nextAt }
  const round = openRound(tender)
  return round ? { label: `${round.label}截止`, at: round.deadline } : null
}

function openRound({ rounds }: Tender) {
  return rounds.find(({ isOpen }) => isOpen)
}

/** It was publicised as a candidate, or as the winner, and is no longer. */
function fellAway(tender: Tender): ReactNode {
  const outcome = tender.result?.outcome
  if (outcome !== 'noWinnerAnyMore' && outcome !== 'noCandidateAnyMore') return null
  const kind = outcome === 'noWinnerAnyMore' ? NoticeKind.values.result : NoticeKind.values.candidate
  const notice = tender.notices.findLast((one) => one.kind === kind)
  return (
    <Alert
      className="kb-above-16 kb-below-16"
      type="error"
      showIcon
      title={`贵单位的${say(tender, outcome === 'noWinnerAnyMore' ? '{won}资格' : '{won}候选人资格')}已取消`}
      description={notice && `${formatTime(notice.publishedAt)} 发布《${notice.title}》，见下方公告。`}
    />
  )
}

/** What the supplier must know first. */
function Attention({ tender }: { tender: Tender }) {
  const at = tenderPages(tender.orderId, tender.method)
  const waiting = unconfirmed(tender)
  if (waiting.length > 0) {
    return (
      <Alert
        className="kb-above-16 kb-below-16 kb-above-12 kb-below-12"
        type="warning"
        showIcon
        title={`有 ${waiting.length} 份变更或澄清需要确认`}
        description={waiting.map((notice) => (
          <p key={notice.noticeId}>
            <Link to={confirmPage(at, notice.noticeId)}>{notice.title}</Link>
          </p>
        ))}
      />
    )
  }
  const { trade, orderId } = tender
  if (tender.result?.outcome === 'won') {
    const letter = say(tender, '{won}通知书')
    return (
      <Alert
        className="kb-above-16 kb-below-16 kb-above-12 kb-below-12"
        type="success"
        showIcon
        title={`贵单位已被确定为${say(tender, '{winner}')}`}
        description={say(tender, '请{duty}。')}
        action={
          <Button size="small" onClick={() => void openFile(ownAwardLetter, { params: { orderId } })}>
            {letter}
          </Button>
        }
      />
    )
  }
  if (tender.result?.outcome === 'lost') {
    const letter = say(tender, '{won}结果通知书')
    return (
      <Alert
        className="kb-above-16 kb-below-16 kb-above-12 kb-below-12"
        type="info"
        showIcon
        title={`贵单位未被确定为${say(tender, '{winner}')}`}
        action={
          <Button size="small" onClick={() => void openFile(ownResultLetter, { params: { orderId } })}>
            {letter}
          </Button>
        }
      />
    )
  }
  const fallen = fellAway(tender)
  if (fallen) return fallen
  if (trade?.status === TradeStatus.values.refused) {
    const canCorrect = tender.actions.some((action) => action.action === 'signUp' && !action.reason)
    return (
      <Alert
        className="kb-above-16 kb-below-16 kb-above-12 kb-below-12"
        type="error"
        showIcon
        title="报名未通过"
        description={
          <>
            <p>原因：{trade.reason}</p>
            {canCorrect && <Link to={at('sign-up.join', { tradeId: trade.tradeId })}>修改资料，重新报名</Link>}
          </>
        }
      />
    )
  }
  return null
}
