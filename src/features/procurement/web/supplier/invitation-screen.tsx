import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { tenderDetail } from '../../contract/supplier.ts'
import { NoticeTruth } from '../portal/notice-truth.tsx'
import { OPENING_KINDS, TradeStatus } from '../../rules/enums.ts'
import { tenderPages } from './tender-pages.ts'
import { DeclineDialog } from './tender/invitation.tsx'
import { NoticePaper } from './notice-paper.tsx'
import { useReadInvitation } from './use-read-invitation.ts'
import type { Tender } from './words.ts'

/** The letter to the own company, and its reply. */
export function Screen() {
  const { orderId = '', inviteId = '' } = useParams()
  const navigate = useNavigate()
  const [isDeclining, setDeclining] = useState(false)
  const query = useCall(tenderDetail, { params: { orderId } })
  useReadInvitation(query.data)
  const at = tenderPages(orderId, query.data?.method)
  if (query.data && query.data.invitation?.inviteId !== inviteId) return <EmptyPage head="邀请函" title="邀请不存在" />
  return (
    <DetailScreen query={query} back={{ label: '采购单', to: at('publish.tender') }}>
      {(tender) => {
        const letter = tender.notices.find(({ kind }) => OPENING_KINDS.includes(kind))
        return {
          title: tender.title,
          status: replyTag(tender),
          facts: [tender.code, tender.purchaserName],
          deadline: tender.schedule.signUpEnd ? { label: '回复截止', at: tender.schedule.signUpEnd } : null,
          actions: tender.actions
            .filter(({ action }) => action === 'signUp' || action === 'decline')
            .map((one) => (one.action === 'signUp' ? { ...one, label: '接受并报名' } : one)),
          onAction: (action) =>
            action === 'decline' ? setDeclining(true) : navigate(at('sign-up.join', { tradeId: tender.tradeId })),
          notice: isDeclining && <DeclineDialog orderId={orderId} onClose={() => setDeclining(false)} />,
          sections: [
            { key: 'reply', title: '回复', content: <Reply tender={tender} /> },
            letter && {
              key: 'letter',
              title: '邀请函',
              content: (
                <NoticePaper
                  orderId={orderId}
                  noticeId={letter.noticeId}
                  proof={(notice) => (
                    <NoticeTruth notice={{ ...notice, orderCode: tender.code, method: tender.method }} name="邀请函" />
                  )}
                />
              ),
            },
          ],
        }
      }}
    </DetailScreen>
  )
}

function replyTag({ tradeStatus, invitation }: Tender) {
  if (tradeStatus !== null && tradeStatus !== TradeStatus.values.withdrawn)
    return <StatusTag label="已接受" tone="success" />
  return invitation?.declinedAt ? (
    <StatusTag label="已谢绝" tone="neutral" />
  ) : (
    <StatusTag label="待回复" tone="active" />
  )
}

function Reply({ tender: { invitation, trade } }: { tender: Tender }) {
  return (
    <FieldList
      items={[
        { label: '阅读时间', value: formatTime(invitation?.readAt, true) },
        trade && { label: '报名时间', value: formatTime(trade.createdAt, true) },
        invitation?.declinedAt && {
          label: '谢绝',
          value: `${formatTime(invitation.declinedAt, true)}，${invitation.declinedByName}：${invitation.reason}`,
          wide: true,
        },
      ]}
    />
  )
}
