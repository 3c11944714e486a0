import { parentPort, Worker, type ResourceLimits, type Transferable } from 'node:worker_threads'
import { AppError, type ErrorName } from '#contract/errors.ts'

interface Request<Job> {
  id: number
  job: Job
}

/** Errors lose their class between threads; an AppError is put together again on the other side. */
type Response<Result> =
  | { id: number; result: Result }
  | { id: number; app: { name: ErrorName; message: string; details: unknown } }
  | { id: number; message: string }

export interface ThreadOptions {
  /** Milliseconds after which a job, and with it the thread, is given up. */
  timeout: number
  /** What a person reads then, and when the thread dies. */
  message: string
  limits?: ResourceLimits
  /** Milliseconds without a job after which the thread ends. */
  idle?: number
}

interface Pending<Result> {
  resolve: (result: Result) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/**
 * A worker thread for work that would block the event loop: started with the first job, one job after the other, not
 * keeping the process alive while idle, replaced after it died. Without work for a while it ends: it holds what its
 * libraries took, a hundred megabytes of typesetter among them, and starts again in half a second. Jobs fail with `unavailable` when it takes too long or
 * dies, otherwise with what the worker threw.
 */
export function threadOf<Job, Result>(
  script: URL,
  { timeout, message, limits, idle = 30_000 }: ThreadOptions,
): (job: Job) => Promise<Result> {
  let worker: Worker | undefined
  let lastId = 0
  let rest: NodeJS.Timeout | undefined
  const pending = new Map<number, Pending<Result>>()

  const settle = (id: number) => {
    const job = pending.get(id)
    clearTimeout(job?.timer)
    pending.delete(id)
    if (pending.size === 0) {
      worker?.unref()
      clearTimeout(rest)
      rest = setTimeout(end, idle).unref()
    }
    return job
  }
  const end = () => {
    const ending = worker
    worker = undefined
    void ending?.terminate()
  }
  const fail = () => {
    end()
    for (const id of pending.keys()) settle(id)?.reject(new AppError('unavailable', message))
  }
  const start = () => {
    const thread = new Worker(script, { resourceLimits: limits })
    thread.on('message', (response: Response<Result>) => {
      const job = settle(response.id)
      if ('result' in response) job?.resolve(response.result)
      else if ('app' in response)
        job?.reject(new AppError(response.app.name, response.app.message, response.app.details))
      else job?.reject(new Error(response.message))
    })
    thread.on('error', () => worker === thread && fail())
    thread.on('exit', () => worker === thread && fail())
    return thread
  }
  return (job) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      clearTimeout(rest)
      pending.set(id, { resolve, reject, timer: setTimeout(fail, timeout) })
      worker ??= start()
      worker.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, job } satisfies Request<Job>)
    })
}

/** The worker's side: answers each job with what `work` returns; `transfer` names what need not be copied. */
export function serve<Job, Result>(
  work: (job: Job) => Result | Promise<Result>,
  transfer: (result: Result) => Transferable[] = () => [],
) {
  const port = parentPort!
  let last = Promise.resolve()
  port.on('message', ({ id, job }: Request<Job>) => {
    last = last.then(async () => {
      try {
        const result = await work(job)
        port.postMessage({ id, result } satisfies Response<Result>, transfer(result))
      } catch (error) {
        port.postMessage(failure(id, error))
      }
    })
  })
}

function failure(id: number, error: unknown): Response<never> {
  if (!(error instanceof AppError)) return { id, message: error instanceof Error ? error.message : String(error) }
  return { id, app: { name: error.errorName, message: error.message, details: error.details } }
}
