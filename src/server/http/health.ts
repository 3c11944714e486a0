import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answered, Metrics } from './metrics.ts'
import type { Parts } from './parts.ts'

/**
 * `/api/health` (the process lives), `/api/ready` (it can serve; `storage` says whether everything is taken in, only bids,
 * or nothing), `/api/metrics` (Prometheus; from this machine, or
 * with the bearer token METRICS_TOKEN).
 */
export function registerHealth(app: FastifyInstance, parts: Pick<Parts, 'kernel' | 'live' | 'isReady'>): void {
  let metrics: Metrics | null = null
  let early: Answered[] = []
  let loading: Promise<Metrics> | null = null
  const load = () =>
    (loading ??= import('./metrics.ts').then(({ makeMetrics }) => {
      metrics = makeMetrics(parts)
      early.forEach(metrics.observe)
      early = []
      return metrics
    }))
  // Its library would make every start longer: it comes behind the first answers, which are counted then.
  app.addHook('onListen', (done) => {
    setTimeout(() => void load().catch(ignoreError), LOAD_AFTER_MS).unref()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    if (route.startsWith('/api/')) {
      const answered = { method: request.method, status: reply.statusCode, route, seconds: reply.elapsedTime / 1000 }
      if (metrics) metrics.observe(answered)
      else early.push(answered)
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
    const { contentType, text } = await load()
    return reply.type(contentType).send(await text())
  })
}

const LOAD_AFTER_MS = 2000

/** Whoever asks for the metrics is told. */
function ignoreError(): void {}

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
