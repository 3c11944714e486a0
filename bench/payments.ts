import { randomUUID } from 'node:crypto'
import { PASSWORD } from '#demo/people.ts'
import { playTrade } from '#features/payment/contract/gateway.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { noticeBytes } from '#features/payment/server/gateway/notify.ts'
import { inContext, type Kernel } from '#server/context.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import type { Line } from './line.ts'
import { headersOf } from './list.ts'
import { closedLoop, openLoop, quantile } from './load.ts'
import type { BenchWorld } from './world.ts'

const RATE = 100
const SECONDS = 10
/** Previews of documents: a thousand years of membership would end behind the last day there is. */
const SKU = '50000000-0000-4000-8000-000000000201'

/** Notices of a provider, each of another payment, until they are answered; and a page that asks how a payment stands. */
export async function payments(world: BenchWorld): Promise<Line[]> {
  const { kernel, close } = world.openKernel()
  try {
    const client = new HttpClient(world.product)
    await client.login('supplier1', PASSWORD)
    client.workbench = 'supplier'
    const begin = async (count: number) => {
      const body = { skuId: SKU, count, payMethod: PayMethod.values.wechat }
      return (await client.call(placeOrder, { body })).payCode!
    }
    return [
      await statusAsked(world, { client, kernel, payCode: await begin(1) }),
      await noticed(world, { client, kernel, begin }),
    ]
  } finally {
    await close()
  }
}

interface Payer {
  client: HttpClient
  kernel: Kernel
}

async function statusAsked(world: BenchWorld, { client, kernel, payCode }: Payer & { payCode: string }): Promise<Line> {
  await begun(kernel, payCode)
  const headers = headersOf(client)
  const shot = { method: 'GET', path: `/api/avs/order/${payCode}/pay/status`, headers }
  const asks = watched(kernel, payCode)
  const { perSecond, p50, p95, failures } = await closedLoop(world.product, () => [() => shot], {
    connections: 16,
    seconds: SECONDS,
  })
  const asked = await asks()
  const most = Math.ceil(SECONDS / 10) + 1
  return {
    what: 'how a payment stands, asked 16 at a time',
    figures: `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${failures} failures; the provider asked ${asked} times in ${SECONDS} s`,
    target: '≥ 1500/s, once per 10 s',
    holds: perSecond >= 1500 && failures === 0 && asked <= most,
  }
}

/** Counts the times at which the provider was asked, until it is called. */
function watched(kernel: Kernel, payCode: string): () => Promise<number> {
  const seen = new Set<number>()
  const look = async () => {
    const at = (await paymentOf(kernel, payCode))?.askedAt
    if (at) seen.add(at.getTime())
  }
  const watching = setInterval(() => void look(), 250)
  return async () => {
    clearInterval(watching)
    await look()
    return seen.size
  }
}

async function noticed(
  world: BenchWorld,
  { client, kernel, begin }: Payer & { begin: (count: number) => Promise<string> },
): Promise<Line> {
  const notices: Awaited<ReturnType<typeof noticeBytes>>[] = []
  for (let n = 0; n < RATE * SECONDS; n++) {
    const payCode = await begin(2 + (n % 998))
    await begun(kernel, payCode)
    await client.call(playTrade, { params: { payCode }, body: { play: 'silent' } })
    const trade = await inTenant(kernel, (ctx) => ctx.one('gateway_trade', { ourNo: payCode }))
    notices.push(
      await noticeBytes(kernel, 1, { id: randomUUID(), provider: 'wechat', about: `trade:${trade!.id}`, body: '' }),
    )
  }
  const times: number[] = []
  const { failures } = await openLoop(RATE, SECONDS, async (n) => {
    const from = performance.now()
    const answer = await fetch(`${world.product}/api/pay/callbacks/wechat.1`, { method: 'POST', ...notices[n]! })
    if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
    times.push(performance.now() - from)
  })
  const [p50, p99, longest] = [0.5, 0.99, 1].map((q) => quantile(times, q)) as [number, number, number]
  return {
    what: `notices of payments handled, ${RATE} a second`,
    figures: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${failures} failures`,
    target: 'p50 < 30 ms, p99 < 250 ms, always < 3 s',
    holds: p50 < 30 && p99 < 250 && longest < 3000 && failures === 0,
  }
}

const inTenant = <T>(kernel: Kernel, work: Parameters<typeof inContext<null, T>>[2]) =>
  inContext(kernel, { tenantId: 1, actor: null, readOnly: true }, work)
const paymentOf = (kernel: Kernel, code: string) => inTenant(kernel, (ctx) => ctx.one('payment', { code }))

/** Until the provider knows of the payment. */
async function begun(kernel: Kernel, payCode: string): Promise<void> {
  while ((await paymentOf(kernel, payCode))?.status === 0) await new Promise((resolve) => setTimeout(resolve, 20))
}
