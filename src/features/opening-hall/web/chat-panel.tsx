import { Button, Checkbox, Input, Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import type { HallDetail } from '../contract.ts'
import {
  bidderMessages,
  bidderSend,
  type HallMessage,
  hostMessages,
  hostMessagesRead,
  hostMessageTotal,
  hostSend,
} from '../contract-talk.ts'

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
  const { data, refetch } = isBidder ? forBidder : forHost
  const [fresh, setFresh] = useState<HallMessage[]>([])
  const topics = useMemo(
    () => [
      `hall:${projectId}`,
      ...(isBidder ? [`hall-bidder:${bidderId}`] : hall.part === 'host' ? [`hall-host:${projectId}`] : []),
    ],
    [projectId, isBidder, bidderId, hall.part],
  )
  const reload = () => {
    setFresh([])
    void refetch()
  }
  useLive(
    topics,
    (event) => {
      if (event.kind !== 'hall.message') return
      const { message } = event.payload as { message: Omit<HallMessage, 'isOwn'> }
      setFresh((list) => [...list, { ...message, isOwn: false }])
    },
    reload,
  )
  const messages = merge(data?.rows ?? [], fresh)
  const unread = useUnread(hall, messages.length)
  return (
    <aside className="hall-chat" aria-label="互动交流">
      <h2>互动交流</h2>
      <MessageList messages={messages} />
      {hall.part !== 'observer' && !hall.endedAt && (
        <Composer hall={hall} unread={unread} onSent={() => void refetch()} />
      )}
    </aside>
  )
}

function MessageList({ messages }: { messages: HallMessage[] }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer scrolling with a promise, which React would take for a clean-up and call.
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [messages.length])
  if (messages.length === 0) return <p className="stage-chat-empty">暂无消息</p>
  return (
    <div className="hall-chat-list" role="log" tabIndex={0} aria-label="消息记录">
      {messages.map((m) => (
        <p key={m.messageId} className={m.isHost ? 'hall-said hall-said-host' : 'hall-said'}>
          <span>
            {m.senderName}
            {m.bidderId && '（私聊）'} <time>{formatTime(m.at, true).slice(11)}</time>
          </span>
          {m.content}
        </p>
      ))}
      <div ref={end} />
    </div>
  )
}

/**
 * Unread private messages by bidder, for the host; counted by the server, so that nothing is counted twice. Looking at
 * the talk with a bidder reads it.
 */
function useUnread(hall: HallDetail, messages: number) {
  const params = { projectId: hall.projectId }
  const isHost = hall.part === 'host'
  const { data, refetch } = useCall(hostMessageTotal, { params }, { enabled: isHost })
  const read = useAction(hostMessagesRead, { overlay: false, quiet: true, onDone: () => void refetch() })
  useEffect(() => {
    if (isHost && messages > 0) void refetch()
  }, [isHost, messages, refetch])
  const counts = new Map((data?.unreadBy ?? []).map((one) => [one.bidderId, one.unread]))
  return {
    counts,
    total: data?.unread ?? 0,
    look: (bidderId: string | null) => {
      const query = bidderId ? ({ channel: 'private', bidderId } as const) : ({ channel: 'all' } as const)
      void read.run({ params, query })
    },
  }
}

function Composer({
  hall,
  unread,
  onSent,
}: {
  hall: HallDetail
  unread: ReturnType<typeof useUnread>
  onSent: () => void
}) {
  const [text, setText] = useState('')
  const [to, setTo] = useState<string | null>(null)
  const [hostOnly, setHostOnly] = useState(false)
  const asHost = useAction(hostSend, { overlay: false, onDone: onSent })
  const asBidder = useAction(bidderSend, { overlay: false, onDone: onSent })
  const { projectId, bidderId } = hall
  const say = async () => {
    const content = text.trim()
    if (!content) return
    const outcome =
      hall.part === 'bidder' && bidderId
        ? await asBidder.run({
            params: { projectId, bidderId },
            body: { content, toHostOnly: hostOnly || !hall.startedAt },
          })
        : await asHost.run({ params: { projectId }, body: { content, bidderId: to } })
    if (outcome.ok) setText('')
  }
  return (
    <div className="hall-composer">
      {hall.part === 'host' && hall.bidders.length > 0 && (
        <Select
          size="small"
          aria-label="发送对象"
          value={to ?? ''}
          onChange={(value) => {
            setTo(value || null)
            unread.look(value || null)
          }}
          options={[
            { value: '', label: unread.total > 0 ? `全体（未读 ${unread.total}）` : '全体' },
            ...hall.bidders.map((b) => {
              const count = unread.counts.get(b.bidderId) ?? 0
              return { value: b.bidderId, label: count > 0 ? `${b.supplierName}（未读 ${count}）` : b.supplierName }
            }),
          ]}
        />
      )}
      {hall.part === 'bidder' && hall.startedAt && (
        <Checkbox checked={hostOnly} onChange={(event) => setHostOnly(event.target.checked)}>
          仅主持人可见
        </Checkbox>
      )}
      <Input.TextArea
        aria-label="消息内容"
        placeholder="输入消息，Enter 发送"
        rows={2}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void say()
        }}
      />
      <Button type="primary" size="small" loading={asHost.busy || asBidder.busy} onClick={() => void say()}>
        发送
      </Button>
    </div>
  )
}

/** Oldest first, each once: a message may come by event and by reload. */
function merge(loaded: readonly HallMessage[], fresh: readonly HallMessage[]): HallMessage[] {
  const known = new Map(loaded.map((m) => [m.messageId, m]))
  for (const m of fresh) if (!known.has(m.messageId)) known.set(m.messageId, m)
  return [...known.values()].toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1))
}
