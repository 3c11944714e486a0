import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Inquiry } from '#demo/states/inquiry.ts'
import { shiftClock } from '#demo/play/shift-clock.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import { PATIENT } from '#server/testing/patience.ts'

/*
 * The only server process is killed behind the deadline, while it stores what the clock has opened. Nobody comes to decrypt,
 * so the next process must open the round by itself: once, and whole.
 */

let server: KillableServer
let facts: Inquiry

beforeAll(async () => {
  server = await killableServer({ from: 'quoted' })
  facts = server.facts as Inquiry
})

afterAll(() => server.stop())

test('a round that was being opened when its process was killed is opened by the next, once', async () => {
  await server.killWhileWriting('quote_line', async () => {
    await passDeadline()
    // The process dies while it opens: nobody asked for that, so nobody is told.
    throw new Error('killed')
  })
  expect(await count('quote_revealed')).toBe(0)
  // The lease of whoever died would run out in a minute.
  await server.owner.query('update leased_work set due_at = clock_timestamp()')
  await server.start()
  await expect.poll(() => count('quote_revealed'), PATIENT).toBe(3)
  const { rows } = await server.owner.query<{ opened: boolean }>(
    `select k.opened_at is not null as opened from quote_revealed q
     join bid_key k on k.order_id = q.order_id and k.round = q.round_no where q.order_id = $1`,
    [facts.orderId],
  )
  expect(rows.map(({ opened }) => opened)).toEqual([true, true, true])
  expect(await count('bid_checkpoint', 'order_id is not null')).toBe(1)
})

/** Moves the clock that all processes share. */
async function passDeadline(): Promise<void> {
  await shiftClock(server, new Date(facts.deadline).getTime() - Date.now() + 1000)
}

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await server.owner.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
  return rows[0]!.n
}
