import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import { awaitRelease, releaseQuoteKeys } from '#demo/play/quotes.ts'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { shiftClock } from '#demo/play/shift-clock.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import { PATIENT } from '#server/testing/patience.ts'

/*
 * The only server process is killed between the deadline and the release, and again while it opens: what was released stays,
 * suppliers get back the time that the platform was down, and the round is opened once, whole.
 */

let server: KillableServer
let facts: Inquiry

beforeAll(async () => {
  server = await killableServer({ from: 'keyed' })
  facts = server.facts as Inquiry
})

afterAll(() => server.stop())

test('a round goes on waiting for its keys after its process was killed, and opens once', async () => {
  await moveTo(new Date(facts.deadline).getTime() + MINUTE)
  let cast = new Cast(server.base)
  await awaitRelease(await cast.as('buyer'), facts.orderId)
  await releaseQuoteKeys(await cast.as('supplier1'), facts.orderId, { by: 'supplier1' })
  await server.kill()
  // It was down for an hour, which is all the time that there was.
  await server.owner.query(`update platform_beat set at = at - interval '1 hour'`)
  await moveTo(new Date(facts.deadline).getTime() + HOUR + 2 * MINUTE)
  await server.start()
  cast = new Cast(server.base)
  await releaseQuoteKeys(await cast.as('supplier2'), facts.orderId, { by: 'supplier2' })
  expect(await count('quote')).toBe(0)
  await server.killWhileWriting('quote_line', async () => {
    await releaseQuoteKeys(await cast.as('supplier3'), facts.orderId, { by: 'supplier3' })
    throw new Error('killed')
  })
  expect([await count('quote'), await count('quote_release')]).toEqual([0, 3])
  await server.owner.query('update leased_work set due_at = clock_timestamp()')
  await server.start()
  await expect.poll(() => count('quote_revealed'), PATIENT).toBe(3)
  expect(await count('quote')).toBe(3)
  expect(await count('quote_opening', 'done_at is not null')).toBe(1)
})

/** Moves the clock that all processes share. */
async function moveTo(ms: number): Promise<void> {
  await shiftClock(server, ms - Date.now())
}

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await server.owner.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
  return rows[0]!.n
}
