import type { Tone } from '#web/kit/status-tag.tsx'
import { type Answer, ANSWERS, type Stage, STAGES } from '../rules/meeting.ts'

const TONES: Readonly<Record<Stage, Tone>> = {
  toCome: 'active',
  underWay: 'success',
  over: 'neutral',
  cancelled: 'neutral',
}

export const stageTag = (stage: Stage) => ({ label: STAGES[stage], tone: TONES[stage] })

const ANSWER_TONES: Readonly<Record<Answer, Tone>> = { '': 'neutral', coming: 'success', away: 'warning' }

export const answerTag = (answer: Answer) => ({ label: ANSWERS[answer], tone: ANSWER_TONES[answer] })
