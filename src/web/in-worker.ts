/** Tasks by name, each with what it takes and gives; told to a worker and answered by it. */
export type TaskMap = Record<string, { input: unknown; output: unknown }>

interface Task {
  name: string
  input: unknown
}
type Reply = { ok: true; value: unknown } | { ok: false; reason: string | null; message: string }

/** Why a worker refused; `reason` is that of the error it met, where it had one. */
export class WorkerError extends Error {
  readonly reason: string | null

  constructor(reason: string | null, message: string) {
    super(message)
    this.name = 'WorkerError'
    this.reason = reason
  }
}

/** Has a worker do it, and ends the worker: secrets are in its memory only as long as they are used. */
export function inWorker<T>(worker: Worker, task: Task, unsupported: string): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.ok) resolve(data.value as T)
      else reject(new WorkerError(data.reason, data.message))
    }
    worker.onerror = () => reject(new WorkerError(null, unsupported))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has no target origin
    worker.postMessage(task)
  }).finally(() => worker.terminate())
}
