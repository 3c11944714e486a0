import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveAnswer } from '#demo/play/joint.ts'
import * as orders from '#features/procurement/contract/order.ts'
import * as c from '../contract.ts'
import * as j from '../contract-joint.ts'
import { JointStatus } from '../rules-joint.ts'
import { copyOf, filesIn, flip, root, unpack, verify } from './testing/archive.ts'
import { type Hall, THREE } from '#demo/play/hall.ts'
import { OFFICERS } from '#demo/states/halls.ts'
import { eventually, hallWorld, type HallWorld } from './testing/hall.ts'

/*
 * The archive of a joint-key opening as the offline verifier sees it: all of it holds, and every kind of alteration is found.
 */

const whole = join(root, 'whole')
let world: HallWorld
let hall: Hall

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE, joint: { threshold: 2, officers: OFFICERS } }])
  world = made.world
  hall = made.halls[0]!
  await world.t.advanceTo(hall.openAt)
  await world.start(hall)
  for (const seat of hall.seats) await world.release(seat)
  const host = await world.host(hall)
  await host.call(j.closeRelease, { params: hall.params })
  const { ceremonyId, secrets } = hall.joint!
  for (const account of ['agent', 'supplier6'] as const)
    await giveAnswer(await world.as(account), ceremonyId, secrets.get(account)!)
  await eventually(async () => (await world.detail('buyer', hall)).joint!.status === JointStatus.values.opened)
  await host.call(c.openMarks, { params: hall.params })
  for (const { bidderId } of await host.call(c.markList, { params: hall.params }))
    await host.call(c.readOut, { params: { ...hall.params, bidderId } })
  await host.call(c.endOpening, { params: hall.params })
  await world.t.settle()
  await host.call(orders.declareAbortive, {
    params: { orderId: hall.orderId },
    body: { reason: '评审后全部投标被否决。' },
  })
  await host.call(orders.archiveOrder, { params: { orderId: hall.orderId }, body: { confirm: true } })
  const { content } = await host.file(orders.downloadArchive, { params: { orderId: hall.orderId } })
  await unpack(content, whole)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the archive of a joint-key opening', () => {
  test('holds: key, list, answers, every bid with every file', async () => {
    const { verdict, failed, passed } = await verify(whole)
    expect(failed).toEqual([])
    expect(verdict).toBe('consistent')
    for (const id of ['joint-key', 'joint-published', 'joint-parts', 'joint-officers']) expect(passed).toContain(id)
    expect(passed.filter((id) => id.startsWith('file-'))).toHaveLength(9)
    const attempt = JSON.parse(readFileSync(join(whole, '机器可读/joint-key/attempt-1.json'), 'utf8')) as {
      status: string
    }
    expect(attempt.status).toBe('已就绪')
  })

  test.each<[what: string, file: string, change: (text: string) => string]>([
    ['an officer’s answer', 'opening/joint-opening.json', (text) => flip(text, '"points": [\n        "')],
    ['a proof of an answer', 'opening/joint-opening.json', (text) => flip(text, '"response": "', 'last')],
    ['a part of the list', 'opening/joint-opening.json', (text) => flip(text, '"bids": [', 'ephemeral')],
    ['a commitment of the key', 'opening/joint-opening.json', (text) => flip(text, '"commitments": [\n          "')],
    ['the published fingerprint', 'notice-trust.json', (text) => flip(text, '"jointKey": "')],
    ['a released key', 'opening/bidders/01/release.json', (text) => flip(text, '"contentKey": "')],
  ])('is found altered in %s', async (_, file, change) => {
    const folder = copyOf(whole)
    const path = join(folder, '机器可读', file)
    const text = readFileSync(path, 'utf8')
    const changed = change(text)
    expect(changed).not.toBe(text)
    writeFileSync(path, changed)
    expect((await verify(folder)).verdict).toBe('invalid')
  })

  test('is found altered in a sealed file', async () => {
    const folder = copyOf(whole)
    const path = filesIn(folder).find((name) => name.endsWith('.kbe'))!
    const bytes = readFileSync(path)
    bytes[bytes.length - 40]! ^= 1
    writeFileSync(path, bytes)
    expect((await verify(folder)).verdict).toBe('invalid')
  })

  test('without the joint record nothing opens, and its absence is named', async () => {
    const folder = copyOf(whole)
    rmSync(join(folder, '机器可读/opening/joint-opening.json'))
    const { verdict, passed, failed } = await verify(folder)
    expect(verdict).toBe('invalid')
    expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining(['archive-missing', 'joint-there']))
    expect(passed.filter((id) => id.startsWith('file-'))).toEqual([])
  })
})
