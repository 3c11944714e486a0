import type { Phases } from '../../engine/phase.ts'

/** What failed has no result, and waits for its owner to declare it abortive. */
export const AUCTION_PHASES = {
  running: { label: '竞价中', wire: 2, reached: 'opened' },
  failed: { label: '竞价失败', wire: 4, reached: 'closed', isFailed: true },
  ended: { label: '竞价结束', wire: 7, reached: 'ranked' },
} as const satisfies Phases
