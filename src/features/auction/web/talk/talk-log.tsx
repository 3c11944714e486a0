import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { Timeline } from '#web/kit/timeline.tsx'
import type { Talk } from '../../contract-talk.ts'
import { TALK_ENTRIES } from '../../rules/talk.ts'

const SIDES = { buyer: '采购方', supplier: '供应商' } as const

/** Everything said and offered in a talk, the newest first. */
export function TalkLog({ talk }: { talk: Talk }) {
  return (
    <Timeline
      items={talk.entries.toReversed().map((entry) => ({
        key: String(entry.seq),
        at: entry.at,
        state: entry.kind === 'fail' || entry.kind === 'refuse' ? 'danger' : 'done',
        title: `${SIDES[entry.side]} ${entry.byName}：${TALK_ENTRIES[entry.kind]}${priceOf(entry)}`,
        text: textOf(entry),
      }))}
    />
  )
}

function priceOf({ kind, price }: Talk['entries'][number]): string {
  if (price === null) return ''
  return `${kind === 'ask' ? '，期望' : ''} ${formatAmount(price)} 元`
}

function textOf({ text, until }: Talk['entries'][number]) {
  const parts = [until && `答复期限 ${formatTime(until, true)}`, text].filter(Boolean)
  return parts.length > 0 ? parts.join('；') : undefined
}
