/**
 * Whose key bids are sealed to: the bidder's own alone, together with one that officers hold (docs/joint-key.md), or the
 * round's, which the service puts to use at the deadline.
 */
export const KEY_MODES = {
  bidder: '{bidder}密钥',
  joint: '联合密钥（多名保管人共同开启）',
  timed: '定时开启（到截止时间由平台开启）',
} as const
export type KeyMode = keyof typeof KEY_MODES

/** From the weakest to the strongest: each proves what the one before it proves, and more. */
export const KEY_STRENGTH = ['timed', 'bidder', 'joint'] as const satisfies readonly KeyMode[]

/** What a mode proves and what it does not, with words of the method in braces. */
export const KEY_PROOFS: Readonly<Record<KeyMode, string>> = {
  timed:
    '{offer}用本轮专用密钥加密，平台到截止时间才启用解密密钥并统一开启。可以证明：{offer}提交后未被更改、增加或删除，截止前没有人通过平台的任何页面、接口或记录看到内容。不能证明：平台运维方若掌握根密钥，理论上可以提前解密。',
  bidder:
    '{offer}用{bidder}自己的密钥加密，平台没有私钥。可以证明：{offer}提交后未被更改、增加或删除，{bidder}在截止后提交密钥前任何人（含平台运维方）都打不开。不能证明：先提交密钥的{offer}，在统一开启前平台运维方没有看过。截止后{bidder}须在规定时间内提交密钥，未提交的不予开启，视为撤销{offer}。',
  joint:
    '{offer}用{bidder}自己的密钥和保管人的联合密钥加密。可以证明：{offer}提交后未被更改、增加或删除，{bidder}提交密钥且足够的保管人参与前任何人（含平台运维方）都打不开，没有人能在{bidder}决定是否提交密钥前看到他人的{offer}。不能证明：足够多的保管人与平台运维方串通时，不会略早看到已提交密钥的{offer}。截止后{bidder}须在规定时间内提交密钥，未提交的不予开启，视为撤销{offer}。',
}

/** What happens behind the deadline of quotes, in words; `minutes`: how long keys are released. */
export function openingInWords(mode: KeyMode, minutes: number): string {
  switch (mode) {
    case 'timed':
      return '到时由平台自动开启'
    case 'bidder':
      return `截止后供应商在 ${minutes} 分钟内提交各自的密钥，全部提交或者到时后统一开启，未提交的不予开启，视为撤销报价`
    case 'joint':
      return `截止后供应商在 ${minutes} 分钟内提交各自的密钥，未提交的不予开启，视为撤销报价；其后由联合密钥的保管人共同开启`
  }
}

/** Whether a mode is not as strong as another. */
export function isWeaker(mode: KeyMode, than: KeyMode): boolean {
  return KEY_STRENGTH.indexOf(mode) < KEY_STRENGTH.indexOf(than)
}

/** Whether an order's stored settings choose the joint key. */
export function isJoint(settings: unknown): boolean {
  return keyModeOf(settings) === 'joint'
}

/** Whether an order's stored settings have the service open bids at the deadline. */
export function isTimed(settings: unknown): boolean {
  return keyModeOf(settings) === 'timed'
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

/** The key mode in an order's stored settings. */
export function keyModeOf(settings: unknown): KeyMode {
  return (settings as { keyMode?: KeyMode } | null)?.keyMode ?? 'bidder'
}
