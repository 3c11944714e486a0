import { useState } from 'react'
import { say } from '#features/procurement/methods/say.ts'
import { ChatInput, ChatLog } from '#web/kit/chat.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useLive } from '#web/live.ts'
import { useSteadyBeat } from '#web/steady-beat.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { hereInTalk, type RoomLine, sayInTalk, talkRoom, type TalkRoom as Room } from '../../contract-room.ts'
import { LINE_LENGTH, PRESENCE_PING_MS } from '../../rules-room.ts'
import './talk-room.css'

interface TalkRoomProps {
  talkId: string
  /** Of the order. */
  method: number
  /** The talk is called or held: presence is looked at. Otherwise the room is only read. */
  isOpen: boolean
}

/** Who is there is looked at again, ms: who leaves is missed by silence. */
const LOOK_MS = 10_000

/** The room of a talk, as either side sees it: time left, who is there, what is written. */
export function TalkRoom({ talkId, method, isOpen }: TalkRoomProps) {
  const params = { talkId }
  const { data: room } = useCall(talkRoom, { params }, { fresh: 0, ...(isOpen && { every: LOOK_MS }) })
  const [fresh, setFresh] = useState<RoomLine[]>([])
  const speak = useAction(sayInTalk, { overlay: false })
  useLive(
    room ? `talk-${room.side}:${talkId}` : '',
    (event) => {
      if (event.kind === 'talk.line') setFresh((lines) => [...lines, (event.payload as { line: RoomLine }).line])
    },
    () => setFresh([]),
  )
  if (!room) return null
  return (
    <section className="talk-room kb-frame kb-above-16" aria-label={say({ method }, '{act}室')}>
      <h3 className="kb-row kb-gap-12 kb-wrap">
        {say({ method }, '{act}室')}
        {isOpen && <Here room={room} />}
        {isOpen && room.endsAt && (
          <span className="kb-push kb-size-13 kb-regular">
            剩余 <Countdown at={room.endsAt} over="时间已到" />
          </span>
        )}
      </h3>
      <ChatLog lines={merge(room.lines, fresh).map((line) => lineOf(line, room))} />
      {room.blocked === null ? (
        <div className="talk-room-input kb-stack kb-rule-top">
          <ChatInput
            busy={speak.busy}
            maxLength={LINE_LENGTH}
            onSend={async (content) => (await speak.run({ params, body: { content } })).ok}
          />
        </div>
      ) : (
        <p className="talk-room-input kb-note kb-rule-top">{room.blocked}</p>
      )}
      {isOpen && <SignOfLife talkId={talkId} />}
    </section>
  )
}

function SignOfLife({ talkId }: { talkId: string }) {
  const here = useAction(hereInTalk, { overlay: false, quiet: true })
  useSteadyBeat(PRESENCE_PING_MS, () => void here.run({ params: { talkId } }))
  return null
}

function Here({ room: { people, supplierName } }: { room: Room }) {
  const of = (side: 'buyer' | 'supplier') => people.filter((one) => one.side === side).map(({ name }) => name)
  const supplier = of('supplier')
  const buyer = of('buyer')
  return (
    <span className="kb-row kb-gap-12 kb-wrap kb-size-13 kb-regular">
      <StatusTag
        label={buyer.length > 0 ? `采购方在线${buyer[0] === '采购方' ? '' : `：${buyer.join('、')}`}` : '采购方未到'}
        tone={buyer.length > 0 ? 'success' : 'neutral'}
      />
      <StatusTag
        label={supplier.length > 0 ? `${supplierName}在线：${supplier.join('、')}` : `${supplierName}未到`}
        tone={supplier.length > 0 ? 'success' : 'neutral'}
      />
    </span>
  )
}

function lineOf({ lineId, side, name, content, at }: RoomLine, { supplierName }: Room) {
  const isStrong = side === 'buyer'
  return { id: lineId, name: isStrong ? name : `${name}（${supplierName}）`, content, at, isStrong }
}

/** Oldest first, each once: a line may come by event and by reload. */
function merge(loaded: readonly RoomLine[], fresh: readonly RoomLine[]): RoomLine[] {
  const known = new Map([...loaded, ...fresh].map((line) => [line.lineId, line]))
  return [...known.values()].toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1))
}
