import { PRESETS } from '#features/charges/rules/presets.ts'
import { computeFee } from '#features/charges/rules/fee.ts'
import type { Line } from './line.ts'
import { closedLoop } from './load.ts'
import type { BenchWorld } from './world.ts'

const LEAST = 3000
const RUNS = 30_000
const WARM_UP_S = 6

/** What a template charges: asked over HTTP, and computed by the module that browsers run, too. */
export async function fees({ product }: BenchWorld): Promise<Line[]> {
  const { id, terms } = PRESETS[2]!
  const path = (n: number) => `/api/charge-openness/compute-fee?templateId=${id}&winnerAmount=${60_000_000 + n}`
  const ask = (seconds: number) =>
    closedLoop(product, (n) => [() => ({ method: 'GET', path: path(n), headers: {} })], { connections: 16, seconds })
  // A server that has just started still compiles what it runs: told, and not counted.
  const cold = await ask(WARM_UP_S)
  const asked = await ask(8)
  const began = performance.now()
  for (let n = 0; n < RUNS; n++) computeFee(terms, { winnerAmount: String(60_000_000 + n) })
  const perSecond = RUNS / ((performance.now() - began) / 1000)
  return [
    {
      what: 'compute a fee, over HTTP',
      figures: `${asked.perSecond.toFixed(0)}/s, p50 ${asked.p50.toFixed(1)} ms, ${asked.failures + cold.failures} failures; ${cold.perSecond.toFixed(0)}/s in the ${WARM_UP_S} s before`,
      target: `≥ ${LEAST}/s`,
      holds: asked.perSecond >= LEAST && asked.failures + cold.failures === 0,
    },
    {
      what: 'compute a fee, the module alone',
      figures: `${perSecond.toFixed(0)}/s`,
      target: `≥ ${LEAST}/s`,
      holds: perSecond >= LEAST,
    },
  ]
}
