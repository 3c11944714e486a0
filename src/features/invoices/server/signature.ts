import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Headers, type IssuerNotice, Unauthentic } from '../rules/issuer.ts'

/** Notices are taken this long behind the time they were signed at. */
const SKEW_MS = 300_000

/** Headers of a signed body: hex HMAC-SHA256 of `<x-timestamp>\n<body>`, the time in ms. */
export function signed(key: string, body: string, at: Date): Record<string, string> {
  const timestamp = String(at.getTime())
  return {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': signatureOf(key, timestamp, body),
  }
}

/** A notice `{id, act, no, state, number, total, at, reason}` of whoever holds the key. Throws `Unauthentic` otherwise. */
export function readSigned(key: string, body: Buffer, { headers, now }: { headers: Headers; now: Date }): IssuerNotice {
  const timestamp = String(headers['x-timestamp'] ?? '')
  if (!(Math.abs(now.getTime() - Number(timestamp)) <= SKEW_MS))
    throw new Unauthentic('the time of the notice is out of bounds')
  const text = body.toString('utf8')
  const given = Buffer.from(String(headers['x-signature'] ?? ''), 'hex')
  const expected = Buffer.from(signatureOf(key, timestamp, text), 'hex')
  if (key === '' || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Unauthentic('the signature does not verify')
  const told = JSON.parse(text) as Record<string, string>
  const { id = '', no = '', act } = told
  if (act !== 'issue' && act !== 'reverse') throw new Unauthentic('the notice tells of nothing known')
  return { id, act, no, result: resultOf(told) }
}

/** What an answer or a notice says of an invoice; throws on what is none. */
export function resultOf({ state, number, total, at, reason = '' }: Record<string, string>) {
  switch (state) {
    case 'issued': {
      const when = new Date(at ?? '')
      if (!number || !total || Number.isNaN(when.getTime())) throw new Error('an invoice without number, total or time')
      return { state, number, total, at: when } as const
    }
    case 'refused':
      return { state, reason } as const
    case 'running':
      return { state } as const
    default:
      throw new Error(`an invoice that is ${state}`)
  }
}

function signatureOf(key: string, timestamp: string, body: string): string {
  return createHmac('sha256', key).update(`${timestamp}\n${body}`).digest('hex')
}
