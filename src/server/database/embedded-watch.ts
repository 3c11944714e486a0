import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends of the server within the window after which it is not started again: a disk that is full stays full. */
const MOST_ENDS = 5
const WINDOW_MS = 60_000
const PAUSE_MS = 200

export interface Watched {
  /** Ends the watch, then the server. */
  stop(): Promise<void>
}

interface WatchOptions {
  /** Starts the server again at the same address; undefined when it does not come up. */
  restart: () => Promise<ChildProcess | undefined>
  stopChild: (child: ChildProcess) => Promise<void>
  onProgress: (text: string) => void
  /** The server ends again and again, or does not come up: nothing can be served. */
  onGone: () => void
}

/**
 * Starts a database server again whenever its process ends unasked: killed, out of memory, crashed. What was committed is
 * there again after its recovery; connections that were open are gone, and their users connect anew.
 */
export function watchServer(first: ChildProcess, options: WatchOptions): Watched {
  let child = first
  let isStopping = false
  let restarting: Promise<void> = Promise.resolve()
  const ends: number[] = []

  const guard = (running: ChildProcess) => {
    running.once('exit', () => {
      if (!isStopping) restarting = again()
    })
  }
  const again = async (): Promise<void> => {
    options.onProgress('数据库进程意外结束，正在重新启动 / the database ended by itself and is started again')
    for (;;) {
      const now = Date.now()
      ends.push(now)
      if (ends.filter((at) => at > now - WINDOW_MS).length > MOST_ENDS) return options.onGone()
      await sleep(PAUSE_MS * ends.length)
      if (isStopping) return
      const next = await options.restart().catch(() => undefined)
      if (!next) continue
      child = next
      options.onProgress('数据库已恢复 / the database is back')
      // It may have ended while we were told that it is up.
      if (next.exitCode === null && next.signalCode === null) return guard(next)
    }
  }
  guard(first)
  return {
    async stop() {
      isStopping = true
      await restarting
      await options.stopChild(child)
    },
  }
}
