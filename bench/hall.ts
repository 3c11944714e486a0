import { type ClientRequest, get } from 'node:http'
import { demoKey } from '#demo/keys.ts'
import { advanceClock } from '#demo/contract.ts'
import * as supplier from '#demo/play/supplier.ts'
import { PLANS } from '#demo/tenders.ts'
import * as calls from '#features/opening-hall/contract.ts'
import * as talk from '#features/opening-hall/contract-talk.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { openLoop, quantile } from './load.ts'
import type { Line } from './line.ts'
import { BIDDERS, publishedTender } from './tender.ts'
import type { BenchWorld } from './world.ts'

const LISTENERS = 500
const RATE = 20
const SECONDS = 15

/** 500 live participants in one hall; 20 stored messages a second; time from sending to arrival at each of them. */
export async function hall(world: BenchWorld): Promise<Line[]> {
  const { cast, orderId, keys, bidEnd } = await publishedTender(world.product)
  for (const account of BIDDERS.slice(0, 3)) {
    const key = demoKey(account, PLANS.his.suite)
    const files = (['technical', 'business'] as const).map((role) => ({
      role,
      name: `${role}.pdf`,
      content: Buffer.from('%PDF-1.4'),
    }))
    const content = { priceOf: supplier.atRatio('0.9'), marks: ['40', '36'], files }
    await supplier.submitBid(await cast.as(account), orderId, { keyId: keys.get(account)!, key, content })
  }
  const host = await cast.as('buyer')
  const { epochMs } = await host.call(serverTime, {})
  await host.call(advanceClock, { body: { ms: Math.max(0, new Date(bidEnd).getTime() - epochMs + 1000) } })
  await host.call(calls.startOpening, { params: { projectId: orderId } })

  const sent = new Map<string, number>()
  const delays: number[] = []
  let received = 0
  const streams = await Promise.all(
    Array.from({ length: LISTENERS }, () =>
      listen(`${world.product}/api/live?topics=hall:${orderId}`, cookieOf(host), (content) => {
        const at = sent.get(content)
        if (at === undefined) return
        received++
        delays.push(performance.now() - at)
      }),
    ),
  )
  await openLoop(RATE, SECONDS, async (n) => {
    const content = `消息 ${n}`
    sent.set(content, performance.now())
    await host.call(talk.hostSend, { params: { projectId: orderId }, body: { content } })
  })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const stream of streams) stream.destroy()
  const expected = RATE * SECONDS * LISTENERS
  const p95 = quantile(delays, 0.95)
  return [
    {
      what: `hall with ${LISTENERS} live, ${RATE} messages a second`,
      figures: `p50 ${quantile(delays, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${received} of ${expected} arrived`,
      target: 'p95 ≤ 100 ms',
      holds: p95 <= 100 && received === expected,
    },
  ]
}

export function cookieOf(client: HttpClient): string {
  return [...client.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
}

/** Opens one event stream and tells of every message's content. Resolves when the stream stands. */
export function listen(url: string, cookie: string, onMessage: (content: string) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`stream: ${response.statusCode}`))
      resolve(request)
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        const frames = text.split('\n\n')
        text = frames.pop() ?? ''
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1]
          const payload =
            data && (JSON.parse(data) as { payload?: Partial<Record<'message' | 'line', { content: string }>> }).payload
          const content = payload && (payload.message ?? payload.line)?.content
          if (content) onMessage(content)
        }
      })
      response.on('error', () => undefined)
    })
    request.on('error', reject)
  })
}
