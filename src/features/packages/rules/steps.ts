import type { OrderAction } from '#features/procurement/methods/pages.ts'

interface BatchStepRow {
  /** Words in braces are the method's. */
  readonly label: string
  /** What the order's status table must allow; null where the step asks its own rule. */
  readonly action: OrderAction | null
  /** What approves it. */
  readonly node: string
  /** A supplier is chosen for each order. */
  readonly chooses?: true
}

/** Steps that may be done for several orders at once, by the last part of their address. */
export const BATCH_STEPS = {
  candidate: { label: '{candidateNotice}', action: 'publishCandidates', node: 'candidates', chooses: true },
  winner: { label: '确定{winner}', action: 'award', node: 'winner', chooses: true },
  'change-winner': { label: '变更{winner}', action: 'reWinner', node: 'winner', chooses: true },
  clarification: { label: '发布澄清', action: 'clarify', node: 'clarification' },
  change: { label: '发布变更', action: 'change', node: 'change' },
  auction: { label: '流标处理', action: 'declareAbortive', node: 'abortive' },
  'add-supplier': { label: '追加供应商', action: null, node: 'invitees' },
} as const satisfies Readonly<Record<string, BatchStepRow>>

export type BatchStep = keyof typeof BATCH_STEPS
