import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeAddCheckpoint } from '#features/sealing/core/log/add-checkpoint.ts'
import { cosignaturesOf, parseWitnessKey, withSignatures } from '#features/sealing/core/log/cosignature.ts'
import { signCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { hash } from './store.ts'
import { type RunningWitness, runWitness, witnessFolder } from './testing/run-witness.ts'
import { TestLog } from './testing/test-log.ts'

let place: Awaited<ReturnType<typeof witnessFolder>>
let witness: RunningWitness
/** One log, grown by the tests one after the other; each begins where the one before left the witness. */
const log = new TestLog()
let seen = 0

beforeAll(async () => {
  place = await witnessFolder()
  await log.append(...Array.from({ length: 300 }, (_, i) => `entry ${i}`))
  witness = await runWitness(place.folder, { logs: [log.logKey] })
})
afterAll(async () => {
  await witness.end()
  await place.remove()
})

const send = (body: string) => fetch(`${witness.base}/add-checkpoint`, { method: 'POST', body })
const status = async () => {
  const { logs } = (await (await fetch(`${witness.base}/status`)).json()) as {
    logs: { origin: string; size: number | null; refusals: number; lastRefusal: { why: string } | null }[]
  }
  return logs.find(({ origin }) => origin === log.origin)!
}
/** Grows to a size; the witness must cosign it. */
async function grow(size: number) {
  const answer = await send(await log.request(seen, size))
  expect(answer.status).toBe(200)
  seen = size
  return answer.text()
}

test('a head is cosigned with a time, and its continuation too', async () => {
  const before = Math.floor(Date.now() / 1000)
  for (const size of [1, 7, 256, 260]) {
    const lines = await grow(size)
    const [cosigned] = cosignaturesOf(withSignatures(await log.note(size), [lines]), [parseWitnessKey(witness.key)])
    expect(cosigned!.at.getTime() / 1000).toBeGreaterThanOrEqual(before)
    expect(cosigned!.at.getTime() / 1000).toBeLessThanOrEqual(Date.now() / 1000)
  }
  expect(await status()).toMatchObject({ size: 260, refusals: 0 })
})

test('the same head again is cosigned anew, an older one and a replay are told the size', async () => {
  expect((await send(await log.request(260, 260))).status).toBe(200)
  for (const request of [await log.request(0, 260), await log.request(256, 260), await log.request(0, 7)]) {
    const answer = await send(request)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      409,
      'text/x.tlog.size',
      '260\n',
    ])
  }
  expect((await send(await log.request(7, 7))).status).toBe(409)
})

test('another root at the same size is refused, kept as evidence, and nothing else changes', async () => {
  const forged = signCheckpoint({ origin: log.origin, size: 260, root: randomBytes(32) }, log.key.privateKey)
  const answer = await send(encodeAddCheckpoint({ old: 260, proof: [], note: forged }))
  expect([answer.status, await answer.text()]).toEqual([409, '260\n'])
  expect(await status()).toMatchObject({
    size: 260,
    refusals: 1,
    lastRefusal: { why: 'another root at the same size' },
  })
  const evidence = readdirSync(join(place.folder, 'evidence'))
  expect(readFileSync(join(place.folder, 'evidence', evidence[0]!), 'utf8')).toContain(forged)
})

test('two servers with the same key and differing histories: the second is caught', async () => {
  const twin = new TestLog(log.origin, log.key)
  await twin.append(...Array.from({ length: 300 }, (_, i) => (i === 30 ? 'another bid' : `entry ${i}`)))
  const { refusals } = await status()
  expect((await send(await twin.request(260, 280))).status).toBe(422)
  expect((await send(await twin.request(260, 260))).status).toBe(409)
  expect(await status()).toMatchObject({ size: 260, refusals: refusals + 2 })
  await grow(280)
})

test('a wrong proof is refused: missing, too long, of another place, of random hashes', async () => {
  const note = await log.note(290)
  const right = await log.proof(280, 290)
  for (const proof of [
    [],
    right.slice(1),
    [...right, ...right.slice(-1)],
    right.toReversed(),
    right.map(() => new Uint8Array(randomBytes(32))),
    await log.proof(279, 290),
  ])
    expect((await send(encodeAddCheckpoint({ old: 280, proof, note }))).status).toBe(422)
})

test('strangers: an unknown log is 404, a key that is not the log’s is 403', async () => {
  const stranger = new TestLog('example.org/other')
  await stranger.append('x')
  expect((await send(await stranger.request(0))).status).toBe(404)
  const impostor = new TestLog(log.origin)
  await impostor.append('x')
  expect((await send(await impostor.request(0))).status).toBe(403)
  const note = (await log.note(290)).replace('\n290\n', '\n291\n')
  expect((await send(encodeAddCheckpoint({ old: 280, proof: [], note }))).status).toBe(403)
})

test('malformed requests are refused in words, huge ones without being read', async () => {
  const right = await log.request(280, 290)
  for (const body of [
    '',
    '\n',
    'old\n\n',
    'old x\n\nnote',
    right.replace('old 280', 'old 0280'),
    right.replace('old 280', 'old -1'),
    right.replace('old 280', 'old 99999999999999999999'),
    right.replace('old 280', 'OLD 280'),
    right.replace('\n\n', '\nAAAA\n\n'),
    right.replace('\n\n', `\n${'A'.repeat(43)}=x\n\n`),
    right.replaceAll('\n', '\r\n'),
    right.slice(0, -1),
    right.slice(0, right.lastIndexOf('—')),
    `old 280\n${`${'A'.repeat(43)}=\n`.repeat(64)}${right.slice(right.indexOf('\n\n') + 1)}`,
    right.replace('old 280', 'old 300'),
  ])
    expect([body.slice(0, 20), (await send(body)).status]).toEqual([body.slice(0, 20), 400])
  const huge = await send('x'.repeat(1 << 20)).then(
    (answer) => answer.status,
    () => 'cut',
  )
  expect([413, 'cut']).toContain(huge)
  expect((await fetch(`${witness.base}/add-checkpoint`)).status).toBe(405)
  expect((await fetch(`${witness.base}/../../etc/passwd`)).status).toBe(404)
  // Somebody who connects and says nothing holds up nobody.
  const idle = connect(Number(new URL(witness.base).port), '127.0.0.1')
  await grow(290)
  idle.destroy()
})

test('what the witness knows is public: key, status, newest head', async () => {
  expect(await (await fetch(`${witness.base}/key`)).text()).toBe(`${witness.key}\n`)
  const note = await (await fetch(`${witness.base}/${hash(log.origin)}/checkpoint`)).text()
  expect(note.startsWith(await log.note(290))).toBe(true)
  expect(cosignaturesOf(note, [parseWitnessKey(witness.key)])).toHaveLength(1)
  expect((await fetch(`${witness.base}/${hash('nobody')}/checkpoint`)).status).toBe(404)
  expect(await (await fetch(`${witness.base}/status`)).text()).not.toContain('privateKey')
})

test('of ten requests at once that continue one head differently, exactly one is cosigned', async () => {
  const sizes = Array.from({ length: 10 }, (_, i) => 291 + (i % 9))
  const answers = await Promise.all(sizes.map(async (size) => send(await log.request(290, size))))
  expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(1)
  seen = (await status()).size!
})

test('killed and started again it knows what it cosigned; two processes cannot share its folder', async () => {
  await expect(runWitness(place.folder)).rejects.toThrow('runs this witness already')
  const { key } = witness
  await witness.end('SIGKILL')
  witness = await runWitness(place.folder)
  expect(witness.key).toBe(key)
  expect((await send(await log.request(0, 7))).status).toBe(409)
  await grow(300)
})

test('a damaged memory is refused and not begun anew', async () => {
  await witness.end()
  const file = join(place.folder, 'logs', `${hash(log.origin)}.json`)
  const good = readFileSync(file, 'utf8')
  writeFileSync(file, good.replace('\\n300\\n', '\\n30\\n'))
  await expect(runWitness(place.folder)).rejects.toThrow('damaged')
  writeFileSync(file, good)
  witness = await runWitness(place.folder)
  expect(await status()).toMatchObject({ size: 300 })
})
