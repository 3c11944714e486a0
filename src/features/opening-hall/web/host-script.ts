import type { Moment } from '#features/templates/rules/moments.ts'
import type { HallDetail } from '../contract.ts'
import type { DigitalHost } from '../contract-host.ts'
import { DecryptState } from '../rules.ts'

/** What is said at one moment of an opening. A new `key` is a new moment; the same one is not said twice. */
export interface Script {
  key: string
  lines: string[]
}

type Told = Pick<HallDetail, 'stage' | 'status' | 'startedAt' | 'marksOpenedAt' | 'endedAt' | 'readingId' | 'bidders'>

/** What the digital host says now; `isEnding`: the decrypt window has some minutes left. */
export function scriptOf(
  hall: Told,
  { lines, readings }: Pick<DigitalHost, 'lines' | 'readings'>,
  isEnding: boolean,
): Script {
  const say = (key: string, ...moments: Moment[]): Script => ({
    key: `${hall.stage}/${key}`,
    lines: moments.flatMap((moment) => (lines[moment] ? [lines[moment]] : [])),
  })
  if (hall.status === 20) return say('abortive', 'abortive')
  if (!hall.startedAt) return say('waiting', 'waiting')
  if (hall.endedAt) return say('end', 'end')
  if (!hall.marksOpenedAt)
    return isEnding ? say('decryptEnding', 'decryptEnding') : say('decrypt', 'opening', 'discipline', 'decrypt')
  const unread = hall.bidders.filter((b) => b.decryptState === DecryptState.values.success && !b.readAt)
  const reading = hall.bidders.find((b) => b.bidderId === hall.readingId)
  if (!reading) return say('beforeReading', 'beforeReading')
  const text = readings.find((one) => one.bidderId === reading.bidderId)?.text
  // Read again: said again.
  const script: Script = {
    key: `${hall.stage}/reading/${reading.bidderId}/${reading.readAt}`,
    lines: text ? [text] : [],
  }
  if (unread.length > 0) return script
  return { ...script, lines: [...script.lines, ...say('', 'afterReading', 'confirm').lines] }
}
