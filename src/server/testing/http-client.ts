import { randomUUID } from 'node:crypto'
import { type Endpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { IDEMPOTENCY_HEADER, TENANT_HEADER, WORKBENCH_HEADER, XSRF_COOKIE, XSRF_HEADER } from '#contract/workbench.ts'

/** A key that nobody named: `playTwice` leaves it out. */
export function ownKey(): string {
  return `own-${randomUUID()}`
}

/** A failed call, as the server told it. */
export class HttpError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(call: string, status: number, body: ErrorBody) {
    super(`${call}: ${status} ${body.code} ${body.message} ${body.details ? JSON.stringify(body.details) : ''}`)
    this.status = status
    this.body = body
  }
}

interface CallOptions {
  /** Repeat a request with the same key. */
  key?: string
  headers?: Record<string, string>
  /** Ends the request from the sender's side. */
  signal?: AbortSignal
}

/** A user at the other end of the wire: keeps cookies, sends what the browser would send. For tests and scripts. */
export class HttpClient {
  readonly base: string
  workbench = ''
  /** Named in a header where the address does not tell; 0: leave it to the address. */
  tenantId = 0
  readonly cookies = new Map<string, string>()

  constructor(base: string) {
    this.base = base
  }

  async login(account: string, password: string): Promise<void> {
    await this.raw('POST', '/api/login', { mode: 'password', account, password })
  }

  /** Calls an endpoint with checked types. Throws HttpError. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<OutputOf<E>> {
    const { params, query, body } = input as {
      params?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: unknown
    }
    return (await this.raw(endpoint.method, this.url(endpoint, { params, query }), body, {
      ...options,
      key: options.key ?? (endpoint.once ? ownKey() : undefined),
    })) as OutputOf<E>
  }

  /** Expects the call to fail and gives what the server said. */
  async refused<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<{ status: number } & ErrorBody> {
    try {
      await this.call(endpoint, input, options)
    } catch (error) {
      if (error instanceof HttpError) return { ...error.body, status: error.status }
      throw error
    }
    throw new Error(`${endpoint.method} ${endpoint.path} was expected to be refused`)
  }

  /** Downloads the answer of a file endpoint. */
  async file<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
  ): Promise<{ name: string; content: Buffer; mime: string }> {
    const { params, query, body } = input as {
      params?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: unknown
    }
    const response = await this.fetch(endpoint.method, this.url(endpoint, { params, query }), body, {
      key: endpoint.once ? ownKey() : undefined,
    })
    const disposition = response.headers.get('content-disposition') ?? ''
    return {
      name: decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? ''),
      content: Buffer.from(await response.arrayBuffer()),
      mime: response.headers.get('content-type') ?? '',
    }
  }

  /** Uploads bytes with the tus protocol and gives the stored file. */
  async upload(
    use: string,
    name: string,
    content: Uint8Array,
  ): Promise<{ fileId: string; sha256: string; name: string; size: number }> {
    const meta = Object.entries({ use, filename: name })
      .map(([k, v]) => `${k} ${Buffer.from(v).toString('base64')}`)
      .join(',')
    const created = await this.fetch('POST', '/api/files/tus', undefined, {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': String(content.length), 'upload-metadata': meta },
    })
    const location = new URL(created.headers.get('location')!, `${this.base}/api/files/tus`)
    const done = await this.fetch('PATCH', location.pathname, content, {
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
    return {
      fileId: done.headers.get('x-file-id')!,
      sha256: done.headers.get('x-file-sha256')!,
      name,
      size: content.length,
    }
  }

  // oxlint-disable-next-line max-params -- method, address, body, rest: in the order of a request
  async raw(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<unknown> {
    const response = await this.fetch(method, path, body, options)
    const text = await response.text()
    return text ? (JSON.parse(text) as unknown) : null
  }

  /** One request with cookies kept; throws HttpError on failure. */
  // oxlint-disable-next-line max-params -- as above
  async fetch(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
    const xsrf = this.cookies.get(XSRF_COOKIE)
    const binary = body instanceof Uint8Array || body instanceof FormData
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !binary ? { 'content-type': 'application/json' } : {}),
        ...(this.cookies.size > 0 ? { cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; ') } : {}),
        ...(xsrf ? { [XSRF_HEADER]: xsrf } : {}),
        ...(this.workbench ? { [WORKBENCH_HEADER]: this.workbench } : {}),
        ...(this.tenantId ? { [TENANT_HEADER]: String(this.tenantId) } : {}),
        ...(options.key ? { [IDEMPOTENCY_HEADER]: options.key } : {}),
        ...options.headers,
      },
      body: binary ? (body as BodyInit) : body === undefined ? undefined : JSON.stringify(body),
      ...(options.signal && { signal: options.signal }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), value)
    }
    if (!response.ok) {
      const text = await response.text()
      let failure: ErrorBody
      try {
        failure = JSON.parse(text) as ErrorBody
      } catch {
        failure = { code: response.status, message: text.slice(0, 200), requestId: '' }
      }
      throw new HttpError(`${method} ${path}`, response.status, failure)
    }
    return response
  }

  private url(
    endpoint: Endpoint,
    { params, query }: { params?: Record<string, unknown>; query?: Record<string, unknown> },
  ): string {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null && value !== '')
        search.set(name, `${value as string | number | boolean}`)
    }
    const text = search.toString()
    return `/api${pathOf(endpoint, params)}${text ? `?${text}` : ''}`
  }
}
