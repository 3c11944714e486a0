import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { countText } from '#features/payment/rules/catalogue.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/meetings.ts'
import * as o from '../contract/online.ts'
import { ONLINE_LABELS, spanText } from '../rules/meeting.ts'
import { editPlace, PLACES } from '../rules/places.ts'
import { HostDesk } from './host-desk.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { METERED } from './list-screen.tsx'
import { useEntry } from './use-entry.ts'
import { answerTag, stageTag } from './words.ts'

type Meeting = OutputOf<typeof c.meetingDetail>

const LABELS: Readonly<Record<string, string>> = {
  begin: '开始会议',
  enter: '进入会议',
  end: '结束会议',
  answer: '答复',
  invite: '邀请外单位人员',
  change: '变更',
  record: '填写会议纪要',
  cancel: '取消会议',
}

/** One meeting: when and where, who comes, what came of it, and what was billed. */
export function Screen() {
  const { meetingId = '' } = useParams()
  const query = useCall(c.meetingDetail, { params: { meetingId } }, { fresh: 0 })
  useLive(query.data ? `meeting:${meetingId}` : '')
  const [inviting, setInviting] = useState(false)
  const { act, answer } = useActs(meetingId, query.data, () => setInviting(true))
  return (
    <DetailScreen query={query} back={{ label: '会议', to: PLACES.list }}>
      {(meeting) => ({
        title: meeting.title,
        status: <StatusTag {...stageTag(meeting.stage)} />,
        facts: [spanText(meeting.from, meeting.until), `${meeting.hostName}主持`, meeting.companyName],
        actions: meeting.actions
          .filter((action) => action !== 'answer')
          .map((action) => ({
            action,
            label: action === 'record' && meeting.record ? '修改会议纪要' : LABELS[action]!,
            ...(action === 'end' && { confirm: '结束后不能再进入，计费停止。' }),
            ...(action === 'cancel' && { danger: true }),
            ...((action === 'begin' || action === 'enter') && { primary: true }),
          })),
        onAction: act,
        extra: meeting.actions.includes('answer') && (
          <>
            <Button disabled={meeting.answer === 'coming'} onClick={() => void answer('coming')}>
              参加
            </Button>
            <Button disabled={meeting.answer === 'away'} onClick={() => void answer('away')}>
              不参加
            </Button>
          </>
        ),
        notice: (
          <>
            {meeting.stage === 'cancelled' && (
              <Alert type="info" showIcon title={`会议已取消：${meeting.cancelReason}`} />
            )}
            {meeting.isHost && (meeting.run === 'present' || meeting.run === 'away') && (
              <HostDesk meetingId={meetingId} />
            )}
            {inviting && <InviteDialog meetingId={meetingId} onClose={() => setInviting(false)} />}
          </>
        ),
        sections: [
          { key: 'basic', title: '会议', content: <Basics meeting={meeting} /> },
          { key: 'people', title: '参会人', content: <People meeting={meeting} /> },
          meeting.invitations.length > 0 && {
            key: 'invitations',
            title: '邀请链接',
            content: <Invitations meeting={meeting} />,
          },
          meeting.record !== '' && {
            key: 'record',
            title: '会议纪要',
            content: (
              <>
                <p className="kb-pre kb-break">{meeting.record}</p>
                <p className="kb-note">
                  {meeting.hostName}填写于 {formatTime(meeting.recordedAt)}
                </p>
              </>
            ),
          },
          // While it goes on, the host's page tells it by the minute.
          meeting.bill &&
            meeting.bill.lines.length > 0 &&
            meeting.run !== 'present' && {
              key: 'bill',
              title: '计费',
              content: <Bill bill={meeting.bill} />,
            },
        ],
      })}
    </DetailScreen>
  )
}

function useActs(meetingId: string, meeting: Meeting | undefined, invite: () => void) {
  const navigate = useNavigate()
  const params = { meetingId }
  const begin = useAction(o.beginMeeting, { success: '会议已开始' })
  const end = useAction(o.endMeeting, { success: '会议已结束' })
  const cancel = useAction(c.cancelMeeting, { success: '已取消，参会人会收到通知' })
  const record = useAction(c.writeMinutes, { success: '已保存' })
  const reply = useAction(c.answerMeeting, { success: '已答复' })
  const enter = useEntry(meetingId)
  const act = (action: string) => {
    switch (action) {
      case 'begin':
        return begin.run({ params })
      case 'enter':
        return enter()
      case 'end':
        return end.run({ params })
      case 'invite':
        return invite()
      case 'change':
        return navigate(editPlace(meetingId))
      case 'record':
        return askText({
          title: '会议纪要',
          label: '会议纪要',
          initial: meeting?.record ?? '',
          least: 1,
          most: 20_000,
          rows: 12,
          width: 720,
          okText: '保存',
          run: (minutes) => record.run({ params, body: { minutes } }),
        })
      default:
        return askText({
          title: '取消会议',
          okText: '取消会议',
          hint: '参会人会收到通知，会议场所随即空出。',
          run: (reason) => cancel.run({ params, body: { reason } }),
        })
    }
  }
  return { act, answer: (answer: 'coming' | 'away') => reply.run({ params, body: { answer } }) }
}

function Basics({ meeting }: { meeting: Meeting }) {
  const { roomName, place, online, order, agenda } = meeting
  return (
    <FieldList
      items={[
        { label: '时间', value: spanText(meeting.from, meeting.until) },
        { label: '主持人', value: `${meeting.hostName}（${meeting.companyName}）` },
        roomName !== '' && { label: '场所', value: [roomName, place].filter(Boolean).join('，') },
        online !== 'none' && { label: '线上参会', value: ONLINE_LABELS[online] },
        order && {
          label: '采购单',
          value: (
            <Link to={order.link}>
              {order.code} {order.title}
            </Link>
          ),
        },
        meeting.beganAt && { label: '实际开始', value: formatTime(meeting.beganAt) },
        meeting.endedAt && { label: '实际结束', value: formatTime(meeting.endedAt) },
        agenda !== '' && { label: '议程', value: <span className="kb-pre kb-break">{agenda}</span>, wide: true },
      ]}
    />
  )
}

function People({ meeting }: { meeting: Meeting }) {
  return (
    <DataTable
      label="参会人"
      rows={meeting.people}
      rowKey={(row) => row.userId}
      columns={[
        {
          key: 'name',
          title: '姓名',
          isHead: true,
          value: (row) => `${row.name}${row.isHost ? '（主持人）' : row.isSelf ? '（我）' : ''}`,
        },
        { key: 'company', title: '单位', value: (row) => row.companyName },
        {
          key: 'answer',
          title: '答复',
          width: 110,
          value: (row) => (row.isHost ? '主持' : answerTag(row.answer).label),
          render: (row) => (row.isHost ? '主持' : <StatusTag {...answerTag(row.answer)} />),
        },
      ]}
    />
  )
}

const STATES = {
  open: { label: '待接受', tone: 'active' },
  accepted: { label: '已接受', tone: 'success' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
  expired: { label: '已过期', tone: 'neutral' },
} as const

function Invitations({ meeting: { meetingId, invitations, beganAt } }: { meeting: Meeting }) {
  const withdraw = useAction(o.withdrawInvitation, { success: '已撤回' })
  const takeBack = async (invitationId: string, state: string) => {
    const content = state === 'accepted' ? '撤回后对方不再参会。' : '撤回后链接失效。'
    if (await ask({ title: '撤回邀请链接', content })) await withdraw.run({ params: { meetingId, invitationId } })
  }
  return (
    <DataTable
      label="邀请链接"
      rows={invitations}
      rowKey={(row) => row.invitationId}
      columns={[
        { key: 'guest', title: '受邀人', isHead: true, value: (row) => row.guest },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => STATES[row.state].label,
          render: (row) => <StatusTag {...STATES[row.state]} />,
        },
      ]}
      renderEnd={({ invitationId, guest, state }) =>
        (state === 'open' || state === 'accepted') &&
        beganAt === null && (
          <Button
            type="link"
            size="small"
            danger
            aria-label={`撤回给${guest}的链接`}
            onClick={() => void takeBack(invitationId, state)}
          >
            撤回
          </Button>
        )
      }
    />
  )
}

function Bill({ bill }: { bill: NonNullable<Meeting['bill']> }) {
  return (
    <>
      <DataTable
        label="计费明细"
        rows={bill.lines}
        rowKey={(row) => row.from}
        columns={[
          { key: 'from', title: '开始', isHead: true, value: (row) => formatTime(row.from, true) },
          { key: 'until', title: '结束', value: (row) => formatTime(row.until, true) },
          { key: 'minutes', title: '计费分钟', kind: 'number', width: 110, value: (row) => row.minutes },
        ]}
      />
      <p className="kb-hint kb-above-8">
        共计 {countText(METERED, bill.minutes)}，套餐剩余 {countText(METERED, bill.remain)}
      </p>
    </>
  )
}
