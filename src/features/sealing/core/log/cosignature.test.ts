import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromBase64, fromHex, toHex } from '../bytes.ts'
import { encodeAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts'
import { generateLogKey, parseNoteKey, signCheckpoint, signEd25519, verifyCheckpoint } from './checkpoint.ts'
import {
  cosignaturesOf,
  cosignNote,
  encodeWitnessKey,
  parseWitnessKey,
  witnessedAt,
  type WitnessPolicy,
  withSignatures,
} from './cosignature.ts'
import { leafHash } from './merkle.ts'

const LOG = generateLogKey()
const NOTE = signCheckpoint({ origin: 'example.org/log', size: 1, root: leafHash(new Uint8Array()) }, LOG.privateKey)
const [A, B, C] = ['a', 'b', 'c'].map((name) => {
  const pair = generateLogKey()
  return { pair, key: { name: `example.org/${name}`, publicKey: fromHex(pair.publicKey) } }
}) as [Witness, Witness, Witness]
interface Witness {
  pair: { privateKey: string; publicKey: string }
  key: { name: string; publicKey: ReturnType<typeof fromHex> }
}

const line = ({ pair, key }: Witness, seconds: number, note = NOTE) =>
  cosignNote(note, { key, seconds, sign: (message) => signEd25519(pair.privateKey, message) })
const policy = (threshold: number, ...of: Witness[]): WitnessPolicy => ({
  threshold,
  witnesses: of.map(({ key }) => ({ title: key.name, key: encodeWitnessKey(key) })),
})

test('a cosignature is what the text of C2SP says, byte by byte', () => {
  const [, name, data] = /^— (\S+) (\S+)\n$/.exec(line(A, 1_679_315_147))!
  const bytes = Buffer.from(fromBase64(data!))
  expect(name).toBe('example.org/a')
  const id = createHash('sha256').update('example.org/a\n').update(Buffer.of(4)).update(A.key.publicKey).digest()
  expect(bytes.subarray(0, 4)).toEqual(id.subarray(0, 4))
  expect(bytes.readBigUInt64BE(4)).toBe(1_679_315_147n)
  const body = NOTE.slice(0, NOTE.indexOf('\n\n') + 1)
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), A.key.publicKey]),
    format: 'der',
    type: 'spki',
  })
  const message = Buffer.from(`cosignature/v1\ntime 1679315147\n${body}`)
  expect(verify(null, message, publicKey, bytes.subarray(12))).toBe(true)
  expect(encodeWitnessKey(A.key)).toBe(
    `example.org/a+${id.subarray(0, 4).toString('hex')}+${Buffer.concat([Buffer.of(4), A.key.publicKey]).toString('base64')}`,
  )
})

test('the log’s own signature stays valid beside cosignatures, which do not sign one another', () => {
  const note = withSignatures(NOTE, [line(A, 10), line(B, 20), line(A, 10)])
  expect(note.match(/— example.org\/a /g)).toHaveLength(1)
  expect(verifyCheckpoint(note, { name: 'example.org/log', publicKey: fromHex(LOG.publicKey) }).size).toBe(1)
  expect(cosignaturesOf(note, [A.key, B.key, C.key]).map(({ key }) => key.name)).toEqual([
    'example.org/a',
    'example.org/b',
  ])
})

test('k of n: the time is that of the k-th; one key counts once under any name', () => {
  const note = withSignatures(NOTE, [line(B, 300), line(A, 100), line(A, 50)])
  expect(witnessedAt(note, policy(1, A, B, C))?.at).toEqual(new Date(50_000))
  expect(witnessedAt(note, policy(2, A, B, C))?.at).toEqual(new Date(300_000))
  expect(witnessedAt(note, policy(3, A, B, C))).toBeNull()
  for (const threshold of [0, -1, 1.5, Number.NaN]) expect(witnessedAt(note, policy(threshold, A, B))).toBeNull()
  const alias = { pair: A.pair, key: { ...A.key, name: 'example.org/alias' } }
  expect(witnessedAt(withSignatures(NOTE, [line(A, 1), line(alias, 1)]), policy(2, A, alias))).toBeNull()
})

test('what does not hold is passed over: altered, of another note, another key, type, time or length', () => {
  const good = line(A, 1000)
  const bytes = fromBase64(good.split(' ')[2]!.trim())
  const other = signCheckpoint({ origin: 'example.org/log', size: 2, root: leafHash(new Uint8Array()) }, LOG.privateKey)
  for (let at = 0; at < bytes.length; at++) {
    const altered = bytes.slice()
    altered[at]! ^= 1
    const bad = `— example.org/a ${Buffer.from(altered).toString('base64')}\n`
    expect(cosignaturesOf(withSignatures(NOTE, [bad]), [A.key])).toEqual([])
  }
  for (const bad of [
    line(A, 1000, other),
    good.replace('example.org/a', 'example.org/b'),
    `— example.org/a ${Buffer.from(bytes.slice(0, -1)).toString('base64')}\n`,
    line({ pair: B.pair, key: A.key }, 1000),
    line(A, 0),
  ])
    expect(cosignaturesOf(withSignatures(NOTE, [bad]), [A.key, B.key])).toEqual([])
})

test('keys of logs and of witnesses do not stand for one another', () => {
  const key = encodeWitnessKey(A.key)
  expect(parseWitnessKey(key)).toEqual(A.key)
  expect(() => parseNoteKey(key)).toThrow(RangeError)
  for (const bad of ['', 'x', key.replace('+', ' '), key.slice(0, -2), key.replace(/\+[0-9a-f]{8}\+/, '+00000000+')])
    expect(() => parseWitnessKey(bad)).toThrow(RangeError)
})

test('a request is read back as it was written', () => {
  const asked = { old: 0, proof: [], note: NOTE }
  expect(parseAddCheckpoint(encodeAddCheckpoint(asked))).toMatchObject(asked)
  const proof = [leafHash(new Uint8Array()), leafHash(Uint8Array.of(1))]
  const read = parseAddCheckpoint(encodeAddCheckpoint({ old: 17, proof, note: NOTE }))
  expect([read.old, read.proof.map(toHex), read.checkpoint.size]).toEqual([17, proof.map(toHex), 1])
})
