import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { wholeActor } from './gate.ts'
import type { Parts } from './parts.ts'

const MAX_TOPICS = 20

/** `GET /api/live?topics=a:1,b:2`: server-sent events of the topics the caller may hear, resumed by Last-Event-ID. */
export function registerLive(app: FastifyInstance, parts: Pick<Parts, 'gate' | 'kernel' | 'live' | 'topics'>): void {
  const { gate, kernel, live } = parts
  const byPrefix = new Map(parts.topics.map((t) => [t.prefix, t]))
  app.get<{ Querystring: { topics?: string } }>('/api/live', { schema: { hide: true } }, async (request, reply) => {
    const actor = await wholeActor(gate, request)
    const tenantId = actor?.tenantId ?? (await gate.tenantOf(request))
    const topics = (request.query.topics ?? '').split(',').filter(Boolean)
    if (topics.length === 0 || topics.length > MAX_TOPICS) throw new AppError('badRequest')
    for (const topic of topics) {
      const [prefix = '', id = ''] = topic.split(':', 2)
      const rule = byPrefix.get(prefix)
      if (!rule || !(await rule.allows(kernel, { tenantId, actor }, id))) throw new AppError('notFound')
    }
    const last = Number(request.headers['last-event-id'] ?? Number.NaN)
    reply.hijack()
    await live.add(
      { tenantId, actor, topics: new Set(topics), response: reply.raw },
      Number.isInteger(last) ? last : null,
    )
  })
}
