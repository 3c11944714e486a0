import { DAY, HOUR } from '#contract/time.ts'

/** Ways a message reaches a person. */
export const CHANNELS = { inbox: '站内', email: '邮件', sms: '短信', wechat: '微信' } as const
export type Channel = keyof typeof CHANNELS
/** Ways out of the platform: a text is handed to a carrier. */
export const OUTSIDE = ['email', 'sms', 'wechat'] as const
export type Outside = (typeof OUTSIDE)[number]

export const MODES = { now: '即时发送', daily: '每日汇总', weekly: '每周汇总' } as const
export type Mode = keyof typeof MODES

/** When a channel may disturb a person. Hours and days are Beijing's; weekday 1 is Monday. */
export interface Rhythm {
  mode: Mode
  /** Of a digest. */
  hour: number
  /** Of a weekly digest. */
  weekday: number
  /** Nothing is sent from this hour until the other, also across midnight; null: always. */
  quietFrom: number | null
  quietTo: number | null
}

/** Unless the person chose otherwise: at once, but no telephone beeps at night. */
export const DEFAULT_RHYTHM: Readonly<Record<Outside, Rhythm>> = {
  email: { mode: 'now', hour: 8, weekday: 1, quietFrom: null, quietTo: null },
  sms: { mode: 'now', hour: 8, weekday: 1, quietFrom: 22, quietTo: 8 },
  wechat: { mode: 'now', hour: 8, weekday: 1, quietFrom: null, quietTo: null },
}

/** Beijing has had no summer time since 1991. */
const OFFSET = 8 * HOUR

/** When a message of `now` goes by a channel (epoch ms); `null`: at once. */
export function dueAt(now: number, rhythm: Rhythm): number | null {
  const planned = rhythm.mode === 'now' ? now : nextSlot(now, rhythm)
  const allowed = afterQuiet(planned, rhythm)
  return allowed === now ? null : allowed
}

/** The first moment after `now` at which a digest of this rhythm is sent. */
function nextSlot(now: number, { mode, hour, weekday }: Rhythm): number {
  const local = now + OFFSET
  const today = Math.floor(local / DAY) * DAY + hour * HOUR
  const next = today > local ? today : today + DAY
  const days = mode === 'weekly' ? (weekday - weekdayOf(next) + 7) % 7 : 0
  return next + days * DAY - OFFSET
}

/** The same instant, or the end of the quiet hours it falls into (epoch ms). */
export function afterQuiet(at: number, { quietFrom, quietTo }: Pick<Rhythm, 'quietFrom' | 'quietTo'>): number {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return at
  const local = at + OFFSET
  const day = Math.floor(local / DAY) * DAY
  const hour = (local - day) / HOUR
  const isQuiet = quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo
  if (!isQuiet) return at
  const end = day + quietTo * HOUR
  return (end > local ? end : end + DAY) - OFFSET
}

/** The first day of 1970 was a Thursday. */
function weekdayOf(local: number): number {
  return ((Math.floor(local / DAY) + 3) % 7) + 1
}

/** Waits between attempts to hand a text to a carrier; after the last one it has failed for good. */
export const RETRY_MS: readonly number[] = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * 60_000)

/** Within this the text should have left; a process that dies with it in hand is made up for then. */
export const WATCH_MS = 2 * 60_000

export const EMAIL_CODE_MINUTES = 15
export const EMAIL_CODE_TRIES = 5
export const EMAIL_CODE_INTERVAL_SECONDS = 60
export const EMAIL_CODES_PER_DAY = 10

/** A message as it is told outside. */
export interface Told {
  title: string
  content: string
  /** Address within the workbench. */
  link: string | null
}

/** Messages named one by one in a digest; the rest is a number. */
const NAMED = { email: 50, sms: 3, wechat: 5 } as const

/** Subject and body of one message, or of several together, as a channel carries them. `base`: address of the platform. */
export function textOf(
  channel: Outside,
  messages: readonly Told[],
  { platform, base }: { platform: string; base: string },
): { subject: string; body: string } {
  const [first] = messages
  const n = messages.length
  const subject = n === 1 ? `【${platform}】${first!.title}` : `【${platform}】您有 ${n} 条新消息`
  if (channel !== 'email') {
    if (n === 1) return { subject, body: `【${platform}】${first!.title}：${first!.content}` }
    const named = messages.slice(0, NAMED[channel]).map((m) => m.title)
    return {
      subject,
      body: `【${platform}】您有${n}条新消息：${named.join('；')}${n > named.length ? '等' : ''}。请登录平台查看。`,
    }
  }
  const parts = messages
    .slice(0, NAMED.email)
    .map((m, i) => [n === 1 ? '' : `${i + 1}. ${m.title}`, m.content, m.link && base ? `${base}${m.link}` : ''])
    .map((lines) => lines.filter(Boolean).join('\n'))
  const more = n > NAMED.email ? [`另有 ${n - NAMED.email} 条，请登录平台查看。`] : []
  const foot = `本邮件由${platform}自动发送。可在“消息 › 通知设置”中调整接收方式。`
  return { subject, body: [...parts, ...more, '--', foot].join('\n\n') }
}

/** `138****0001`, `z***@example.com`: enough to recognise one's own. */
export function masked(recipient: string): string {
  const [name, host] = recipient.split('@')
  if (host) return `${name!.slice(0, 1)}***@${host}`
  return recipient.length <= 7 ? '***' : `${recipient.slice(0, 3)}****${recipient.slice(-4)}`
}
