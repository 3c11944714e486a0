import type { Tone } from '#web/kit/status-tag.tsx'
import type { Motion } from './review-data.ts'

export const motionStates: Readonly<Record<number, { label: string; tone: Tone }>> = {
  0: { label: '表决中', tone: 'active' },
  1: { label: '通过', tone: 'success' },
  2: { label: '未通过', tone: 'neutral' },
  3: { label: '已作废', tone: 'neutral' },
}

/** What is voted on, as a question of one line. */
export function motionTitle(motion: Pick<Motion, 'kind' | 'supplierName'>): string {
  return motion.kind === 'reject-bid' ? `否决${motion.supplierName ?? ''}的投标` : '有效投标不足三个，是否继续评审'
}
