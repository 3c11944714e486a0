import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import './chat.css'

export interface ChatLine {
  id: string
  name: string
  content: string
  /** ISO instant. */
  at: string
  /** Said by whoever leads. */
  isStrong: boolean
}

/** What was said, oldest first; the newest line stays in sight. */
export function ChatLog({ lines, large = false }: { lines: readonly ChatLine[]; large?: boolean }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [lines.length])
  if (lines.length === 0) return <p className="kb-chat-list kb-note">暂无消息</p>
  return (
    <div ref={list} className="kb-chat-list" role="log" tabIndex={0} aria-label="消息记录">
      {lines.map(({ id, name, content, at, isStrong }) => (
        <p
          key={id}
          className={`kb-chat-line kb-below-12 kb-break${large ? ' kb-size-16' : ''}${isStrong ? ' kb-chat-strong' : ''}`}
        >
          <span>
            {name} <time dateTime={at}>{formatTime(at, true).slice(11)}</time>
          </span>
          {content}
        </p>
      ))}
    </div>
  )
}

interface ChatInputProps {
  busy: boolean
  maxLength: number
  /** Returns whether it was sent: then the field is emptied. */
  onSend: (content: string) => Promise<boolean>
}

/** Where a message is written; Enter sends it, with Shift or Ctrl it begins a line. */
export function ChatInput({ busy, maxLength, onSend }: ChatInputProps) {
  const [text, setText] = useState('')
  const send = async () => {
    const content = text.trim()
    if (content && (await onSend(content))) setText('')
  }
  return (
    <>
      <Input.TextArea
        aria-label="消息内容"
        placeholder="输入消息，Enter 发送"
        rows={2}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void send()
        }}
      />
      <Button type="primary" size="small" loading={busy} onClick={() => void send()}>
        发送
      </Button>
    </>
  )
}
