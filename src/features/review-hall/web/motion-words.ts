import type { Tone } from '#web/kit/status-tag.tsx'
import { motionWords } from '../rules/motion-words.ts'
import type { Motion } from './review-data.ts'

/** How a motion stands. On an explanation acceptance is the good end. */
export function motionState({ state, askId }: Pick<Motion, 'state' | 'askId'>): { label: string; tone: Tone } {
  const { carried, refused } = motionWords({ askId })
  const isExplanation = askId !== null
  const states: readonly { label: string; tone: Tone }[] = [
    { label: '表决中', tone: 'active' },
    { label: carried, tone: isExplanation ? 'danger' : 'success' },
    { label: refused, tone: isExplanation ? 'success' : 'neutral' },
    { label: '已作废', tone: 'neutral' },
  ]
  return states[state]!
}
