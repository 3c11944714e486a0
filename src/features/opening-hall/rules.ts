import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

/** How far a bidder's decryption has come. 4 and 5: A-112, by whose fault it failed. */
export const DecryptState = enumeration({
  pending: { value: 0, label: '待解密' },
  released: { value: 1, label: '解密中' },
  success: { value: 2, label: '解密成功' },
  failed: { value: 3, label: '解密失败' },
  revoked: { value: 4, label: '视为撤销' },
  returned: { value: 5, label: '视为撤回' },
})
export type DecryptState = (typeof DecryptState.values)[keyof typeof DecryptState.values]

export const ConfirmState = enumeration({
  pending: { value: 0, label: '待确认' },
  confirmed: { value: 1, label: '已确认' },
  disputed: { value: 2, label: '有异议' },
})

/** Open-bid marks (specification part 2 section 9). */
export const MarkType = enumeration({
  bidder: { value: 1, label: '投标人' },
  quote: { value: 2, label: '投标总价' },
  guarantee: { value: 3, label: '投标保证金' },
  custom: { value: 4, label: '其他' },
})
export const MarkUnit = enumeration({
  yuan: { value: 1, label: '元' },
  tenThousand: { value: 2, label: '万元' },
  percent: { value: 3, label: '%' },
})

/** The hall's own steps; which one is now follows from the order's status and the bidders' states. */
export const HALL_STEPS = [
  { name: 'sign-in', label: '签到' },
  { name: 'decrypt', label: '解密' },
  { name: 'read', label: '唱标' },
  { name: 'confirm', label: '确认' },
  { name: 'end', label: '结束' },
] as const
export type HallStep = (typeof HALL_STEPS)[number]['name']

/** A participant counts as present until this long after the last sign of life. */
export const PRESENCE_MS = 15_000
export const PRESENCE_PING_MS = 6_000
/** The window may be extended to at most this long after the opening began. */
export const MAX_WINDOW_MS = 24 * 3_600_000

export type BidderAction = 'signIn' | 'release' | 'confirm' | 'dispute'

/** What a bidder's row looks like to the table. Times are epoch ms. */
export interface BidderFacts {
  decryptState: DecryptState
  signedIn: boolean
  windowEnd: number | null
  marksOpen: boolean
  confirmed: boolean
  ended: boolean
}

const D = DecryptState.values

/** Actions of a bidder in the hall. Signing in is implied by releasing the key, so it never stands in the way. */
export const BIDDER_STATUS = statusTable<DecryptState, BidderAction, BidderFacts, null>(
  (b) => b.decryptState,
  [
    {
      action: 'signIn',
      label: '签到',
      from: [D.pending, D.released, D.success, D.failed],
      who: (_, b) => !b.signedIn && !b.ended,
      primary: true,
    },
    {
      action: 'release',
      label: '解密投标文件',
      from: [D.pending, D.failed],
      to: D.released,
      who: (_, b) => !b.marksOpen,
      primary: true,
      guard: (b, now) => {
        if (b.windowEnd === null) return '解密尚未开始'
        return now < b.windowEnd ? true : '解密时间已结束'
      },
    },
    {
      action: 'confirm',
      label: '确认开标记录',
      from: [D.success],
      who: (_, b) => b.marksOpen && !b.confirmed && !b.ended,
      primary: true,
    },
    { action: 'dispute', label: '提出异议', from: [D.success], who: (_, b) => b.marksOpen && !b.confirmed && !b.ended },
  ],
)

/** Whether a row needs nothing more before the marks can be opened. */
export function isSettled(state: DecryptState): boolean {
  return state === D.success || state === D.revoked || state === D.returned
}
