import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serverTime } from '#features/tenancy/contract.ts'
import { Cast } from '#demo/cast.ts'
import { advanceClock } from '#demo/contract.ts'
import { negotiating } from '#demo/states/inquiry.ts'
import type { Playing } from '#demo/states/playing.ts'
import { hereInTalk, sayInTalk } from '#features/talks/contract-room.ts'
import * as round from '#features/talks/contract-round.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { cookieOf, listen } from './hall.ts'
import type { Line } from './line.ts'
import { openLoop, quantile } from './load.ts'
import type { BenchWorld } from './world.ts'

const PEOPLE = 30
const RATE = 5
const SECONDS = 12
const PING_MS = 5000
const CHAT_MS = 300
const PDF_S = 3
const RUNS = 5

/** The room of a talk with thirty people who listen and give signs of life, beside a plain server that only passes on; its minutes. */
export async function talks(world: BenchWorld): Promise<Line[]> {
  const cast = new Cast(world.product)
  const buyer = await cast.as('buyer')
  const supplier = await cast.as('supplier1')
  const { orderId, trades } = await negotiating(await playOn(cast, buyer))
  const params = { orderId }
  const plannedAt = new Date((await buyer.call(serverTime, {})).epochMs).toISOString()
  const plan = { tradeId: trades.supplier1, plannedAt, place: '三楼洽谈室', subject: '服务安排' }
  const { talkId } = await buyer.call(round.planRoundTalk, { params, body: plan })
  const of = { params: { ...params, talkId } }
  await buyer.call(round.callToTalk, of)
  await buyer.call(round.beginRoundTalk, of)
  const speak = async (client: HttpClient, content: string) =>
    void (await client.call(sayInTalk, { params: { talkId }, body: { content } }))
  const room = await chat({
    urlOf: (isBuyer) => `${world.product}/api/live?topics=talk-${isBuyer ? 'buyer' : 'supplier'}:${talkId}`,
    cookieOf: (isBuyer) => cookieOf(isBuyer ? buyer : supplier),
    speak: (isBuyer, content) => speak(isBuyer ? buyer : supplier, content),
    ping: (isBuyer) => (isBuyer ? buyer : supplier).call(hereInTalk, { params: { talkId } }),
  })
  const plain = await plainChat()
  const peer = await chat(plain)
  await plain.stop()
  const { epochMs } = await buyer.call(serverTime, {})
  const body = { endedAt: new Date(epochMs).toISOString(), people: PRESENT, content: '商定服务安排。'.repeat(500) }
  await buyer.call(round.writeRoundTalk, { ...of, body })
  const pdf: number[] = []
  for (let i = 0; i < RUNS; i++) {
    const began = performance.now()
    const response = await buyer.fetch('GET', `/api/workbench/buyer/orders/${orderId}/round-talks/${talkId}/minutes/1`)
    await response.arrayBuffer()
    pdf.push((performance.now() - began) / 1000)
  }
  const slowest = Math.max(...pdf)
  return [
    {
      what: `talk room with ${PEOPLE} people, ${RATE} lines a second`,
      figures: `p50 ${room.p50} ms, p95 ${room.p95} ms, ${room.arrived} of ${room.expected} arrived; plain p95 ${peer.p95} ms`,
      target: `p95 ≤ ${CHAT_MS} ms`,
      holds: room.p95 <= CHAT_MS && room.arrived === room.expected,
    },
    {
      what: 'minutes of a talk as PDF',
      figures: `slowest of ${RUNS} ${slowest.toFixed(2)} s`,
      target: `≤ ${PDF_S} s`,
      holds: slowest <= PDF_S,
    },
  ]
}

const PRESENT = [
  { side: 'buyer' as const, name: '张晓', unit: '采购人', title: '' },
  { side: 'supplier' as const, name: '陆遥', unit: '供应商', title: '' },
]

interface ChatWorld {
  urlOf: (isBuyer: boolean) => string
  cookieOf: (isBuyer: boolean) => string
  speak: (isBuyer: boolean, content: string) => Promise<void>
  ping: (isBuyer: boolean) => Promise<unknown>
}

/** Time from sending a line until each listener of both sides has it. */
async function chat({ urlOf, cookieOf: cookie, speak, ping }: ChatWorld) {
  const sent = new Map<string, number>()
  const delays: number[] = []
  const sides = Array.from({ length: PEOPLE }, (_, i) => i % 2 === 0)
  const streams = await Promise.all(
    sides.map((isBuyer) =>
      listen(urlOf(isBuyer), cookie(isBuyer), (content) => delays.push(performance.now() - sent.get(content)!)),
    ),
  )
  const pings = sides.map((isBuyer, i) => setInterval(() => void ping(isBuyer), PING_MS + i))
  await openLoop(RATE, SECONDS, async (n) => {
    const content = `发言 ${n}`
    sent.set(content, performance.now())
    await speak(n % 2 === 0, content)
  })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  for (const timer of pings) clearInterval(timer)
  for (const stream of streams) stream.destroy()
  return {
    p50: Math.round(quantile(delays, 0.5)),
    p95: Math.round(quantile(delays, 0.95)),
    arrived: delays.length,
    expected: PEOPLE * RATE * SECONDS,
  }
}

/** A server that passes each line on to all streams, and keeps nothing. */
async function plainChat(): Promise<ChatWorld & { stop: () => Promise<void> }> {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': here\n\n')
      open.add(response)
      response.on('close', () => open.delete(response))
      return
    }
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      for (const stream of open) stream.write(`data: ${JSON.stringify({ payload: { line: { content: text } } })}\n\n`)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urlOf: () => base,
    cookieOf: () => '',
    speak: async (_, content) => void (await fetch(base, { method: 'POST', body: content })),
    ping: () => Promise.resolve(),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** What a state is played on, over HTTP alone. */
async function playOn(cast: Cast, buyer: HttpClient): Promise<Playing> {
  let { epochMs } = await buyer.call(serverTime, {})
  let read = Date.now()
  const now = () => new Date(epochMs + Date.now() - read)
  const on: Pick<Playing, 'cast' | 'now' | 'moveTo' | 'settle'> = {
    cast,
    now,
    async moveTo(at) {
      await buyer.call(advanceClock, { body: { ms: new Date(at).getTime() - now().getTime() } })
      ;({ epochMs } = await buyer.call(serverTime, {}))
      read = Date.now()
    },
    settle: () => Promise.resolve(),
  }
  return on as Playing
}
