import { randomBytes } from 'node:crypto'
import { formatDate } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { ProviderCode } from '../../rules/enums.ts'
import { timeOf } from '../providers/unionpay-message.ts'

/** What a number of a provider begins with, and how many digits it has; others are as WeChat's. */
const SHAPES: Partial<Record<ProviderCode, { head: (now: Date) => string; length: number }>> = {
  unionpay: { head: timeOf, length: 21 },
}
const USUAL = { head: (now: Date) => `4200${formatDate(now).replaceAll('-', '')}`, length: 28 }

/** A number as the provider gives them: digits, the day among them. */
export function providerNumber({ clock }: { clock: Clock }, provider: ProviderCode): string {
  const { head, length } = SHAPES[provider] ?? USUAL
  const start = head(clock.now())
  const random = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString()
    .padStart(20, '0')
    .slice(start.length - length)
  return start + random
}
