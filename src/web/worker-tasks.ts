import type { TaskMap } from './in-worker.ts'

/** The other side of `inWorker`: does what is asked, in a worker's thread. */
export function serveTasks<M extends TaskMap>(work: {
  [N in keyof M]: (input: M[N]['input']) => Promise<M[N]['output']>
}): void {
  const scope = self as unknown as {
    onmessage: ((event: MessageEvent<{ name: keyof M; input: never }>) => void) | null
    postMessage(message: unknown): void
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has no target origin
  const answer = (message: unknown) => scope.postMessage(message)
  scope.onmessage = ({ data }) => {
    work[data.name](data.input).then(
      (value) => answer({ ok: true, value }),
      (error: unknown) =>
        answer({
          ok: false,
          reason: reasonOf(error),
          message: error instanceof Error ? error.message : String(error),
        }),
    )
  }
}

function reasonOf(error: unknown): string | null {
  const { reason } = (error ?? {}) as { reason?: unknown }
  return typeof reason === 'string' ? reason : null
}
