import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { ERRORS } from '#contract/errors.ts'
import { newId } from '#contract/id.ts'
import { CHANGED_HEADER, type Kind, READS_HEADER } from '#contract/kinds.ts'
import type { Workbench } from '#contract/workbench.ts'
import { IDEMPOTENCY_HEADER, TENANT_HEADER, WORKBENCH_HEADER, XSRF_COOKIE, XSRF_HEADER } from '#contract/workbench.ts'
import { whileAsking } from './overlay.ts'
import { noteChanged } from './stale.ts'

export const NETWORK_ERROR = '网络异常，请检查网络后重试'
const UNKNOWN_ERROR = '数据请求错误'

/** What every call carries with it; the session store keeps it current. */
export const callContext: CallContext = { base: '/api', workbench: null, tenantId: null, owner: '' }

interface CallContext {
  base: string
  workbench: Workbench | null
  tenantId: number | null
  /** Person and company: what is remembered in this browser belongs to them. */
  owner: string
}

/** A failed call. `code` is that of the catalogue; 0 means that no answer came. */
export class CallError extends Error {
  readonly code: number
  readonly details: unknown
  readonly requestId: string
  /** The call may be repeated with `confirm: true` after asking the person. */
  readonly isConfirm: boolean
  /** The person has been told (by the shell, at a field): nobody else should. */
  handled = false

  constructor(body: Partial<ErrorBody> & { code: number; message: string }) {
    super(body.message)
    this.name = 'CallError'
    this.code = body.code
    this.details = body.details
    this.requestId = body.requestId ?? ''
    this.isConfirm = body.isConfirm === true
  }

  /** A second factor is to be shown again; where one is set up, the page asks for the password instead. */
  get wantsProof(): boolean {
    const { details } = this
    const isPasswordEnough =
      typeof details === 'object' && details !== null && 'password' in details && details.password
    return this.code === ERRORS.stepUp.code && isPasswordEnough !== true
  }

  /** Nobody knows whether the server did it: repeating must carry the same idempotency key. */
  get outcomeUnknown(): boolean {
    return this.code === 0 || this.code === ERRORS.server.code || this.code === ERRORS.idempotencyBusy.code
  }
}

export interface CallOptions {
  /** Idempotency key of the person's intent; made here when the endpoint needs one and none is given. */
  key?: string
  signal?: AbortSignal
  /** Gets the kinds of records that the answer was read from. */
  onReads?: (kinds: readonly string[]) => void
}

/** `[input?, options?]` where nothing is required, `[input, options?]` otherwise. */
export type CallArguments<E> =
  {} extends InputOf<E> ? [input?: InputOf<E>, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions]

type Watcher = (error: CallError, endpoint: Pick<Endpoint, 'method' | 'path'>) => void
const watchers = new Set<Watcher>()

/** Tells `watcher` of every failed call, before its caller hears of it. Returns how to stop. */
export function onCallError(watcher: Watcher): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Lets the person prove who they are; resolves to whether they did. */
type Prover = () => Promise<boolean>
let prover: Prover | null = null
let proving: Promise<boolean> | null = null

/**
 * Registers what asks for a second factor in place: a call that was refused for want of one is sent again behind it, with
 * its input and key. Returns how to stop.
 */
export function provideProof(given: Prover): () => void {
  prover = given
  return () => {
    if (prover === given) prover = null
  }
}

/** Calls an endpoint and returns its typed answer. Throws CallError, and nothing else except an abort. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: CallArguments<E>
): Promise<OutputOf<E>> {
  const response = await send(endpoint, (input ?? {}) as LooseInput, options)
  // What a page loads to show it makes nothing stale: it would load itself for ever.
  if (!options?.onReads) noteChanged(kindsOf(response, CHANGED_HEADER) as Kind[])
  if (endpoint.answer === 'file') return (await whole(response.blob(), options)) as OutputOf<E>
  const text = await whole(response.text(), options)
  options?.onReads?.(kindsOf(response, READS_HEADER))
  return (text === '' ? undefined : JSON.parse(text)) as OutputOf<E>
}

/** The body of an answer. One that breaks off is no answer: a page that is being left loses what is still on its way. */
async function whole<T>(body: Promise<T>, { signal }: CallOptions = {}): Promise<T> {
  try {
    return await body
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError({ code: 0, message: NETWORK_ERROR })
  }
}

function kindsOf({ headers }: Response, name: string): string[] {
  return headers.get(name)?.split(',') ?? []
}

export interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Path and query of a call, as the browser asks for it: with `/api` in front, empty values left out. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, input: LooseInput = {}): string {
  return callContext.base + pathOf(endpoint, input.params) + queryString(input.query)
}

/** `?a=1&b=2`; undefined, null and '' are dropped, arrays repeat their name. */
export function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

async function send(endpoint: Endpoint, input: LooseInput, given: CallOptions = {}): Promise<Response> {
  // Sent again, it is the same intent.
  const options = endpoint.once ? { ...given, key: given.key ?? newId() } : given
  try {
    const first = await answerTo(endpoint, input, options)
    if (!(first instanceof CallError)) return first
    const second = (await isProvenAfter(first)) ? await answerTo(endpoint, input, options) : first
    if (second instanceof CallError) throw second
    return second
  } catch (error) {
    if (error instanceof CallError) for (const watcher of watchers) watcher(error, endpoint)
    throw error
  }
}

/** Whether the call was refused for want of a proof that the person has given since. Calls refused together ask once. */
async function isProvenAfter(error: CallError): Promise<boolean> {
  if (!prover || !error.wantsProof) return false
  proving ??= askForProof(prover)
  const isProven = await proving
  // Who does not want to has seen why.
  if (!isProven) error.handled = true
  return isProven
}

async function askForProof(ask: Prover): Promise<boolean> {
  try {
    return await whileAsking(ask)
  } finally {
    proving = null
  }
}

async function answerTo(endpoint: Endpoint, input: LooseInput, options: CallOptions): Promise<Response | CallError> {
  const response = await reach(endpoint, input, options)
  return response.ok ? response : errorOf(response)
}

async function reach(endpoint: Endpoint, input: LooseInput, options: CallOptions): Promise<Response> {
  const isForm = typeof FormData !== 'undefined' && input.body instanceof FormData
  const headers = commonHeaders()
  if (endpoint.once && options.key !== undefined) headers[IDEMPOTENCY_HEADER] = options.key
  if (input.body !== undefined && !isForm) headers['content-type'] = 'application/json'
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (input.body !== undefined) init.body = isForm ? (input.body as FormData) : JSON.stringify(input.body)
  if (options.signal) init.signal = options.signal
  try {
    return await fetch(urlOf(endpoint, input), init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new CallError({ code: 0, message: NETWORK_ERROR })
  }
}

/** Headers of every request of this page, uploads included. */
export function commonHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (callContext.workbench) headers[WORKBENCH_HEADER] = callContext.workbench
  if (callContext.tenantId !== null) headers[TENANT_HEADER] = String(callContext.tenantId)
  const token = typeof document === 'undefined' ? undefined : cookieOf(document.cookie, XSRF_COOKIE)
  if (token) headers[XSRF_HEADER] = token
  return headers
}

function cookieOf(cookies: string, name: string): string | undefined {
  const found = cookies.split('; ').find((part) => part.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}

async function errorOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null)
  if (isErrorBody(body)) return new CallError(body)
  const known = Object.values(ERRORS).find((row) => row.status === response.status)
  const message = known?.message ?? (response.statusText || UNKNOWN_ERROR)
  return new CallError({ code: response.status >= 500 ? ERRORS.server.code : response.status, message })
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}
