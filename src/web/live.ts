import { useEffect, useRef } from 'react'
import { callContext, queryString } from './call.ts'

/** One live event as the server sends it in `data:` (JSON), with the outbox position as `id:`. */
export interface LiveEvent {
  kind: string
  at: string
  topics: string[]
  payload: unknown
}

interface Listener {
  topics: readonly string[]
  onEvent: (event: LiveEvent) => void
  onResync?: (() => void) | undefined
}

const listeners = new Set<Listener>()
const lostListeners = new Set<() => void>()
let source: EventSource | null = null
let connectedTo = ''
let pending: ReturnType<typeof setTimeout> | undefined
let behind = false

/**
 * Listens to topics (`order:<id>`) over the page's one event stream. After an interruption the stream resumes behind the
 * last event seen, and `onResync` is called so that the page loads its state again.
 */
export function useLive(
  topics: string | readonly string[],
  onEvent: (event: LiveEvent) => void,
  onResync?: () => void,
): void {
  const handlers = useRef({ onEvent, onResync })
  handlers.current = { onEvent, onResync }
  const wanted = (typeof topics === 'string' ? [topics] : topics).filter((topic) => topic !== '').join(',')
  useEffect(() => {
    if (wanted === '') return
    const listener: Listener = {
      topics: wanted.split(','),
      onEvent: (event) => handlers.current.onEvent(event),
      onResync: () => handlers.current.onResync?.(),
    }
    listeners.add(listener)
    plan()
    return () => {
      listeners.delete(listener)
      plan()
    }
  }, [wanted])
}

/** Tells whenever the stream breaks off or is refused: the server ends it for somebody whose standing has changed. */
export function onStreamLost(lost: () => void): () => void {
  lostListeners.add(lost)
  return () => lostListeners.delete(lost)
}

/** Connects for the union of all topics, once per round of changes. */
function plan(): void {
  clearTimeout(pending)
  pending = setTimeout(connect, 50)
}

function connect(): void {
  const topics = [...new Set([...listeners].flatMap((l) => l.topics))].toSorted().join(',')
  if (topics === connectedTo && source && source.readyState !== EventSource.CLOSED) return
  source?.close()
  source = null
  connectedTo = topics
  if (topics === '') {
    behind = false
    return
  }
  const opened = new EventSource(`${callContext.base}/live${queryString({ topics })}`)
  source = opened
  opened.onmessage = receive
  // The browser's own reconnect resumes by Last-Event-ID; too far behind, the server says so instead of replaying.
  opened.addEventListener('resync', resync)
  opened.onopen = () => {
    if (behind) resync()
    // A stream opened for another set of topics starts at the present: what came between the two must be loaded.
    behind = true
  }
  opened.onerror = () => {
    for (const lost of lostListeners) lost()
    // The browser gives up for good after some answers (e.g. 502 while a node restarts): then we try again.
    if (opened.readyState === EventSource.CLOSED && source === opened) {
      clearTimeout(pending)
      pending = setTimeout(connect, 3_000)
    }
  }
}

function resync(): void {
  for (const listener of listeners) listener.onResync?.()
}

function receive(message: MessageEvent<string>): void {
  const event = JSON.parse(message.data) as LiveEvent
  for (const listener of listeners)
    if (event.topics.some((topic) => listener.topics.includes(topic))) listener.onEvent(event)
}
