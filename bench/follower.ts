import { Cast } from '#demo/cast.ts'
import { hostSend } from '#features/opening-hall/contract-talk.ts'
import { cookieOf, listen } from './hall.ts'
import { openHalls } from './halls.ts'
import { openLoop, quantile } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const RATE = 8
const SECONDS = 10

/**
 * Live events that a process stores which does not lead: the leader numbers them, and the follower's own listener hears
 * them. Time from the answer to the sender until the listener has the event.
 */
export async function follower(world: BenchWorld): Promise<Line[]> {
  const second = await world.startFollower()
  const [orderId] = await openHalls(world, 1)
  const host = await new Cast(second.base).as('buyer')
  const stored = new Map<string, number>()
  const arrived = new Map<string, number>()
  const stream = await listen(`${second.base}/api/live?topics=hall:${orderId}`, cookieOf(host), (content) => {
    arrived.set(content, performance.now())
  })
  await openLoop(RATE, SECONDS, async (n) => {
    const content = `消息 ${n}`
    await host.call(hostSend, { params: { projectId: orderId! }, body: { content } })
    stored.set(content, performance.now())
  })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  stream.destroy()
  await second.stop()
  const delays = [...arrived].map(([content, at]) => at - stored.get(content)!)
  const [p50, p95] = [quantile(delays, 0.5), quantile(delays, 0.95)]
  return [
    {
      what: `live events of a follower, ${RATE} a second`,
      figures: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${delays.length} of ${RATE * SECONDS} arrived`,
      target: 'p50 ≤ 25 ms',
      holds: p50 <= 25 && delays.length === RATE * SECONDS,
    },
  ]
}
