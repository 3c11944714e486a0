import type { Moment } from '#features/templates/rules/moments.ts'
import type { HallDetail } from '../contract.ts'
import type { DigitalHost } from '../contract-host.ts'
import { DecryptState } from '../rules.ts'
import { JointStatus } from '../rules-joint.ts'

/** What is said at one moment of an opening. A new `key` is a new moment; the same one is not said twice. */
export interface Script {
  key: string
  lines: string[]
}

type Told = Pick<
  HallDetail,
  'stage' | 'status' | 'startedAt' | 'decryptEnd' | 'marksOpenedAt' | 'endedAt' | 'readingId' | 'bidders'
> & { joint: Pick<NonNullable<HallDetail['joint']>, 'status'> | null }

/** The decrypt window: `ending`, it has some minutes left; `over`, nobody can release any more. */
export type Window = 'running' | 'ending' | 'over'

/** What the digital host says now. */
export function scriptOf(
  hall: Told,
  { lines, readings }: Pick<DigitalHost, 'lines' | 'readings'>,
  window: Window,
): Script {
  const say = (key: string, ...moments: Moment[]): Script => ({
    key: `${hall.stage}/${key}`,
    lines: moments.flatMap((moment) => (lines[moment] ? [lines[moment]] : [])),
  })
  if (hall.status === 20) return say('abortive', 'abortive')
  if (!hall.startedAt) return say('waiting', 'waiting')
  if (hall.endedAt) return say('end', 'end')
  if (!hall.marksOpenedAt) {
    if (hall.joint && hall.joint.status !== JointStatus.values.releasing)
      return hall.joint.status === JointStatus.values.opened ? say('decrypted') : say('jointOpening', 'jointOpening')
    // Nobody is asked for what is done or what comes too late.
    if (window === 'over' || !hall.bidders.some(isAwaited)) return say('decrypted')
    if (window === 'ending') return say(`decryptEnding/${hall.decryptEnd}`, 'decryptEnding')
    return say('decrypt', 'opening', 'discipline', 'decrypt')
  }
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

/** Still to release a key, for the first time or again. */
function isAwaited({ decryptState }: HallDetail['bidders'][number]): boolean {
  const { pending, failed, faulted } = DecryptState.values
  return decryptState === pending || decryptState === failed || decryptState === faulted
}
