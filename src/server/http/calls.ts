import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_HEADER } from '#contract/workbench.ts'
import type { Actor } from '../actor.ts'
import { deriveKey } from '../config.ts'
import { inContext, type Kernel, type Scope } from '../context.ts'
import type { Touch } from '../database/touched.ts'
import type { Caller, FileAnswer, Input, Route } from '../implement.ts'
import { actOnEach } from './each.ts'
import { Footprint } from './footprint.ts'
import { admit, type Gate, refuseForged } from './gate.ts'
import { kindOf, type RequestLimits } from './request-limits.ts'
import { keepAnswer, lockOf, lookUp, type OnceRequest, onceRequest, once as runOnce, replayOf } from './idempotency.ts'

interface CallOptions {
  gate: Gate
  limits: RequestLimits
  route: Route
}

/** Registers a call: validation by its contract, admission, one transaction, idempotency, answer by its contract. */
export function registerCall(app: FastifyInstance, kernel: Kernel, options: CallOptions): void {
  const { gate, route } = options
  const { endpoint } = route
  const hasBody = takesJson(endpoint)
  const footprint = new Footprint(endpoint)
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint),
    schema: schemaOf(endpoint),
    // An absent body is an empty object, so that calls without one need no content type.
    preValidation: (request, _reply, done) => {
      if (hasBody && request.body == null) request.body = {}
      done()
    },
    onRequest: (request, _reply, done) => {
      if (!route.options.permit) refuseForged(gate, request)
      done()
    },
    handler: (request, reply) => answer(kernel, { ...options, footprint }, { request, reply }),
  })
}

/** The address of a call as Fastify writes it. */
export function addressOf({ path }: Endpoint): string {
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** What a call takes and gives, by its contract. */
export function schemaOf(endpoint: Endpoint) {
  return {
    params: endpoint.params,
    querystring: endpoint.query,
    ...(takesJson(endpoint) ? { body: endpoint.body } : {}),
    ...(endpoint.answer === 'json' ? { response: { 200: answerOf(endpoint.returns) } } : {}),
  }
}

async function answer(
  kernel: Kernel,
  { gate, limits, route, footprint }: CallOptions & { footprint: Footprint },
  raw: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { request, reply } = raw
  const { endpoint, options, handler } = route
  const permit = await options.permit?.(kernel, raw)
  const caller = permit?.caller ?? (await admit(gate, request, route))
  limits.take(caller.actor, reply, kindOf(request))
  const input: Input<unknown, unknown, unknown> = {
    params: request.params,
    query: request.query,
    body: request.body ?? {},
    raw,
    prepared: permit?.prepared,
    first: [],
    at: kernel.clock.now(),
  }
  if (options.prepare) {
    input.prepared = await options.prepare(kernel, input, caller)
    input.at = kernel.clock.now()
  }
  // A form is read while it is prepared: what came of it (name, hash and size of its file) is its content.
  const content = endpoint.multipart ? input.prepared : request.body
  const key = permit?.key ?? request.headers[IDEMPOTENCY_HEADER]
  const arrivedAt = new Date(kernel.clock.now().getTime() - reply.elapsedTime)
  const hashKey = deriveKey(kernel.config, 'request content')
  const once = endpoint.once ? onceOf(request, { endpoint, caller, content, key, arrivedAt, hashKey }) : null
  const lookups = once ? lookUp({ tenantId: caller.tenantId, now: kernel.clock.now() }, once) : []
  const touched = new Set<Touch>()
  const scope = {
    ...caller,
    touched,
    readOnly: options.readOnly ?? endpoint.method === 'GET',
    keepsAll: options.keepsAll ?? false,
    requestId: request.id,
    ip: request.ip,
    opening: [...lookups, ...(options.first?.(caller, input, kernel.clock.now()) ?? [])],
  }
  const { answer: result, replayed } = route.each
    ? await actOnEach(kernel, { ...route, each: route.each }, { scope, input, once })
    : route.inLane
      ? await goInLane(kernel, route.inLane, { scope, input, once })
      : await inContext(kernel, scope, async (ctx, opened) => {
          input.first = opened.slice(lookups.length)
          if (!once) return { answer: await handler(ctx, input), replayed: false }
          return runOnce(ctx, { request: once, opened: opened.slice(0, lookups.length).flat() }, () =>
            handler(ctx, input),
          )
        })
  footprint.tell(reply, touched, replayed)
  if (replayed) reply.header('idempotent-replay', 'true')
  if (endpoint.answer === 'json') return result ?? null
  if (endpoint.answer === 'stream') return reply
  return sendFile(reply, result as FileAnswer)
}

/** Its `scope` opens with the statements of `lookUp` and no others. */
function goInLane(
  kernel: Kernel,
  { lane, decide, queueOf, rivalOf }: NonNullable<Route['inLane']>,
  call: { scope: Scope<Actor | null>; input: Input<unknown, unknown, unknown>; once: OnceRequest | null },
) {
  const { scope, input, once } = call
  return lane.enter(kernel, {
    scope,
    rivals: [rivalOf(input, scope), ...(once ? [lockOf(scope.tenantId, once)] : [])],
    queue: queueOf(input),
    decide: (ctx, attempt) => decide(ctx, input, attempt),
    replay: (opened) => once && replayOf({ cipher: kernel.cipher, tenantId: scope.tenantId }, once, opened.flat()),
    keep: (ctx, answer) => once && keepAnswer(ctx, once, answer),
  })
}

function onceOf(
  request: FastifyRequest,
  given: { endpoint: Endpoint; caller: Caller; content: unknown; key: unknown; arrivedAt: Date; hashKey: Buffer },
): OnceRequest | null {
  const { endpoint, caller, content, ...rest } = given
  const call = `${endpoint.method} ${request.url}`
  return onceRequest({ ...rest, call, content: content ?? null, ip: request.ip }, caller.actor)
}

/** Nothing to tell is `null` in JSON. */
function answerOf(returns: z.ZodType): z.ZodType {
  return returns instanceof z.ZodVoid ? z.null() : returns
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const disposition = `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`
  reply.header('content-disposition', disposition).type(file.mime)
  // What a supplier uploaded must never run in our origin.
  reply
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'self'")
    .header('x-content-type-options', 'nosniff')
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply.send(file.content)
}

function takesJson({ method, multipart }: Endpoint): boolean {
  return method !== 'GET' && !multipart
}
