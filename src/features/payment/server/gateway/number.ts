import { randomBytes } from 'node:crypto'
import { formatDate } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'

/** A number as WeChat gives them: 28 digits, the day among them. */
export function providerNumber({ clock }: { clock: Clock }): string {
  const random = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString()
    .padStart(20, '0')
    .slice(-16)
  return `4200${formatDate(clock.now()).replaceAll('-', '')}${random}`
}
