import { DAY } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { orderRounds, roundLines, startRound } from '#features/inquiry/contract.ts'
import { beside } from './beside.ts'
import type { Line } from './line.ts'
import { manyQuotes } from './many-quotes.ts'
import type { BenchWorld } from './world.ts'

const SIZE = { suppliers: 60, lines: 2000 }
const TIMES = 3
const MOST_MS = 1000
const MOST_OTHERS_MS = 200

/** A further round among 60 suppliers, each asked for 2,000 lines with a target price: one call, beside other calls. */
export async function rounds(world: BenchWorld): Promise<Line[]> {
  const client = await new Cast(world.product).as('buyer')
  const times: number[] = []
  const others: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const { orderId } = await manyQuotes(world.owner, SIZE)
    const params = { orderId }
    const { suppliers } = await client.call(orderRounds, { params })
    const { lines } = await client.call(roundLines, { params })
    const body = {
      tradeIds: suppliers.map(({ tradeId }) => tradeId),
      deadline: new Date(Date.now() + DAY).toISOString(),
      items: lines.map(({ itemId, lowest }) => ({ itemId, target: lowest ?? '10' })),
    }
    const one = await beside(client, () => client.call(startRound, { params, body }))
    times.push(one.took)
    others.push(one.others)
    const started = (await client.call(orderRounds, { params })).rounds.at(-1)!
    if (started.roundNo !== 2 || started.lines !== SIZE.lines) throw new Error('the round was not started as asked')
  }
  const [took, other] = [Math.max(...times), Math.max(...others)]
  return [
    {
      what: `start of a round, ${SIZE.suppliers} × ${SIZE.lines}, beside other calls`,
      figures: `slowest ${took.toFixed(0)} ms, p95 of the others ${other.toFixed(0)} ms`,
      target: `≤ ${MOST_MS} ms, ≤ ${MOST_OTHERS_MS} ms`,
      holds: took <= MOST_MS && other <= MOST_OTHERS_MS,
    },
  ]
}
