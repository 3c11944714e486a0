import { Alert } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ChatInput, ChatLog } from '#web/kit/chat.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useSteadyBeat } from '#web/steady-beat.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { hereInMeeting, type MeetingLine, meetingRoom, sayInMeeting } from '../contract/online.ts'
import { LINE_LENGTH, PING_MS } from '../rules/meeting.ts'
import { meetingPlace } from '../rules/places.ts'
import { HostDesk } from './host-desk.tsx'

/** Who is there is looked at again, ms: who leaves is missed by silence. */
const LOOK_MS = 10_000

/** The platform's own room: who is there, and what is written. It carries neither sound nor picture, and says so. */
export function Screen() {
  const { meetingId = '' } = useParams()
  const params = { meetingId }
  const query = useCall(meetingRoom, { params }, { fresh: 0, every: LOOK_MS })
  const [fresh, setFresh] = useState<MeetingLine[]>([])
  const speak = useAction(sayInMeeting, { overlay: false })
  const here = useAction(hereInMeeting, { overlay: false, quiet: true })
  useSteadyBeat(PING_MS, () => void here.run({ params }))
  useLive(
    query.data ? `meeting:${meetingId}` : '',
    (event) => {
      if (event.kind === 'meeting.line') setFresh((lines) => [...lines, (event.payload as { line: MeetingLine }).line])
    },
    () => setFresh([]),
  )
  return (
    <WhenLoaded query={query}>
      {(room) => (
        <>
          <PageHead
            title={room.title}
            facts={[`${room.hostName}主持`]}
            back={{ label: '会议', to: meetingPlace(meetingId) }}
          />
          <Alert
            type="info"
            showIcon
            className="kb-below-12"
            title="演示会议室（不传输音视频）：可查看在场人员并发送文字"
          />
          {room.isHost && <HostDesk meetingId={meetingId} />}
          <section className="kb-box" aria-label="会议室">
            <h2 className="kb-row kb-gap-12 kb-wrap">
              在场 {room.people.length} 人
              {room.people.map(({ userId, name, companyName, isHost }) => (
                <StatusTag
                  key={userId}
                  label={`${name}（${isHost ? '主持人' : companyName}）`}
                  tone={isHost ? 'active' : 'success'}
                />
              ))}
            </h2>
            <ChatLog lines={merge(room.lines, fresh)} />
            {room.blocked === null ? (
              <div className="kb-stack kb-gap-8 kb-items-start kb-above-12">
                <ChatInput
                  busy={speak.busy}
                  maxLength={LINE_LENGTH}
                  onSend={async (content) => (await speak.run({ params, body: { content } })).ok}
                />
              </div>
            ) : (
              <p className="kb-note kb-above-12">{room.blocked}</p>
            )}
          </section>
        </>
      )}
    </WhenLoaded>
  )
}

/** Oldest first, each once: a line may come by event and by reload. */
function merge(loaded: readonly MeetingLine[], fresh: readonly MeetingLine[]) {
  const known = new Map([...loaded, ...fresh].map((line) => [line.lineId, line]))
  return [...known.values()]
    .toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1))
    .map(({ lineId, name, content, at, isHost }) => ({ id: lineId, name, content, at, isStrong: isHost }))
}
