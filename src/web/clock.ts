import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { remaining } from '#contract/time.ts'
import { call } from './call.ts'
import { serverTime } from './platform.ts'

/** Ticks between two looks at the server's clock, with and without a countdown on the page (specification 1 §4, 2 §4.2). */
const TICKS = 60
const COUNTDOWN_TICKS = 10

export interface Clock {
  /** Server time in ms since 1970, from a monotonic local source. */
  now(): number
  /** Half of the round trip of the last measurement: the largest possible error, in ms. Infinity before the first. */
  error(): number
  /** Measures once. A measurement slower than what a fresh one gave is kept only when the fresh one is old. */
  sync(): Promise<void>
}

/**
 * The server's clock as seen from here: offset = server time − the middle of the request. `fetchTime` resolves to the
 * server's ms; `local` is monotonic ms (changing the computer's clock must not move a deadline).
 */
export function createClock(fetchTime: () => Promise<number>, local: () => number, initial = 0): Clock {
  let offset = initial
  let error = Infinity
  let measuredAt = -Infinity
  return {
    now: () => local() + offset,
    error: () => error,
    async sync() {
      const sent = local()
      const server = await fetchTime()
      const received = local()
      const half = (received - sent) / 2
      const fresh = received - measuredAt < 5 * 60_000
      if (fresh && half > error * 2 && half > 100) return
      offset = server - (sent + half)
      error = half
      measuredAt = received
    },
  }
}

const monotonic = () => performance.now()

/** The one clock of this page. Until the first measurement it shows the computer's time. */
export const clock = createClock(async () => (await call(serverTime)).epochMs, monotonic, Date.now() - monotonic())

let ticks = 0
let countdowns = 0
let timer: ReturnType<typeof setTimeout> | undefined
let second = 0
const listeners = new Set<() => void>()

/** Server time in whole seconds (as ms), new every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => second || wholeSecond())
}

export type Remaining = ReturnType<typeof remaining> & { over: boolean }

/**
 * What remains until `deadline` (ISO instant), new every second, with the clock compared every 10 s while it runs.
 * null without a deadline.
 */
export function useCountdown(deadline: string | null | undefined): Remaining | null {
  const now = useNow()
  const end = useMemo(() => (deadline ? new Date(deadline).getTime() : null), [deadline])
  const running = end !== null && end > now
  useEffect(() => {
    if (!running) return
    countdowns += 1
    return () => void (countdowns -= 1)
  }, [running])
  if (end === null) return null
  return { ...remaining(end - now), over: end <= now }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) start()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start(): void {
  second = wholeSecond()
  void resync()
  schedule()
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onVisible)
}

function stop(): void {
  clearTimeout(timer)
  document.removeEventListener('visibilitychange', onVisible)
  window.removeEventListener('online', onVisible)
}

/** The next tick falls on the server's next full second. */
function schedule(): void {
  timer = setTimeout(tick, 1000 - (clock.now() % 1000) + 1)
}

function tick(): void {
  ticks += 1
  if (ticks % (countdowns > 0 ? COUNTDOWN_TICKS : TICKS) === 0) void resync()
  publish()
  schedule()
}

function publish(): void {
  second = wholeSecond()
  for (const listener of listeners) listener()
}

async function resync(): Promise<void> {
  try {
    await clock.sync()
    publish()
  } catch {
    // The clock goes on from the last measurement; the next one comes in a minute at the latest.
  }
}

function onVisible(): void {
  if (document.visibilityState === 'visible') void resync()
}

function wholeSecond(): number {
  return Math.floor(clock.now() / 1000) * 1000
}
