import { Checkbox, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ChatInput, ChatLog } from '#web/kit/chat.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import type { HallDetail } from '../contract.ts'
import {
  bidderMessages,
  bidderMessagesRead,
  bidderMessageTotal,
  bidderSend,
  type HallMessage,
  hostMessages,
  hostMessagesRead,
  hostMessageTotal,
  hostSend,
} from '../contract-talk.ts'
import { chatTopics } from './chat-topics.ts'

const QUERY = { pageSize: 100, pageNo: 1 }

/** Talk in the hall: to all, or between host and one bidder. New messages arrive with the event itself. */
export function ChatPanel({ hall }: { hall: HallDetail }) {
  const { projectId, bidderId } = hall
  const isBidder = hall.part === 'bidder' && bidderId !== null
  const forHost = useCall(hostMessages, { params: { projectId }, query: QUERY }, { enabled: !isBidder })
  const forBidder = useCall(
    bidderMessages,
    { params: { projectId, bidderId: bidderId ?? projectId }, query: QUERY },
    { enabled: isBidder },
  )
  const { data } = isBidder ? forBidder : forHost
  const [fresh, setFresh] = useState<HallMessage[]>([])
  useLive(
    chatTopics(hall),
    (event) => {
      if (event.kind !== 'hall.message') return
      const { message } = event.payload as { message: Omit<HallMessage, 'isOwn'> }
      setFresh((list) => [...list, { ...message, isOwn: false }])
    },
    () => setFresh([]),
  )
  const messages = merge(data?.rows ?? [], fresh)
  const unread = useUnread(hall)
  const panel = useRef<HTMLElement>(null)
  const { total } = unread
  const seen = useRef(unread.seen)
  seen.current = unread.seen
  useEffect(() => {
    const within = panel.current
    const onFocus = () => seen.current()
    within?.addEventListener('focusin', onFocus)
    return () => within?.removeEventListener('focusin', onFocus)
  }, [])
  // What comes while somebody works in the panel is read as it comes.
  useEffect(() => {
    if (total > 0 && panel.current?.contains(document.activeElement)) seen.current()
  }, [total])
  return (
    <aside ref={panel} className="hall-chat kb-squeeze kb-panel kb-grow kb-frame" aria-label="互动交流">
      <h2>
        互动交流
        {total > 0 && <em>未读 {total}</em>}
      </h2>
      {(data || fresh.length > 0) && <ChatLog large lines={messages.map(lineOf)} />}
      {hall.part !== 'observer' && !hall.endedAt && (
        <Composer hall={hall} unread={unread} talks={talksOf(hall, messages)} />
      )}
    </aside>
  )
}

/**
 * Unread messages, for the host also by talk with a bidder; counted by the server, so that nothing is counted twice.
 * Whoever works in the panel has seen what was said to everybody, a bidder all of it; the host reads a talk by choosing it.
 */
function useUnread(hall: HallDetail) {
  const { projectId, bidderId, part } = hall
  const isHost = part === 'host'
  const own = { projectId, bidderId: bidderId ?? projectId }
  const forHost = useCall(hostMessageTotal, { params: { projectId } }, { enabled: isHost })
  const forBidder = useCall(bidderMessageTotal, { params: own }, { enabled: part === 'bidder' && bidderId !== null })
  const { data } = isHost ? forHost : forBidder
  const quietly = { overlay: false, quiet: true }
  const read = useAction(hostMessagesRead, quietly)
  const readOwn = useAction(bidderMessagesRead, quietly)
  const counts = new Map((data?.unreadBy ?? []).map((one) => [one.bidderId, one.unread]))
  const total = data?.unread ?? 0
  const toAll = total - [...counts.values()].reduce((sum, n) => sum + n, 0)
  const look = (bidder: string | null) => {
    const query = bidder ? ({ channel: 'private', bidderId: bidder } as const) : ({ channel: 'all' } as const)
    void read.run({ params: { projectId }, query })
  }
  return {
    counts,
    total,
    toAll,
    look,
    seen: () => {
      if (isHost && toAll > 0) look(null)
      if (part === 'bidder' && total > 0) void readOwn.run({ params: own })
    },
  }
}

interface Talk {
  bidderId: string
  name: string
}

/** With whom the host may talk alone: the bidders; before the start whoever has spoken to it. */
function talksOf({ bidders }: HallDetail, messages: readonly HallMessage[]): Talk[] {
  if (bidders.length > 0) return bidders.map(({ bidderId, supplierName: name }) => ({ bidderId, name }))
  const spoken = messages.flatMap((m) => (m.bidderId && !m.isHost ? [[m.bidderId, m.senderName] as const] : []))
  return [...new Map(spoken)].map(([bidderId, name]) => ({ bidderId, name }))
}

function Composer({
  hall,
  unread,
  talks,
}: {
  hall: HallDetail
  unread: ReturnType<typeof useUnread>
  talks: readonly Talk[]
}) {
  const [to, setTo] = useState<string | null>(null)
  const [hostOnly, setHostOnly] = useState(false)
  const asHost = useAction(hostSend, { overlay: false })
  const asBidder = useAction(bidderSend, { overlay: false })
  const { projectId, bidderId } = hall
  const say = async (content: string) => {
    const outcome =
      hall.part === 'bidder' && bidderId
        ? await asBidder.run({
            params: { projectId, bidderId },
            body: { content, toHostOnly: hostOnly || !hall.startedAt },
          })
        : await asHost.run({ params: { projectId }, body: { content, bidderId: to } })
    return outcome.ok
  }
  return (
    <div className="hall-composer kb-stack kb-rule-top">
      {hall.part === 'host' && talks.length > 0 && (
        <Select
          size="small"
          aria-label="发送对象"
          value={to ?? ''}
          onChange={(value) => {
            setTo(value || null)
            unread.look(value || null)
          }}
          options={[
            { value: '', label: unread.toAll > 0 ? `全体（未读 ${unread.toAll}）` : '全体' },
            ...talks.map((one) => {
              const count = unread.counts.get(one.bidderId) ?? 0
              return { value: one.bidderId, label: count > 0 ? `${one.name}（未读 ${count}）` : one.name }
            }),
          ]}
        />
      )}
      {hall.part === 'bidder' && hall.startedAt && (
        <Checkbox checked={hostOnly} onChange={(event) => setHostOnly(event.target.checked)}>
          仅主持人可见
        </Checkbox>
      )}
      <ChatInput busy={asHost.busy || asBidder.busy} maxLength={500} onSend={say} />
    </div>
  )
}

function lineOf({ messageId, senderName, bidderId, content, at, isHost }: HallMessage) {
  return { id: messageId, name: bidderId ? `${senderName}（私聊）` : senderName, content, at, isStrong: isHost }
}

/** Oldest first, each once: a message may come by event and by reload. */
function merge(loaded: readonly HallMessage[], fresh: readonly HallMessage[]): HallMessage[] {
  const known = new Map(loaded.map((m) => [m.messageId, m]))
  for (const m of fresh) if (!known.has(m.messageId)) known.set(m.messageId, m)
  return [...known.values()].toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1))
}
