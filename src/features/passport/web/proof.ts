import { inWorker } from '#web/in-worker.ts'
import { call } from '#web/call.ts'
import { ERRORS } from '#contract/errors.ts'
import type { Outcome } from '#web/use-call.ts'
import { captcha, type ProofPurpose } from '../contract.ts'

/** What the worker does. */
export type Tasks = {
  solve: {
    input: { challenge: unknown; start: number; step: number }
    output: { counter: number; derivedKey: string } | null
  }
}

/** Asked this often for a harder proof before the person hears of it: others may be guessing at the same time. */
const ROUNDS = 3
const MOST_WORKERS = 4

interface ProofUse {
  purpose: ProofPurpose
  /** Account or number that is sent. */
  subject: string
}

/**
 * Sends what may need a proof of work. Where the server asks for one the browser does the work and sends again: the person
 * has nothing to read or type. `onWork` hears when it begins and ends.
 */
export async function withProof<T>(
  use: ProofUse,
  send: (proof: { proof?: string }) => Promise<Outcome<T>>,
  onWork: (isWorking: boolean) => void,
): Promise<Outcome<T>> {
  let outcome = await send({})
  for (let round = 0; round < ROUNDS && !outcome.ok && outcome.error.code === ERRORS.captcha.code; round++) {
    onWork(true)
    const proof = await prove(use).finally(() => onWork(false))
    outcome = await send({ proof })
  }
  return outcome
}

async function prove(use: ProofUse): Promise<string> {
  const { challenge } = await call(captcha, { query: use })
  const solution = await solve(challenge)
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Side by side on what the device has; whoever finds it first ends the others. */
async function solve(challenge: unknown): Promise<Tasks['solve']['output']> {
  const step = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1))
  const workers = Array.from(
    { length: step },
    () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
  )
  const unsupported = '浏览器无法完成安全验证，请使用新版 Chrome、Edge 或 Firefox'
  return Promise.any(
    workers.map((worker, start) =>
      inWorker<Tasks['solve']['output']>(worker, { name: 'solve', input: { challenge, start, step } }, unsupported),
    ),
  ).finally(() => workers.forEach((worker) => worker.terminate()))
}
