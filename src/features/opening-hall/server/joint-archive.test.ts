import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { Account } from '#demo/people.ts'
import { giveAnswer } from '#demo/play/joint.ts'
import * as orders from '#features/procurement/contract/order.ts'
import * as c from '../contract.ts'
import * as j from '../contract-joint.ts'
import { JointStatus } from '../rules-joint.ts'
import { eventually, type Hall, hallWorld, type HallWorld, THREE } from './testing/hall.ts'

/*
 * The archive of a joint-key opening as the offline verifier sees it: all of it holds, and every kind of alteration is found.
 */

const OFFICERS: readonly Account[] = ['buyer', 'agent', 'supplier6']
const root = mkdtempSync(join(tmpdir(), 'kaibiao-joint-'))
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
  await host.call(orders.archiveOrder, { params: { orderId: hall.orderId } })
  const { content } = await host.file(orders.downloadArchive, { params: { orderId: hall.orderId } })
  await unpack(content, whole)
}, 120_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the archive of a joint-key opening', () => {
  test('holds: key, list, answers, every bid with every file', async () => {
    const { verdict, failed, passed } = await verify(whole)
    expect(failed).toEqual([])
    expect(verdict).toBe('valid')
    for (const id of ['joint-key', 'joint-published', 'joint-parts', 'joint-officers']) expect(passed).toContain(id)
    expect(passed.filter((id) => id.startsWith('file-'))).toHaveLength(9)
    const attempt = JSON.parse(readFileSync(join(whole, 'joint-key/attempt-1.json'), 'utf8')) as { status: string }
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
    const path = join(folder, file)
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

  test('without the joint record it is incomplete: nothing opens', async () => {
    const folder = copyOf(whole)
    rmSync(join(folder, 'opening/joint-opening.json'))
    const { verdict, passed } = await verify(folder)
    expect(verdict).toBe('incomplete')
    expect(passed.filter((id) => id.startsWith('file-'))).toEqual([])
  })
})

/** Turns one hex digit after the mark into another; `then`: after this word behind it, or at the last mark. */
function flip(text: string, mark: string, then = ''): string {
  const start = then === 'last' ? text.lastIndexOf(mark) : text.indexOf(mark)
  if (start < 0) throw new Error(`no ${mark}`)
  let at = start + mark.length
  if (then !== '' && then !== 'last') at = text.indexOf('"', text.indexOf(`"${then}": `, at) + then.length + 3) + 1
  return text.slice(0, at + 8) + (text[at + 8] === '0' ? '1' : '0') + text.slice(at + 9)
}

async function verify(folder: string) {
  const cli = join(import.meta.dirname, '../../../../verify/cli.ts')
  const run = promisify(execFile)(process.execPath, [cli, folder, '--json'], { maxBuffer: 1 << 26 })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const report = JSON.parse(stdout) as {
    verdict: string
    sections: { checks: { id: string; ok: boolean | null; detail: string }[] }[]
  }
  const checks = report.sections.flatMap((section) => section.checks)
  return {
    verdict: report.verdict,
    failed: checks.filter((check) => check.ok === false),
    passed: checks.filter((check) => check.ok === true).map((check) => check.id),
  }
}

let copies = 0
function copyOf(folder: string): string {
  const copy = join(root, `copy-${++copies}`)
  cpSync(folder, copy, { recursive: true })
  return copy
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

async function unpack(content: Buffer, folder: string): Promise<void> {
  const file = join(root, 'archive.zip')
  writeFileSync(file, content)
  const zip = await yauzl.openPromise(file)
  for await (const entry of zip.eachEntry()) {
    const path = join(folder, entry.fileName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await buffer(await zip.openReadStreamPromise(entry)))
  }
}
