/**
 * Whose key offers are sealed to: the bidder's own alone, together with one that officers hold (docs/joint-key.md), or one
 * of the round that the service releases at the deadline.
 */
export const KEY_MODES = {
  bidder: '投标人密钥',
  joint: '联合密钥（多名保管人共同开启）',
  timed: '定时开启（截止时由平台自动开启）',
} as const
export type KeyMode = keyof typeof KEY_MODES

/** Whether an order's stored settings choose the joint key. */
export function isJoint(settings: unknown): boolean {
  return (settings as { keyMode?: KeyMode } | null)?.keyMode === 'joint'
}

/** Review model with two envelopes, opened one after the other. */
const DOUBLE_ENVELOPE = 2

/** Why an order cannot run in its key mode; empty when it can. Paths are those of the order's form. */
export function keyModeProblems(order: {
  keyMode: KeyMode
  suite: string
  reviewModel: number
}): { path: string; message: string }[] {
  if (order.keyMode !== 'joint') return []
  const problems = []
  // The group of the joint key is no 国密 curve.
  if (order.suite !== 'intl')
    problems.push({ path: 'suite', message: '联合密钥模式仅支持国际算法，请改选国际算法或投标人密钥' })
  // One answer of the officers opens all files of a bid: it cannot leave the second envelope closed.
  if (order.reviewModel === DOUBLE_ENVELOPE)
    problems.push({
      path: 'settings.keyMode',
      message: '双信封评审须分两次开启，联合密钥一次开启全部文件，二者不能同时采用',
    })
  return problems
}
