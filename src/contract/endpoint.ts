import * as z from 'zod'
import type { ErrorName } from './errors.ts'
import type { Kind } from './kinds.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How a call answers: a JSON value, a file, or a server-sent stream. */
export type Answer = 'json' | 'file' | 'stream'

/**
 * A call as a constant: registration key on the server, argument of `call()` in the browser, source of the OpenAPI
 * document. Paths are those of the specification, without the `/api` in front.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  /** e.g. `/workbench/purchaser/orders/{orderId}` */
  readonly path: string
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly returns: R
  /** Errors a caller should expect beyond the uniform ones (400, 401, 403, 404, 500). */
  readonly errors: readonly ErrorName[]
  readonly answer: Answer
  /** Creating or irreversible: takes effect once per Idempotency-Key, which `call()` sends by itself. */
  readonly once: boolean
  /** Takes `multipart/form-data`; the handler reads the parts itself. */
  readonly multipart: boolean
  /** Takes its body as `application/x-www-form-urlencoded` as well. */
  readonly formEncoded: boolean
  /**
   * Why an act makes no page load again what it changes, or a reading call is not loaded again by acts: it comes too often,
   * and the page keeps up by itself.
   */
  readonly apart?: string
  /** Kinds of live events with which a reading call is loaded again, besides what it reads. */
  readonly follows?: readonly Kind[]
}

const Nothing = z.object({})
type Nothing = typeof Nothing

interface Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  method: Method
  path: string
  summary: string
  params?: P
  query?: Q
  body?: B
  returns?: R
  errors?: readonly ErrorName[]
  answer?: Answer
  once?: boolean
  multipart?: boolean
  formEncoded?: boolean
  apart?: string
  follows?: readonly Kind[]
}

/** Declares a call. Parts left out are empty; `once` is true for POST unless said otherwise. */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  R extends z.ZodType = z.ZodVoid,
>(definition: Definition<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    errors: [],
    answer: 'json',
    once: definition.method === 'POST',
    multipart: false,
    formEncoded: false,
    params: Nothing as unknown as P,
    query: Nothing as unknown as Q,
    body: Nothing as unknown as B,
    returns: z.void() as unknown as R,
    ...definition,
  }
}

/** What a caller gives: parameters, query and body together, each only where the endpoint has it. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', z.input<P>> & Part<'query', z.input<Q>> & Part<'body', z.input<B>>
    : never

export type OutputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never

type Part<K extends string, V> = {} extends V ? { [key in K]?: V } : { [key in K]: V }

/** The path with its parameters filled in, without query. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Record<string, unknown> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new Error(`missing path parameter ${name}`)
    return encodeURIComponent(`${value as string | number}`)
  })
}
