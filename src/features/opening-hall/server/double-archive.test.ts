import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as orders from '#features/procurement/contract/order.ts'
import * as offer from '../contract-offer.ts'
import { copyOf, filesIn, flip, root, unpack, verify } from './testing/archive.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { hallWorld, type HallWorld } from './testing/hall.ts'

/*
 * The archive of a double-envelope tender as the offline verifier sees it: both envelopes of those who passed, the second
 * of the other sealed for ever; an alteration is found, and named with its file.
 */

const whole = join(root, 'whole')
let world: HallWorld
let hall: Hall
let passed: [Seat, Seat]
let out: Seat

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE, double: true }])
  world = made.world
  hall = made.halls[0]!
  const [first, second, third] = hall.seats as [Seat, Seat, Seat]
  passed = [first, second]
  out = third
  await world.t.advanceTo(hall.openAt)
  await world.startBusiness(hall)
  await world.throughOpening(hall, hall.seats)
  await world.inReview(hall, { done: true, passed })
  const host = await world.host(hall)
  await host.call(offer.startOfferOpening, { params: hall.params })
  await world.throughOpening(hall, passed, 2)
  const params = { orderId: hall.orderId }
  await host.call(orders.declareAbortive, { params, body: { reason: '采购任务取消，终止招标。' } })
  await host.call(orders.archiveOrder, { params, body: { confirm: true } })
  await unpack((await host.file(orders.downloadArchive, { params })).content, whole)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The folder of a bidder among the opened ones: they are numbered by the closing list. */
const folderOf = (seat: Seat) => {
  const found = filesIn(whole).find(
    (path) =>
      path.endsWith('release.json') &&
      (JSON.parse(readFileSync(path, 'utf8')) as { bidderId: string }).bidderId === seat.receipt.body.bidderId,
  )!
  return found.slice(whole.length + 1, -'/release.json'.length)
}
/** Ids of a bid's files by role. */
const idOf = (seat: Seat, role: string) => seat.receipt.manifest!.files.find((file) => file.role === role)!.fileId
const change = (folder: string, file: string, by: (bytes: Buffer) => Buffer) =>
  writeFileSync(join(folder, file), by(readFileSync(join(folder, file))))
const lastByte = (bytes: Buffer) => {
  bytes[bytes.length - 1]! ^= 1
  return bytes
}

/** What fails of single files; beside them the manifest names the altered member, and the bids as a whole. */
const ofBids = (failed: readonly { id: string }[]) =>
  failed.map(({ id }) => id).filter((id) => !['archive-altered', 'bids'].includes(id))

describe('the archive of a double-envelope tender', () => {
  test('holds: every file of both envelopes of who passed, and of the other the sealed rest', async () => {
    const { verdict, failed, passed: checks } = await verify(whole)
    expect(failed).toEqual([])
    expect(verdict).toBe('consistent')
    for (const seat of passed)
      for (const { fileId, role } of seat.receipt.manifest!.files)
        for (const kind of ['cipher', 'file', 'plain', ...(role === 'price' ? ['price'] : [])])
          expect(checks).toContain(`${kind}-${fileId}`)
    for (const role of ['technical', 'business', 'statement']) expect(checks).toContain(`file-${idOf(out, role)}`)
    for (const role of ['price', 'quotation']) {
      expect(checks).toContain(`sealed-${idOf(out, role)}`)
      expect(checks).not.toContain(`file-${idOf(out, role)}`)
    }
    const texts = filesIn(whole)
      .filter((path) => path.endsWith('.json'))
      .map((path) => readFileSync(path, 'utf8'))
    expect(texts.some((text) => text.includes(passed[0].quote.replace(/\.00$/, '')))).toBe(true)
    for (const text of texts) expect(text).not.toContain(out.quote.replace(/\.00$/, ''))
  })

  test('an altered byte of a sealed second envelope is named, opened or not', async () => {
    for (const seat of [passed[0], out]) {
      const folder = copyOf(whole)
      const fileId = idOf(seat, 'price')
      const sealed = filesIn(folder).find((path) => path.endsWith('.kbe') && readFileSync(path).includes(fileId))!
      change(folder, sealed.slice(folder.length + 1), lastByte)
      const { verdict, failed } = await verify(folder)
      expect(verdict).toBe('invalid')
      const ids = ofBids(failed)
      expect(ids).toContain(`cipher-${fileId}`)
      // Nothing else is blamed.
      expect(ids.every((id) => id.endsWith(fileId))).toBe(true)
    }
  })

  test('an altered byte of an opened second envelope is named', async () => {
    const fileId = idOf(passed[1], 'quotation')
    const folder = copyOf(whole)
    const no = folderOf(passed[1]).split('/').at(-1)!
    const opened = filesIn(folder).find((path) => path.includes(`/开启的投标文件/${no} `) && path.includes('报价说明'))!
    change(folder, opened.slice(folder.length + 1), lastByte)
    const { verdict, failed } = await verify(folder)
    expect(verdict).toBe('invalid')
    expect(ofBids(failed)).toEqual([`plain-${fileId}`])
  })

  test('a key given out for an envelope that stayed sealed is found', async () => {
    const folder = copyOf(whole)
    change(folder, `${folderOf(out)}/release.json`, (bytes) => {
      const release = JSON.parse(bytes.toString()) as { keys: { fileId: string; contentKey: string }[] }
      release.keys.push({ fileId: idOf(out, 'price'), contentKey: 'ab'.repeat(32) })
      return Buffer.from(JSON.stringify(release))
    })
    const { verdict, failed } = await verify(folder)
    expect(verdict).toBe('invalid')
    // The prices that were opened differ from those read out as well.
    expect(ofBids(failed)).toEqual([`sealed-${idOf(out, 'price')}`, 'same-opening'])
  })

  test('a released key that was altered is found', async () => {
    const folder = copyOf(whole)
    change(folder, `${folderOf(passed[0])}/release.json`, (bytes) =>
      Buffer.from(flip(bytes.toString(), '"contentKey": "', 'last')),
    )
    expect((await verify(folder)).verdict).toBe('invalid')
  })
})
