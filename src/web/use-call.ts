import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryFunctionContext, UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import type { CallOptions, LooseInput } from './call.ts'
import { CallError, call, callContext } from './call.ts'
import { ask, toast } from './feedback.ts'
import { cover, whileAsking } from './overlay.ts'
import { useReadOnly } from './read-only.ts'
import { followLoad } from './stale.ts'
import { whyUnfinished } from './unfinished.ts'

export interface CallHookOptions {
  enabled?: boolean
  /** Milliseconds between two automatic reloads. */
  every?: number
  /** Milliseconds during which an answer counts as fresh; 5 s unless told. */
  fresh?: number
  /** Keep showing the answer of the input before while the next one loads (lists). */
  keep?: boolean
}

export type Loaded<T> = UseQueryResult<T, CallError>

type HookArguments<E> =
  {} extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallHookOptions]
    : [input: InputOf<E>, options?: CallHookOptions]

const REFUSED: ReadonlySet<number> = new Set([ERRORS.notFound.code, ERRORS.forbidden.code, ERRORS.noRight.code])

/** Loads an endpoint and keeps the answer per workbench and input. Errors are the page kit's to show. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: HookArguments<E>
): Loaded<OutputOf<E>> {
  return useQuery<OutputOf<E>, CallError>({
    queryKey: keyOf(endpoint, input),
    queryFn: loadOf(endpoint, input),
    enabled: options.enabled ?? true,
    // What is not there, or not for this person, does not come by asking again.
    refetchInterval: ({ state }) => (state.error && REFUSED.has(state.error.code) ? false : (options.every ?? false)),
    staleTime: options.fresh ?? 5_000,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** The answer of a call, waited for: somebody quick with a button must not miss it. Undefined where it fails. */
export function answerOf<T>({ data, refetch }: Loaded<T>): () => Promise<T | undefined> {
  return async () => data ?? (await refetch()).data
}

/** How the query cache loads a call: for hooks and for what is fetched ahead. */
export function loadOf<E extends Endpoint>(endpoint: E, input?: unknown) {
  return (context: QueryFunctionContext): Promise<OutputOf<E>> =>
    followLoad(context, async (onReads) => {
      const answer = await loose(endpoint, input ?? {}, { signal: context.signal, onReads })
      // A void answer is stored as null: the query cache refuses undefined.
      return (answer ?? null) as OutputOf<E>
    })
}

/** Cache key of a call: method, path, workbench, input. */
export function keyOf(endpoint: Pick<Endpoint, 'method' | 'path'>, input?: unknown): readonly unknown[] {
  const head = [endpoint.method, endpoint.path, callContext.workbench]
  return input === undefined ? head : [...head, input]
}

export interface ActionOptions<T> {
  /** Shown as a toast when it worked; may depend on the answer. */
  success?: string | ((output: T) => string)
  /** false: no covering of the page while it runs. */
  overlay?: boolean
  /** true: the caller shows the error itself. */
  quiet?: boolean
  onDone?: (output: T) => void
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; error: CallError }

export interface Action<E> {
  run: (...args: {} extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]) => Promise<Outcome<OutputOf<E>>>
  busy: boolean
}

/**
 * A changing call behind a button. A second click while it runs joins the first; a repeat after an unknown outcome
 * (no network, server fault) carries the same idempotency key; an answer with `isConfirm` asks and repeats with
 * `confirm: true`; the page is covered while it runs, and it is refused while a file is still being sent; a failure is
 * shown as the server words it, unless whoever awaits it shows it at once and marks it `handled`.
 */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<OutputOf<E>> = {}): Action<E> {
  const [busy, setBusy] = useState(false)
  const running = useRef<Promise<Outcome<OutputOf<E>>> | null>(null)
  const intent = useRef<Intent | null>(null)
  const readOnly = useReadOnly()
  const latest = useRef(options)
  latest.current = options

  const run = useCallback(
    (input?: InputOf<E>): Promise<Outcome<OutputOf<E>>> => {
      if (running.current) return running.current
      if (readOnly && changes(endpoint)) return refused('此处仅供查看，请在原页面操作')
      // What covers the page hands something in: a file still on its way would silently be left out.
      const unfinished = latest.current.overlay !== false && changes(endpoint) ? whyUnfinished() : null
      if (unfinished !== null) return refused(unfinished)
      const uncover = latest.current.overlay === false ? () => {} : cover()
      setBusy(true)
      running.current = attempt(endpoint, (input ?? {}) as LooseInput, intent)
        .then(async (outcome) => {
          const { success, quiet, onDone } = latest.current
          if (outcome.ok) {
            if (success) toast.success(typeof success === 'string' ? success : success(outcome.data))
            onDone?.(outcome.data)
          } else if (!quiet) showUnlessHandled(outcome.error)
          return outcome
        })
        .finally(() => {
          running.current = null
          uncover()
          setBusy(false)
        })
      return running.current
    },
    [endpoint, readOnly],
  )
  return { run, busy }
}

/** Shows why it failed, once whoever awaits it has had its turn: a form shows it at its fields. */
function showUnlessHandled(error: CallError): void {
  setTimeout(() => error.handled || error.isConfirm || toast.error(error.message))
}

/** Not even asked of the server, whatever button a screen draws. */
function refused(message: string): Promise<Outcome<never>> {
  const error = new CallError({ code: ERRORS.wrongState.code, message })
  error.handled = true
  toast.info(error.message)
  return Promise.resolve({ ok: false, error })
}

/** Not a reading call, nor one without lasting effect (a POST that may be repeated freely). */
function changes({ method, once }: Endpoint): boolean {
  return method !== 'GET' && (method !== 'POST' || once)
}

interface Intent {
  of: string
  key: string
}

async function attempt<E extends Endpoint>(
  endpoint: E,
  input: LooseInput,
  intent: { current: Intent | null },
): Promise<Outcome<OutputOf<E>>> {
  const of = JSON.stringify(input)
  if (intent.current?.of !== of) intent.current = { of, key: newId() }
  try {
    const data = await loose(endpoint, input, { key: intent.current.key })
    intent.current = null
    return { ok: true, data: data as OutputOf<E> }
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown
    if (!thrown.outcomeUnknown) intent.current = null
    const confirm = () => ask({ title: '请确认', content: thrown.message, cautious: true })
    if (thrown.isConfirm && (await whileAsking(confirm))) {
      return attempt(endpoint, { ...input, body: { ...(input.body as object), confirm: true } }, intent)
    }
    return { ok: false, error: thrown }
  }
}

/** The same call for code that knows the endpoint only in general. */
function loose(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<unknown> {
  return (call as (e: Endpoint, i: unknown, o: CallOptions) => Promise<unknown>)(endpoint, input, options)
}
