import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../context.ts'
import type { Route } from '../implement.ts'
import { addressOf } from './calls.ts'
import type { Gate } from './gate.ts'

/** What a service may send at once. */
const LIMIT = 64 * 1024

/** Registers calls of other services: their bytes reach `receive` as they came, whatever they call themselves. */
export function registerRaw(
  scope: FastifyInstance,
  kernel: Kernel,
  { gate, routes }: { gate: Gate; routes: readonly Route[] },
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT }, (_request, body, done) => done(null, body))
  for (const { endpoint, receive } of routes) {
    scope.route({
      method: endpoint.method,
      url: addressOf(endpoint),
      bodyLimit: LIMIT,
      handler: async (request, reply) => {
        const answer = await receive!(kernel, {
          params: request.params as Record<string, string>,
          headers: request.headers,
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          tenantId: await gate.tenantOf(request),
          ip: request.ip,
          requestId: request.id,
        })
        return reply
          .status(answer.status)
          .headers(answer.headers ?? {})
          .send(answer.body ?? '')
      },
    })
  }
}
