import { useEffect, useRef } from 'react'

/**
 * Runs something every `ms` milliseconds, also while another tab is looked at: browsers slow the timers of hidden pages
 * down to one a minute, those of workers they leave alone.
 */
export function useSteadyBeat(ms: number, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const worker = new Worker(new URL('./beat-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = () => latest.current()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has no target origin
    worker.postMessage(ms)
    return () => worker.terminate()
  }, [ms])
}
