import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { wholeActor } from './gate.ts'
import type { Parts } from './parts.ts'
import type { RequestLimits } from './request-limits.ts'
import { takeOver } from './security.ts'

const MAX_TOPICS = 20

/** Of one person, over all its pages; of strangers at one address, who watch a public hall. */
const STREAMS = { person: 20, address: 500 }

type LiveParts = Pick<Parts, 'config' | 'gate' | 'kernel' | 'live' | 'topics'> & { limits: RequestLimits }

/** `GET /api/live?topics=a:1,b:2`: server-sent events of the topics the caller may hear, resumed by Last-Event-ID. */
export function registerLive(app: FastifyInstance, parts: LiveParts): void {
  const { gate, kernel, live, limits, config } = parts
  const streams = { person: STREAMS.person * config.limitsFactor, address: STREAMS.address * config.limitsFactor }
  const byPrefix = new Map(parts.topics.map((t) => [t.prefix, t]))
  app.get<{ Querystring: { topics?: string } }>('/api/live', async (request, reply) => {
    const actor = await wholeActor(gate, request)
    limits.take(actor, reply, 'read')
    const tenantId = actor?.tenantId ?? (await gate.tenantOf(request))
    const topics = (request.query.topics ?? '').split(',').filter(Boolean)
    if (topics.length === 0 || topics.length > MAX_TOPICS) throw new AppError('badRequest')
    for (const topic of topics) {
      const [prefix = '', id = ''] = topic.split(':', 2)
      const rule = byPrefix.get(prefix)
      if (!rule || !(await rule.allows(kernel, { tenantId, actor }, id))) throw new AppError('notFound')
    }
    const last = Number(request.headers['last-event-id'] ?? Number.NaN)
    const listener = actor ? `person ${actor.userId}` : `address ${request.ip}`
    if (live.streamsOf(listener) >= (actor ? streams.person : streams.address))
      throw new AppError('tooMany', '打开的页面过多，请关闭不用的页面后重试', { retryAfter: 10 })
    takeOver(reply)
    await live.add(
      { listener, tenantId, actor, topics: new Set(topics), response: reply.raw },
      Number.isInteger(last) ? last : null,
    )
  })
}
