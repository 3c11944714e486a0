/**
 * Whose key bids are sealed to: the bidder's own alone, together with one that officers hold (docs/joint-key.md), or the
 * round's, which the service puts to use at the deadline.
 */
export const KEY_MODES = {
  bidder: '投标人密钥',
  joint: '联合密钥（多名保管人共同开启）',
  timed: '定时开启（到截止时间由平台开启）',
} as const
export type KeyMode = keyof typeof KEY_MODES

/** Whether an order's stored settings choose the joint key. */
export function isJoint(settings: unknown): boolean {
  return modeOf(settings) === 'joint'
}

/** Whether an order's stored settings have the service open bids at the deadline. */
export function isTimed(settings: unknown): boolean {
  return modeOf(settings) === 'timed'
}

/** Review model with two envelopes, opened one after the other. */
const DOUBLE_ENVELOPE = 2

/** Why an order cannot run in its key mode; empty when it can. Paths are those of the order's form. */
export function keyModeProblems(order: {
  keyMode: KeyMode
  suite: string
  reviewModel: number
}): { path: string; message: string }[] {
  const problems = []
  // The group of the joint key is no 国密 curve.
  if (order.keyMode === 'joint' && order.suite !== 'intl')
    problems.push({ path: 'suite', message: '联合密钥模式仅支持国际算法，请改选国际算法或投标人密钥' })
  if (order.keyMode !== 'bidder' && order.reviewModel === DOUBLE_ENVELOPE)
    problems.push({ path: 'settings.keyMode', message: SINGLE_ENVELOPE[order.keyMode] })
  return problems
}

/** One answer of the officers, and the key of a round, open all files of a bid: neither leaves the second envelope closed. */
const SINGLE_ENVELOPE = {
  joint: '双信封评审须分两次开启，联合密钥一次开启全部文件，二者不能同时采用',
  timed: '双信封评审须分两次开启，定时开启一次开启全部文件，二者不能同时采用',
}

function modeOf(settings: unknown): KeyMode | undefined {
  return (settings as { keyMode?: KeyMode } | null)?.keyMode
}
