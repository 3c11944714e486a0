import * as z from 'zod'

/** A UTC instant on the wire and in the store, ISO 8601 with milliseconds. */
export const Instant = z.iso.datetime({ precision: null, message: '时间格式不正确' }).meta({ kind: 'instant' })

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** All times are shown in Beijing time, wherever the browser is. */
export const TIME_ZONE = 'Asia/Shanghai'

const parts = new Intl.DateTimeFormat('zh-CN', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function fields(at: string | number | Date): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(at)).map((p) => [p.type, p.value]))
}

/** `2026-11-21 14:03` in Beijing time; empty input → `-`. */
export function formatTime(at: string | number | Date | null | undefined, seconds = false): string {
  if (at == null || at === '') return '-'
  const ms = new Date(at).getTime()
  if (ms >= WITHOUT_SUMMER_TIME) {
    const text = new Date(ms + 8 * HOUR).toISOString()
    return `${text.slice(0, 10)} ${text.slice(11, seconds ? 19 : 16)}`
  }
  const f = fields(at)
  return `${f.year}-${f.month}-${f.day} ${f.hour}:${f.minute}${seconds ? `:${f.second}` : ''}`
}

/** Since 1992 Beijing has been eight hours ahead all year; a calendar is slow to ask. */
const WITHOUT_SUMMER_TIME = Date.UTC(1992, 0, 1)

/** `2026-11-21` in Beijing time; empty input → `-`. */
export function formatDate(at: string | number | Date | null | undefined): string {
  return at == null || at === '' ? '-' : formatTime(at).slice(0, 10)
}

/** Two-digit fields of what remains, never below zero (specification part 2 section 3, countdown output). */
export function remaining(ms: number): {
  days: string
  hours: string
  minutes: string
  seconds: string
  leftTime: number
  ms: number
} {
  const left = Math.max(0, ms)
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return {
    days: two(left / DAY),
    hours: two((left % DAY) / HOUR),
    minutes: two((left % HOUR) / MINUTE),
    seconds: two((left % MINUTE) / 1000),
    leftTime: Math.floor(left / 1000),
    ms: left,
  }
}

/** `刚刚`, `5分钟前`, `3小时前`, `2天前`, then the date (specification part 2 section 5). */
export function relativeTime(at: string | number | Date, now: number): string {
  const minutes = Math.floor((now - new Date(at).getTime()) / MINUTE)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes}分钟前`
  if (minutes < 1440) return `${Math.floor(minutes / 60)}小时前`
  if (minutes < 10_080) return `${Math.floor(minutes / 1440)}天前`
  return formatDate(at)
}

/** Hour-of-day greeting in Beijing time (specification part 2 section 5). */
export function greeting(now: number): string {
  const hour = Number(fields(now).hour)
  if (hour <= 10) return '早上好'
  if (hour <= 14) return '中午好'
  if (hour <= 18) return '下午好'
  return '晚上好'
}
