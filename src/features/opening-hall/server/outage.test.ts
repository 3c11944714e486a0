import { beforeAll, describe, expect, test } from 'vitest'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import { beat, OUTAGE } from './outage.ts'
import { type Hall, THREE } from '#demo/play/hall.ts'
import { hallWorld, type HallWorld } from './testing/hall.ts'

/*
 * The platform is down while a decrypt window runs: everybody gets the time back, once, with a reason on record.
 */

const MINUTE = 60_000
let world: HallWorld
let running: Hall
let waiting: Hall

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE }, { bidders: THREE }])
  world = made.world
  ;[running, waiting] = made.halls as [Hall, Hall]
  await world.t.advanceTo(running.openAt)
  await world.start(running)
})

/** As if no process had left a sign of life for so long. */
const silence = (ms: number) =>
  world.t.owner.query(`update platform_beat set at = clock_timestamp() - $1 * interval '1 millisecond'`, [ms])
const end = async () => new Date((await world.detail('buyer', running)).decryptEnd!).getTime()
const extensions = async () => (await world.host(running)).call(decryption.extensionRecords, { params: running.params })

describe('an outage', () => {
  test('leaves what is shorter than a minute alone: that is a restart', async () => {
    const before = await end()
    await silence(30_000)
    expect(await beat(world.t.kernel)).toBe(0)
    expect(await end()).toBe(before)
  })

  test('extends a running window by what was lost of it, for all, with its reason', async () => {
    const before = await end()
    // The window began a moment ago, so that is all the outage can have taken of it.
    await world.later(20)
    await silence(10 * MINUTE)
    expect(await beat(world.t.kernel)).toBeGreaterThanOrEqual(10 * MINUTE)
    const after = await end()
    expect(after - before).toBeGreaterThanOrEqual(10 * MINUTE)
    expect(after - before).toBeLessThan(11 * MINUTE)
    expect(await extensions()).toMatchObject([
      { byName: '平台', reason: expect.stringContaining('中断 10 分') as string },
    ])
    expect(await world.facts(running)).toContain(OUTAGE)
    // The other opening has not begun: nothing was taken from it.
    expect((await world.facts(waiting)).includes(OUTAGE)).toBe(false)
  })

  test('is counted once, also when two processes notice it', async () => {
    await world.later(6)
    const before = await end()
    await silence(5 * MINUTE)
    const noticed = await Promise.all([beat(world.t.kernel), beat(world.t.kernel)])
    expect(noticed.filter((gap) => gap > 0)).toHaveLength(1)
    expect(await extensions()).toHaveLength(2)
    expect((await end()) - before).toBeLessThan(6 * MINUTE)
  })

  test('tells bidders who have left', async () => {
    await world.t.settle()
    const { rows } = await world.t.owner.query<{ identity: string }>(
      `select distinct identity from message where kind = $1 order by identity`,
      [OUTAGE],
    )
    expect(rows.map((row) => row.identity)).toEqual(['purchaser', 'supplier'])
  })

  test('after the marks are open gives nothing back', async () => {
    for (const seat of running.seats) await world.release(seat)
    await (await world.host(running)).call(c.openMarks, { params: running.params })
    await world.later(6)
    await silence(5 * MINUTE)
    await beat(world.t.kernel)
    expect(await extensions()).toHaveLength(2)
  })
})
