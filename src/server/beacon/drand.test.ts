import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { QUICKNET } from '#contract/beacon-chain.ts'
import { drandBeacon } from './drand.ts'

/* The client of a drand relay against a server that answers as one does, with rounds that quicknet has signed. */

const ROUNDS: Readonly<Record<number, string>> = {
  1000: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}
const [ROUND, SIGNATURE] = [1000, ROUNDS[1000]!]
const INFO = {
  public_key: QUICKNET.publicKey,
  period: QUICKNET.period,
  genesis_time: QUICKNET.genesis,
  hash: QUICKNET.hash,
  schemeID: QUICKNET.scheme,
}

let server: Server
let base: string
/** Answers instead of the relay, once each. */
let instead: ((request: IncomingMessage, response: ServerResponse) => void)[] = []
let asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    const other = instead.shift()
    if (other) return other(request, response)
    const round = Number(/\/public\/(\d+)$/.exec(request.url!)?.[1])
    const body = request.url === `/${QUICKNET.hash}/info` ? INFO : ROUNDS[round] && { round, signature: ROUNDS[round] }
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  instead = []
  asked = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const answers =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test('the chain is the public one, and is asked for once in a while', async () => {
  const beacon = drandBeacon(`${base}/`)
  expect(await beacon.chain()).toEqual(QUICKNET)
  expect(await beacon.chain()).toEqual(QUICKNET)
  expect(asked).toEqual([`/${QUICKNET.hash}/info`])
})

test('a round is taken with its signature, which is checked', async () => {
  const beacon = drandBeacon(`${base}/${QUICKNET.hash}`)
  expect(await beacon.signature(QUICKNET, ROUND)).toBe(SIGNATURE)
  expect(beacon.linkOf(QUICKNET, ROUND)).toBe(`${base}/${QUICKNET.hash}/public/${ROUND}`)
})

test.each<[string, unknown, number?]>([
  ['another round', { round: ROUND + 1, signature: SIGNATURE }],
  ['a signature of another round', { round: ROUND, signature: `a${SIGNATURE.slice(1)}` }],
  ['half a signature', { round: ROUND, signature: SIGNATURE.slice(2) }],
  ['no signature', { round: ROUND }],
  ['no JSON object', 'x'],
  ['a round that is not there yet', {}, 404],
  ['a relay that is broken', {}, 503],
])('%s is refused, and the true one taken when it is asked again', async (_, body, status) => {
  const beacon = drandBeacon(base)
  instead = [answers(body, status)]
  await expect(beacon.signature(QUICKNET, ROUND)).rejects.toThrow(/信标|invalid/i)
  expect(await beacon.signature(QUICKNET, ROUND)).toBe(SIGNATURE)
})

test.each<[string, object]>([
  ['another key under its name', { ...INFO, public_key: `a${QUICKNET.publicKey.slice(1)}` }],
  ['another period', { ...INFO, period: 30 }],
  ['another chain', { ...INFO, hash: 'ab'.repeat(32) }],
  ['another scheme', { ...INFO, schemeID: 'pedersen-bls-chained' }],
])('a relay with %s counts as out of reach', async (_, info) => {
  instead = [answers(info)]
  expect(await drandBeacon(base).chain()).toBeNull()
})

test('a relay that does not answer counts as out of reach, and a round is waited for no longer than two seconds', async () => {
  instead = [() => undefined, () => undefined]
  const beacon = drandBeacon(base)
  expect(await beacon.chain()).toBeNull()
  await expect(beacon.signature(QUICKNET, ROUND)).rejects.toThrow(/timeout|aborted/i)
})

test('nobody there counts as out of reach', async () => {
  expect(await drandBeacon('http://127.0.0.1:9').chain()).toBeNull()
})
