export interface CalendarEvent {
  uid: string
  at: Date
  title: string
  text: string
}

/** An iCalendar file (RFC 5545): instants in UTC, text escaped, lines folded at 75 octets. */
export function calendarText(
  events: readonly CalendarEvent[],
  { now, sequence }: { now: Date; sequence: number },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kaibiao//Tender calendar//ZH',
    'CALSCALE:GREGORIAN',
    ...events.flatMap(({ uid, at, title, text }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(at)}`,
      `DTEND:${utc(at)}`,
      `SEQUENCE:${sequence}`,
      `SUMMARY:${escape(title)}`,
      `DESCRIPTION:${escape(text)}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escape(title)}`,
      'TRIGGER:-P1D',
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function utc(at: Date): string {
  return at
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}/, '')
}

function escape(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')
}

function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const sign of line) {
    const length = Buffer.byteLength(sign)
    if (size + length > 74) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += sign
    size += length
  }
  return [...parts, part].join('\r\n ')
}
