import type { Tone } from '#web/kit/status-tag.tsx'
import type { Motion } from './review-data.ts'

interface MotionWords {
  agree: string
  refuse: string
  /** Why one agrees or refuses, as the fields are called; agreeing without a reason: ''. */
  agreeReason: string
  refuseReason: string
  /** By state. */
  states: readonly { label: string; tone: Tone }[]
}

const PLAIN: MotionWords = {
  agree: '同意',
  refuse: '不同意',
  agreeReason: '',
  refuseReason: '不同意的理由',
  states: [
    { label: '表决中', tone: 'active' },
    { label: '通过', tone: 'success' },
    { label: '未通过', tone: 'neutral' },
    { label: '已作废', tone: 'neutral' },
  ],
}

/** On the explanation of a low price: both answers are said, with reasons. */
const EXPLANATION: MotionWords = {
  agree: '否决投标',
  refuse: '接受说明',
  agreeReason: '说明不能证明报价合理的理由',
  refuseReason: '接受说明的理由',
  states: [
    { label: '表决中', tone: 'active' },
    { label: '否决投标', tone: 'danger' },
    { label: '接受说明', tone: 'success' },
    { label: '已作废', tone: 'neutral' },
  ],
}

export function motionWords({ askId }: Pick<Motion, 'askId'>): MotionWords {
  return askId === null ? PLAIN : EXPLANATION
}

/** What is voted on, as a question of one line. */
export function motionTitle({ kind, supplierName, askId }: Pick<Motion, 'kind' | 'supplierName' | 'askId'>): string {
  if (kind === 'go-on') return '有效投标不足三个，是否继续评审'
  return askId === null ? `否决${supplierName ?? ''}的投标` : `是否接受${supplierName ?? ''}对报价的说明`
}
