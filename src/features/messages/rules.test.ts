import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { DEFAULT_RHYTHM, dueAt, masked, type Rhythm, textOf } from './rules.ts'

/** Beijing time. 2026-11-23 is a Monday. */
const at = (text: string) => Date.parse(`${text}:00+08:00`)
const rhythm = (change: Partial<Rhythm>): Rhythm => ({ ...DEFAULT_RHYTHM.email, ...change })

test.each<[string, Partial<Rhythm>, string, string | null]>([
  ['at once', {}, '2026-11-23T03:00', null],
  ['daily, before the hour', { mode: 'daily', hour: 8 }, '2026-11-23T07:59', '2026-11-23T08:00'],
  ['daily, at the hour', { mode: 'daily', hour: 8 }, '2026-11-23T08:00', '2026-11-24T08:00'],
  ['daily, over the new year', { mode: 'daily', hour: 0 }, '2026-12-31T12:00', '2027-01-01T00:00'],
  ['weekly, the same day', { mode: 'weekly', hour: 9, weekday: 1 }, '2026-11-23T08:00', '2026-11-23T09:00'],
  ['weekly, a week on', { mode: 'weekly', hour: 9, weekday: 1 }, '2026-11-23T09:00', '2026-11-30T09:00'],
  ['weekly, Sunday', { mode: 'weekly', hour: 9, weekday: 7 }, '2026-11-23T09:00', '2026-11-29T09:00'],
  ['quiet over midnight, late', { quietFrom: 22, quietTo: 8 }, '2026-11-23T22:00', '2026-11-24T08:00'],
  ['quiet over midnight, early', { quietFrom: 22, quietTo: 8 }, '2026-11-23T07:59', '2026-11-23T08:00'],
  ['quiet is over', { quietFrom: 22, quietTo: 8 }, '2026-11-23T08:00', null],
  ['quiet at noon', { quietFrom: 12, quietTo: 14 }, '2026-11-23T13:30', '2026-11-23T14:00'],
  [
    'a digest within quiet hours',
    { mode: 'daily', hour: 7, quietFrom: 22, quietTo: 8 },
    '2026-11-23T12:00',
    '2026-11-24T08:00',
  ],
])('%s', (_, change, now, due) => {
  expect(dueAt(at(now), rhythm(change))).toBe(due === null ? null : at(due))
})

const hour = fc.integer({ min: 0, max: 23 })
const anyRhythm = fc
  .record({
    mode: fc.constantFrom('now', 'daily', 'weekly'),
    hour,
    weekday: fc.integer({ min: 1, max: 7 }),
    quiet: fc.option(fc.tuple(hour, hour).filter(([from, to]) => from !== to)),
  })
  .map(({ quiet, ...rest }): Rhythm => ({ ...rest, quietFrom: quiet?.[0] ?? null, quietTo: quiet?.[1] ?? null }))
const anyInstant = fc.integer({ min: at('2026-01-01T00:00'), max: at('2028-01-01T00:00') })

test('whatever the rhythm: not before now, within eight days and a night, and never in quiet hours', () => {
  fc.assert(
    fc.property(anyInstant, anyRhythm, (now, given) => {
      const due = dueAt(now, given) ?? now
      expect(due).toBeGreaterThanOrEqual(now)
      expect(due - now).toBeLessThanOrEqual(8 * DAY)
      // Sent at its time, it is not put off again.
      expect(dueAt(due, { ...given, mode: 'now' })).toBeNull()
    }),
  )
})

test('a moment of a digest lies on its hour and day, unless quiet hours push it', () => {
  fc.assert(
    fc.property(
      anyInstant,
      anyRhythm.filter((r) => r.mode !== 'now' && r.quietFrom === null),
      (now, given) => {
        const local = new Date(dueAt(now, given)! + 8 * HOUR)
        expect([local.getUTCHours(), local.getUTCMinutes()]).toEqual([given.hour, 0])
        expect(given.mode === 'daily' || local.getUTCDay() === given.weekday % 7).toBe(true)
      },
    ),
  )
})

test('what a channel says of one message, and of several', () => {
  const place = { platform: '开标云采', base: 'https://kb.example.com' }
  const one = { title: '报名已通过', content: '可下载招标文件。', link: '/supplier/bid/orders/1/info' }
  expect(textOf('sms', [one], place).body).toBe('【开标云采】报名已通过：可下载招标文件。')
  expect(textOf('email', [one], place)).toEqual({
    subject: '【开标云采】报名已通过',
    body: expect.stringContaining('可下载招标文件。\nhttps://kb.example.com/supplier/bid/orders/1/info') as string,
  })
  const many = Array.from({ length: 60 }, (_, i) => ({ ...one, title: `消息${i}` }))
  expect(textOf('sms', many, place).body).toBe('【开标云采】您有60条新消息：消息0；消息1；消息2等。请登录平台查看。')
  const { subject, body } = textOf('email', many, { ...place, base: '' })
  expect(subject).toBe('【开标云采】您有 60 条新消息')
  expect(body).toContain('50. 消息49')
  expect(body).toContain('另有 10 条')
  expect(body).not.toContain('http')
})

test('masked: enough to recognise, not enough to write to', () => {
  expect(['13800000111', 'zhang@example.com', 'oABC'].map(masked)).toEqual(['138****0111', 'z***@example.com', '***'])
})
