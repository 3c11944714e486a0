import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Parts } from './parts.ts'

/**
 * `/api/health` (the process lives), `/api/ready` (it can serve; `storage` says whether everything is taken in, only bids,
 * or nothing), `/api/metrics` (Prometheus; from this machine, or
 * with the bearer token METRICS_TOKEN).
 */
export function registerHealth(app: FastifyInstance, parts: Pick<Parts, 'kernel' | 'live' | 'isReady'>): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'kaibiao_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  const streams = new Gauge({ name: 'kaibiao_live_streams', help: 'Open live streams', registers: [registry] })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const free = gauge('kaibiao_files_free_bytes', 'Room left on the disk of the files')
  const reserve = gauge('kaibiao_files_reserve_bytes', 'Room on it that only bids and records may use')

  // A route's answers of one status are few kinds; finding theirs by labels every time is not cheap.
  const kinds = new Map<string, { observe: (seconds: number) => void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const { statusCode } = reply
    const route = routeOptions.url ?? 'none'
    if (route.startsWith('/api/')) {
      const key = `${method} ${statusCode} ${route}`
      let kind = kinds.get(key)
      if (!kind) kinds.set(key, (kind = seconds.labels(method, route, String(statusCode))))
      kind.observe(reply.elapsedTime / 1000)
    }
    done()
  })
  app.get('/api/health', async () => ({ ok: true }))
  app.get('/api/ready', async (_request, reply) => {
    const ready = await parts.isReady()
    const { takes } = await parts.kernel.files.room.state()
    return reply.status(ready ? 200 : 503).send({ ready, storage: takes })
  })
  app.get('/api/metrics', async (request, reply) => {
    if (!isLocal(request) && !hasToken(request.headers.authorization)) return reply.status(403).send()
    streams.set(parts.live.size)
    const room = await parts.kernel.files.room.state()
    free.set(room.free)
    reserve.set(room.reserve)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Asked for on this machine itself; what a proxy on it passes on comes from elsewhere. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = socket.remoteAddress
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}

function hasToken(header: string | undefined): boolean {
  const token = process.env.METRICS_TOKEN
  if (!token || !header) return false
  const expected = Buffer.from(`Bearer ${token}`)
  const given = Buffer.from(header)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
