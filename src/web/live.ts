import { useEffect, useRef } from 'react'
import { callContext, queryString } from './call.ts'
import { noteLive } from './live-kinds.ts'

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
  onResync: () => void
}

const listeners = new Set<Listener>()
const lostListeners = new Set<() => void>()
let source: EventSource | null = null
let connectedTo = ''
/** What the server has refused: not asked for again as long as the same parts of the page listen to it. */
const refused = new Set<string>()
let pending: ReturnType<typeof setTimeout> | undefined

/**
 * Listens to topics (`order:<id>`) over the page's one event stream: what an event tells of is loaded again
 * (`live-kinds.ts`), and all of it whenever the stream has been opened: it starts at the present, and what the page loaded
 * before may have changed meanwhile. `onEvent` and `onResync` are for what no call brings.
 */
export function useLive(
  topics: string | readonly string[],
  onEvent?: (event: LiveEvent) => void,
  onResync?: () => void,
): void {
  const handlers = useRef({ onEvent, onResync })
  handlers.current = { onEvent, onResync }
  const wanted = (typeof topics === 'string' ? [topics] : topics).filter((topic) => topic !== '').join(',')
  useEffect(() => {
    if (wanted === '') return
    const listener: Listener = {
      topics: wanted.split(','),
      onEvent: (event) => handlers.current.onEvent?.(event),
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
  const wanted = new Set([...listeners].flatMap((l) => l.topics))
  for (const topic of refused) if (!wanted.has(topic)) refused.delete(topic)
  const topics = [...wanted]
    .filter((topic) => !refused.has(topic))
    .toSorted()
    .join(',')
  if (topics === connectedTo && source && source.readyState !== EventSource.CLOSED) return
  source?.close()
  source = null
  connectedTo = topics
  if (topics === '') return
  const opened = new EventSource(addressOf(topics))
  source = opened
  opened.onmessage = receive
  // The browser's own reconnect resumes by Last-Event-ID; too far behind, the server says so instead of replaying.
  opened.addEventListener('resync', resync)
  opened.onopen = resync
  opened.onerror = () => {
    for (const lost of lostListeners) lost()
    // The browser gives up for good after some answers (e.g. 502 while a node restarts): then we try again, without
    // what is not for us to hear.
    if (opened.readyState === EventSource.CLOSED && source === opened) void tryAgain(opened, topics.split(','))
  }
}

async function tryAgain(closed: EventSource, topics: readonly string[]): Promise<void> {
  if (await isRefused(topics.join(',')))
    for (const topic of topics) if (topics.length === 1 || (await isRefused(topic))) refused.add(topic)
  if (source !== closed) return
  clearTimeout(pending)
  pending = setTimeout(connect, 3_000)
}

/** The browser does not tell a page why its stream was closed. */
async function isRefused(topics: string): Promise<boolean> {
  const looked = new AbortController()
  try {
    const { status } = await fetch(addressOf(topics), { signal: looked.signal })
    return status === 401 || status === 403 || status === 404
  } catch {
    return false
  } finally {
    looked.abort()
  }
}

function addressOf(topics: string): string {
  return `${callContext.base}/live${queryString({ topics })}`
}

function resync(): void {
  for (const topic of new Set([...listeners].flatMap((listener) => listener.topics))) noteLive(topic)
  for (const listener of listeners) listener.onResync()
}

function receive(message: MessageEvent<string>): void {
  const event = JSON.parse(message.data) as LiveEvent
  for (const topic of event.topics) noteLive(topic, event.kind)
  for (const listener of listeners)
    if (event.topics.some((topic) => listener.topics.includes(topic))) listener.onEvent(event)
}
