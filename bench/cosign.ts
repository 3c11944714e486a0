import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PASSWORD } from '#demo/people.ts'
import { submitBid } from '#features/sealed-bids/contract.ts'
import { addWitness, witnessList } from '#features/witnesses/contract.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import type { Line } from './line.ts'
import { quantile } from './load.ts'
import { type ReadyBid, readyBids } from './ready-bids.ts'
import type { BenchWorld } from './world.ts'

/** Bids committed without witnesses, and as many with three. */
const READY = { suppliers: 10, orders: 10 }
const WITNESSES = 3
/** What cosigning may add to a commit at p95. */
const MOST_MS = 20

/** What witnesses add to the commit of a bid, one after the other: commits do not wait for them. */
export async function cosign(world: BenchWorld): Promise<Line[]> {
  const ready = await readyBids(world, READY)
  const half = Math.floor(ready.length / 2)
  await timed(ready.slice(0, 10))
  const without = await timed(ready.slice(10, half))
  const ends = await startWitnesses(world)
  const asking = keepAsking(world)
  try {
    const added = quantile(await timed(ready.slice(half)), 0.95) - quantile(without, 0.95)
    return [
      {
        what: `commit of a sealed bid with ${WITNESSES} witnesses`,
        figures: `p95 ${quantile(without, 0.95).toFixed(0)} ms without, ${added.toFixed(1)} ms more with`,
        target: `≤ ${MOST_MS} ms more at p95`,
        holds: added <= MOST_MS,
      },
    ]
  } finally {
    await asking.stop()
    for (const end of ends) await end()
  }
}

/** Heads come every five minutes; here each witness is asked for the newest again five times a second, all the time. */
function keepAsking({ owner }: BenchWorld): { stop: () => Promise<void> } {
  const over = new AbortController()
  const done = (async () => {
    while (!over.signal.aborted) {
      await owner.query('delete from cosignature')
      await owner.query(
        `insert into leased_work (tenant_id, kind, subject) select tenant_id, 'witnesses.cosign', id from witness
         on conflict do nothing`,
      )
      await owner.query("select pg_notify('kb_work', '')")
      await setTimeout(200)
    }
  })()
  return {
    async stop() {
      over.abort()
      await done
    },
  }
}

/** Ms that each commit took, one after the other. */
async function timed(bids: readonly ReadyBid[]): Promise<number[]> {
  const times: number[] = []
  for (const { bidder, bid } of bids) {
    const sent = performance.now()
    await bidder.client.call(submitBid, {
      params: { orderId: bidder.orderId },
      body: { ...bid, keyId: bidder.keyId, replaces: null },
    })
    times.push(performance.now() - sent)
  }
  return times
}

/** Real witnesses, that the platform asks. Gives what ends them. */
async function startWitnesses(world: BenchWorld): Promise<(() => Promise<void>)[]> {
  const admin = new HttpClient(world.product)
  await admin.login('admin', PASSWORD)
  admin.workbench = 'admin'
  const { logKey } = await admin.call(witnessList, {})
  const ends: (() => Promise<void>)[] = []
  for (let n = 1; n <= WITNESSES; n++) {
    const folder = await mkdtemp(join(tmpdir(), 'kaibiao-witness-'))
    const args = ['--data', folder, '--name', `bench.example/${n}`, '--port', '0', '--log', logKey]
    const child = spawn(process.execPath, [join(import.meta.dirname, '../witness/main.ts'), ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [{ base, key }] = (await once(child, 'message')) as [{ base: string; key: string }]
    ends.push(async () => {
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    })
    await admin.call(addWitness, { body: { title: `见证方${n}`, key, url: base, reason: '测量' } })
  }
  return ends
}
