import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parentPort, Worker, type ResourceLimits, type Transferable } from 'node:worker_threads'
import { AppError, type ErrorName } from '#contract/errors.ts'

/** Errors lose their class on the way; an AppError is put together again on the other side. */
type Response<Result> =
  | { result: Result }
  | { app: { name: ErrorName; message: string; details: unknown } }
  | { message: string }

export interface ThreadOptions {
  /**
   * Milliseconds after which a job is given up, and what does it ended. Those of a process are of its processor time, since
   * a busy machine is no fault of the job; by the clock it may take eight times as long.
   */
  timeout: number
  /** What a person reads then, and when the thread dies. */
  message: string
  limits?: ResourceLimits
  /** Milliseconds without a job after which the thread ends. */
  idle?: number
}

interface Job<Input, Result> {
  input: Input
  resolve: (result: Result) => void
  reject: (error: Error) => void
}

/** A thread or a process that does jobs. */
interface Carrier {
  post(job: unknown): void
  onMessage(heard: (response: unknown) => void): void
  onEnd(ended: () => void): void
  /** Processor time that it has used so far, ms; null where nobody tells. */
  spent(): Promise<number | null>
  ref(): void
  unref(): void
  end(): void
}

/** How many times its processor time a job may take by the clock. */
const PATIENCE = 8

/**
 * A worker thread for work that would block the event loop: started with the first job, one job after the other, not
 * keeping the process alive while idle, replaced after it died. Without work for a while it ends: it holds what its
 * libraries took, a hundred megabytes of typesetter among them, and starts again in half a second. A job fails with
 * `unavailable` when it takes too long or its thread dies with it, otherwise with what the worker threw; the jobs behind
 * it go on in a new thread.
 */
export function threadOf<Input, Result>(script: URL, options: ThreadOptions): (input: Input) => Promise<Result> {
  return workerOf(options, () => threadCarrier(script, options.limits))
}

/**
 * The same in a process of its own, for what people bring along: native code cannot be stopped in a thread, and takes
 * processors, thread pool and memory from everything else. It has a lower priority and none of our settings.
 */
export function processOf<Input, Result>(script: URL, options: ThreadOptions): (input: Input) => Promise<Result> {
  return workerOf(options, () => processCarrier(script, options.limits))
}

function workerOf<Input, Result>(
  { timeout, message, idle = 30_000 }: ThreadOptions,
  start: () => Carrier,
): (input: Input) => Promise<Result> {
  let carrier: Carrier | undefined
  let current: Job<Input, Result> | undefined
  let limit: NodeJS.Timeout | undefined
  let rest: NodeJS.Timeout | undefined
  const waiting: Job<Input, Result>[] = []

  const next = () => {
    clearTimeout(limit)
    clearTimeout(rest)
    current = waiting.shift()
    if (!current) {
      carrier?.unref()
      rest = setTimeout(end, idle).unref()
      return
    }
    carrier ??= begin()
    carrier.ref()
    carrier.post(current.input)
    void watch(current, carrier)
  }
  const watch = async (job: Job<Input, Result>, own: Carrier) => {
    const isOver = () => job !== current || own !== carrier
    const before = await own.spent()
    for (let round = 1; round <= PATIENCE; round++) {
      if (isOver()) return
      await new Promise<void>((resolve) => (limit = setTimeout(resolve, timeout)))
      const now = await own.spent()
      if (isOver()) return
      if (before === null || now === null || now - before >= timeout) break
    }
    fail()
  }
  const end = () => {
    const ending = carrier
    carrier = undefined
    ending?.end()
  }
  const fail = () => {
    end()
    current?.reject(new AppError('unavailable', message))
    next()
  }
  const begin = () => {
    const own = start()
    own.onMessage((given) => {
      if (carrier !== own) return
      const response = given as Response<Result>
      const job = current
      next()
      if ('result' in response) job?.resolve(response.result)
      else if ('app' in response)
        job?.reject(new AppError(response.app.name, response.app.message, response.app.details))
      else job?.reject(new Error(response.message))
    })
    own.onEnd(() => carrier === own && fail())
    return own
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (!current) next()
    })
}

function threadCarrier(script: URL, limits: ResourceLimits | undefined): Carrier {
  const thread = new Worker(script, { resourceLimits: limits })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    post: (job) => thread.postMessage(job),
    onMessage: (heard) => void thread.on('message', heard),
    onEnd: (ended) => void thread.on('error', ended).on('exit', ended),
    // Only the thread itself could tell, and not while native code holds it.
    spent: async () => null,
    ref: () => thread.ref(),
    unref: () => thread.unref(),
    end: () => void thread.terminate(),
  }
}

function processCarrier(script: URL, limits: ResourceLimits | undefined): Carrier {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const heap = limits?.maxOldGenerationSizeMb
  const child = fork(fileURLToPath(script), {
    serialization: 'advanced',
    execArgv: heap ? [`--max-old-space-size=${heap}`] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // No secrets; and its libraries start no more threads than it may have processors.
    env: { PATH, HOME, TMPDIR, LANG, RAYON_NUM_THREADS: '1', UV_THREADPOOL_SIZE: '2' },
  })
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  } catch {
    // Gone already, which its end tells.
  }
  return {
    post: (job) => void child.send(job as object, () => undefined),
    onMessage: (heard) => void child.on('message', heard),
    onEnd: (ended) => void child.on('error', ended).on('exit', ended),
    spent: () => processorTime(child.pid!),
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** Milliseconds that the processors worked for a process, as Linux tells in ticks of 10; null elsewhere. */
async function processorTime(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // Behind the name, which may hold anything: state is the third field, user and system time the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The worker's side: answers each job with what `work` returns; `transfer` names what need not be copied. */
export function serve<Input, Result>(
  work: (job: Input) => Result | Promise<Result>,
  transfer: (result: Result) => Transferable[] = () => [],
) {
  const port = parentPort
  const answer = async (job: Input, send: (response: Response<Result>, moved: Transferable[]) => void) => {
    try {
      const result = await work(job)
      send({ result }, transfer(result))
    } catch (error) {
      send(failure(error), [])
    }
  }
  if (port) port.on('message', (job: Input) => void answer(job, (response, moved) => port.postMessage(response, moved)))
  else {
    process.on('message', (job) => void answer(job as Input, (response) => void process.send?.(response)))
    process.on('disconnect', () => process.exit())
  }
}

function failure(error: unknown): Response<never> {
  if (!(error instanceof AppError)) return { message: error instanceof Error ? error.message : String(error) }
  return { app: { name: error.errorName, message: error.message, details: error.details } }
}
