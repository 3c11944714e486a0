import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { useDrawShare } from '#web/draw-share.ts'
import { openFile } from '#web/export.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract.ts'
import { BALLOTS, MEETING_RULES } from '../rules/meeting.ts'
import { AgendaItem } from './agenda-item.tsx'
import { MeetingDialog, type MeetingDialogKind } from './meeting-dialog.tsx'
import type { Meeting } from './meeting.ts'
import { meetingTag } from './words.ts'

/** One award meeting: agenda and votes, members, minutes; what one may do is at the top. */
export function Screen({ side }: { side: 'purchaser' | 'agency' }) {
  const { meetId = '' } = useParams()
  const query = useCall(c.meetingDetail, { params: { meetId } })
  const { rule, state, memberList } = query.data ?? {}
  const isSeated = memberList?.some(({ isOwn, reply }) => isOwn && reply === 'attending') ?? false
  useDrawShare(meetId, { joins: true, enabled: rule === 'lot' && isSeated && (state === 'called' || state === 'held') })
  const [dialog, setDialog] = useState<MeetingDialogKind | null>(null)
  const act = useActs({ meetId, side, open: setDialog })
  return (
    <DetailScreen query={query} back={{ label: '定标会', to: `/${side}/calibration/list` }}>
      {(meeting) => ({
        title: meeting.title,
        status: <StatusTag {...meetingTag(meeting.state)} />,
        facts: [
          meeting.code,
          meeting.rule === 'lowest'
            ? MEETING_RULES.lowest
            : `${MEETING_RULES[meeting.rule]}（${BALLOTS[meeting.ballot]}）`,
          `${meeting.createdByName}组织`,
        ],
        // Votes are cast at their orders.
        actions: meeting.actions.filter(({ action }) => action !== 'vote'),
        onAction: act,
        extra: meeting.minutes !== '' && (
          <Button onClick={() => void openFile(c.meetingMinutes, { params: { meetId } })}>会议纪要 PDF</Button>
        ),
        notice: (
          <>
            {meeting.state === 'cancelled' && (
              <Alert type="info" showIcon title={`会议已取消：${meeting.cancelReason}`} />
            )}
            {dialog && <MeetingDialog kind={dialog} meeting={meeting} onClose={() => setDialog(null)} />}
          </>
        ),
        sections: [
          { key: 'basic', title: '会议', content: <Basics meeting={meeting} /> },
          ...meeting.agenda.map((item) => ({
            key: item.orderId,
            title: `议程：${item.title}`,
            content: <AgendaItem key={item.orderId} item={item} meeting={meeting} side={side} />,
          })),
          { key: 'members', title: '定标成员', content: <Members meeting={meeting} /> },
          meeting.minutes !== '' && {
            key: 'minutes',
            title: '会议纪要',
            content: <p className="kb-pre">{meeting.minutes}</p>,
          },
        ],
      })}
    </DetailScreen>
  )
}

interface Acting {
  meetId: string
  side: 'purchaser' | 'agency'
  open: (kind: MeetingDialogKind) => void
}

function useActs({ meetId, side, open }: Acting) {
  const navigate = useNavigate()
  const params = { meetId }
  const call = useAction(c.callMeeting, { success: '已召集，成员已收到通知' })
  const remove = useAction(c.removeMeeting, {
    success: '已删除',
    onDone: () => void navigate(`/${side}/calibration/list`, { replace: true }),
  })
  const begin = useAction(c.beginMeeting, { success: '会议已开始' })
  const close = useAction(c.closeMeeting, { success: '定标会已完成' })
  const cancel = useAction(c.cancelMeeting, { success: '会议已取消' })
  return (action: string) => {
    switch (action) {
      case 'edit':
        return navigate(`/${side}/calibration/order/${meetId}/form`)
      case 'remove':
        return remove.run({ params })
      case 'call':
        return call.run({ params })
      case 'begin':
        return begin.run({ params })
      case 'close':
        return askText({
          title: '记录未签字并完成',
          okText: '记录并完成',
          hint: '未签字成员及原因写入会议纪要，会议结果生效。',
          run: (reason) => close.run({ params, body: { reason } }),
        })
      case 'cancel':
        return askText({
          title: '取消会议',
          okText: '取消会议',
          run: (reason) => cancel.run({ params, body: { reason } }),
        })
      default:
        return open(action as MeetingDialogKind)
    }
  }
}

function Basics({ meeting }: { meeting: Meeting }) {
  return (
    <FieldList
      items={[
        { label: '会议时间', value: formatTime(meeting.meetAt) },
        { label: '会议地点', value: meeting.place },
        { label: '采购单', value: `${meeting.orders} 个` },
        { label: '成员', value: `${meeting.members} 人` },
        meeting.heldAt && { label: '开始时间', value: formatTime(meeting.heldAt) },
        meeting.state === 'signed' && { label: '完成时间', value: formatTime(meeting.endedAt) },
        meeting.note !== '' && { label: '会议材料说明', value: meeting.note, wide: true },
      ]}
    />
  )
}

const REPLIES = { '': '未答复', attending: '参会', avoiding: '回避' } as const

function Members({ meeting }: { meeting: Meeting }) {
  return (
    <DataTable
      label="定标成员"
      rows={meeting.memberList}
      rowKey={(row) => row.memberId}
      columns={[
        {
          key: 'name',
          title: '姓名',
          isHead: true,
          value: (row) => (row.isChair ? `${row.name}（主持人）` : row.name),
        },
        {
          key: 'reply',
          title: '答复',
          width: 200,
          value: (row) =>
            row.isOut && row.reply !== 'avoiding'
              ? '已更换'
              : [REPLIES[row.reply], row.replyReason].filter(Boolean).join('：'),
        },
        { key: 'signed', title: '签字', kind: 'time', width: 150, value: (row) => row.signedAt },
        { key: 'remark', title: '签字意见', value: (row) => row.remark },
      ]}
    />
  )
}
