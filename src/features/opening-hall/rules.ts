import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

/** How far a bidder's decryption has come. 3 and 6: by whose fault it failed; 4 and 5: what follows from it. */
export const DecryptState = enumeration({
  pending: { value: 0, label: '待解密' },
  released: { value: 1, label: '解密中' },
  success: { value: 2, label: '解密成功' },
  failed: { value: 3, label: '解密失败' },
  revoked: { value: 4, label: '视为撤销' },
  returned: { value: 5, label: '视为撤回' },
  faulted: { value: 6, label: '解密失败（平台原因）' },
  /** Joint-key mode: released, and closed until the officers have answered. */
  held: { value: 7, label: '已提交密钥，待共同开启' },
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
/** Whether a mark stands beside the bidder's name and its total quote, which have columns and sentences of their own. */
export function isBesideMark({ markType }: { markType: number }): boolean {
  return markType !== MarkType.values.bidder && markType !== MarkType.values.quote
}
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

/**
 * A participant counts as present until this long after the last sign of life. Who leaves is missed within 15 s on the
 * host's page: these and one more look.
 */
export const PRESENCE_MS = 12_000
export const PRESENCE_PING_MS = 5_000
/** Rest between two looks at who is there. */
export const PRESENCE_LOOK_MS = 3_000
/** The window may be extended to at most this long after the opening began. */
export const MAX_WINDOW_MS = 24 * 3_600_000
/** A decryption that has not come to an end after this long is begun again: its process may have died. */
export const DECRYPT_RETRY_MS = 60_000

/** Feature code of a tenant whose openings anybody may watch on the portal. */
export const PUBLIC_OPENING = 'publicOpening'

export type BidderAction = 'signIn' | 'release' | 'confirm' | 'dispute'

/** What a bidder's row looks like to the table. Times are epoch ms. */
export interface BidderFacts {
  decryptState: DecryptState
  signedIn: boolean
  windowEnd: number | null
  marksOpen: boolean
  confirmed: boolean
  /** Joint-key mode: the release ends for all at once, and nothing can be tried again after it. */
  joint: { isClosed: boolean } | null
  /** The opening has ended, or the order was declared abortive. */
  ended: boolean
}

const D = DecryptState.values

const inWindow = (b: BidderFacts, now: number): true | string => {
  if (b.windowEnd === null) return '解密尚未开始'
  return now < b.windowEnd ? true : '解密时间已结束'
}

/** Actions of a bidder in the hall. Signing in is implied by releasing the key, so it never stands in the way. */
export const BIDDER_STATUS = statusTable<DecryptState, BidderAction, BidderFacts, null>(
  (b) => b.decryptState,
  [
    {
      action: 'signIn',
      label: '签到',
      from: [D.pending, D.released, D.success, D.failed, D.faulted, D.held],
      who: (_, b) => !b.signedIn && !b.ended,
      primary: true,
    },
    {
      action: 'release',
      label: '解密投标文件',
      from: [D.pending, D.failed, D.faulted],
      to: D.released,
      who: (_, b) => !b.marksOpen && !b.ended && b.joint === null,
      primary: true,
      guard: inWindow,
    },
    {
      action: 'release',
      label: '提交解密密钥',
      from: [D.pending],
      to: D.held,
      who: (_, b) => !b.ended && b.joint !== null && !b.joint.isClosed,
      primary: true,
      guard: inWindow,
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

/**
 * Whether the host may give a bid back unopened (视为撤回): true, or why not. At once where the platform failed; of all
 * others it is known only after the window that they could not decrypt (电子招标投标办法第三十一条), so that a host cannot shut
 * out somebody who still can.
 */
export function mayReturn(state: DecryptState, isWindowOver: boolean): true | string {
  switch (state) {
    case D.faulted:
      return true
    case D.pending:
    case D.released:
    case D.failed:
      return isWindowOver ? true : '解密时间未结束，投标人仍可解密，不能退回'
    case D.success:
      return '该投标文件已解密'
    case D.held:
      return '该投标人已提交密钥，由保管人共同开启，不能退回'
    case D.revoked:
    case D.returned:
      return '该投标已作处理'
  }
}
