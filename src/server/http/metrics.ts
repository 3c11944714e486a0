import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Parts } from './parts.ts'

/** A request that was answered, by its route. */
export interface Answered {
  method: string
  status: number
  route: string
  seconds: number
}

export interface Metrics {
  readonly contentType: string
  observe(answered: Answered): void
  /** As Prometheus reads it. */
  text(): Promise<string>
}

export function makeMetrics({ kernel, live }: Pick<Parts, 'kernel' | 'live'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'kaibiao_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const streams = gauge('kaibiao_live_streams', 'Open live streams')
  const free = gauge('kaibiao_files_free_bytes', 'Room left on the disk of the files')
  const reserve = gauge('kaibiao_files_reserve_bytes', 'Room on it that only bids and records may use')
  // A route's answers of one status are few kinds; finding theirs by labels every time is not cheap.
  const kinds = new Map<string, { observe: (seconds: number) => void }>()
  return {
    contentType: registry.contentType,
    observe({ method, status, route, seconds: taken }) {
      const key = `${method} ${status} ${route}`
      let kind = kinds.get(key)
      if (!kind) kinds.set(key, (kind = seconds.labels(method, route, String(status))))
      kind.observe(taken)
    },
    async text() {
      streams.set(live.size)
      const room = await kernel.files.room.state()
      free.set(room.free)
      reserve.set(room.reserve)
      return registry.metrics()
    },
  }
}
