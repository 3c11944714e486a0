import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { demandProvider, hs256, jitsi, meetingProvider } from './provider.ts'

test('signatures are those of the published example (RFC 7515, A.1)', () => {
  const input =
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
  const key = Buffer.from(
    'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
    'base64url',
  )
  expect(hs256(input, key)).toBe('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
})

test('an address is for one person in one room, and soon over', () => {
  const secret = 'a secret of the conference server'
  const now = new Date('2026-11-30T02:00:00Z')
  const url = jitsi({ url: 'https://kb-app@meet.example.com/rooms', secret }).enter(
    'm1',
    { userId: 'u1', name: '张晓', isHost: true },
    now,
  )!
  const address = new URL(url)
  expect(`${address.origin}${address.pathname}`).toBe('https://meet.example.com/rooms/kaibiao-m1')
  const [head, body, signature] = address.searchParams.get('jwt')!.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
  expect(read(head!)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const seconds = now.getTime() / 1000
  expect(read(body!)).toEqual({
    aud: 'jitsi',
    iss: 'kb-app',
    sub: 'meet.example.com',
    room: 'kaibiao-m1',
    nbf: seconds - 10,
    exp: seconds + 120,
    context: { user: { id: 'u1', name: '张晓', moderator: true, affiliation: 'owner' } },
  })
  expect(signature).toBe(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'))
})

test('a server without https or with a short secret is refused; production makes no rooms of its own', () => {
  const secret = 'a secret of the conference server'
  expect(() => jitsi({ url: 'http://meet.example.com', secret })).toThrow('MEETING_URL')
  expect(() => jitsi({ url: 'https://meet.example.com', secret: 'short' })).toThrow('MEETING_SECRET')
  expect(meetingProvider({ mode: 'production' }, {})).toBeNull()
  expect(meetingProvider({ mode: 'demo' }, {})?.name).toBe('演示会议室（不传输音视频）')
  expect(() => demandProvider({ mode: 'production' })).toThrow(AppError)
})
