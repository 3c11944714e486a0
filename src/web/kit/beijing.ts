import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import { formatTime } from '#contract/time.ts'

/** The instant as a dayjs value whose face reads Beijing time, whatever zone the browser is in. */
export function toFace(instant: string | null | undefined): Dayjs | null {
  return instant ? dayjs(formatTime(instant, true)) : null
}

/** The instant meant by a face reading Beijing time (UTC+8, no daylight saving), as an ISO string. */
export function fromFace(face: Dayjs | null | undefined): string | undefined {
  return face ? new Date(`${face.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).toISOString() : undefined
}

/** Beginning or end of a Beijing day (`2026-11-21`) as an instant. */
export function dayEdge(day: string, edge: 'start' | 'end'): string {
  return new Date(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}+08:00`).toISOString()
}
