import { DAY } from '#contract/time.ts'
import { tablesByMethod } from '#features/procurement/engine/tables.ts'
import type { Run } from '#features/procurement/methods/all.ts'
import {
  BID_FILE_ROLES,
  BidFileType,
  type BidFileRole,
  envelopeOf,
  ReviewModel,
} from '#features/procurement/rules/enums.ts'
import type { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { FileRole } from '#features/sealing/core/envelope-header.ts'

/** Bytes of one sealed file, and of all of a bid. */
export const MAX_FILE = 1024 * 1024 * 1024
export const MAX_TOTAL = 2 * 1024 * 1024 * 1024
/** The upload use of sealed files. */
export const SEALED_BID = 'sealed-bid'
/** The round that every order begins with, and the only one of a tender. */
export const FIRST_ROUND = 1
/** As many as envelopes and receipts can name. */
export const MAX_ROUND = 1000

/** How long before the deadline the key of a sealed bid is to be tried once more. */
export const KEY_TRIAL_DAYS = 3

/** Whether a sealed bid's key is still to be tried: the deadline is near, and no trial has succeeded since it came near. */
export function isKeyToTry({ bidEnd, triedAt }: { bidEnd: Date; triedAt: Date | null }, now: Date): boolean {
  const from = bidEnd.getTime() - KEY_TRIAL_DAYS * DAY
  return now.getTime() >= from && now < bidEnd && (triedAt === null || triedAt.getTime() < from)
}

export type BidAction = 'rehearse' | 'submit' | 'replace' | 'withdraw'
export type BidState = 'none' | 'submitted' | 'withdrawn'

/** What the bid of one trade looks like in the current round. Times are epoch ms. */
export interface BidFacts extends Run {
  state: BidState
  /** The round takes bids, for all that is not a matter of the clock. */
  isOpen: boolean
  deadline: number | null
  /** The deadline's tree head is fixed: nothing can be added, whatever a clock says. */
  frozen: boolean
  /** Changes and clarifications it has not confirmed. */
  unconfirmed: number
  /** The documents are paid for online and have not been. */
  feeDue: boolean
  /** Sealed to the round's key, which nobody has to try. */
  isTimed: boolean
  hasKey: boolean
  rehearsed: boolean
}

/** Why no bid can be handed in or taken back now, with words of the method in braces; true when it can. Late is late: the deadline itself no longer counts. */
function bidWindow(facts: Pick<BidFacts, 'isOpen' | 'deadline' | 'frozen'>, now: number): true | string {
  if (facts.frozen || (facts.deadline !== null && now >= facts.deadline)) return '{closed}'
  if (!facts.isOpen || facts.deadline === null) return '当前状态不能{bid}'
  return true
}

const isBidder = (who: { isBidder: boolean }) => who.isBidder
const ready = (facts: BidFacts, now: number) => {
  const open = bidWindow(facts, now)
  if (open !== true) return open
  // A bid made by the old text is worth nothing: nobody hands one in unawares.
  if (facts.unconfirmed > 0) return `请先确认 ${facts.unconfirmed} 份变更或澄清`
  if (facts.feeDue) return '请先缴纳{documents}费用'
  if (facts.isTimed) return true
  if (!facts.hasKey) return '请先登记与本{order}密码算法一致的投标密钥'
  return facts.rehearsed ? true : '请先完成加密预演'
}

/** What a bidder may do with its bid, in the words of the order's method. */
export const BID_STATUS = tablesByMethod<BidState, BidAction, BidFacts, { isBidder: boolean }>({
  statusOf: (facts) => facts.state,
  rows: () => [
    {
      action: 'rehearse',
      label: '加密预演',
      from: ['none', 'submitted', 'withdrawn'],
      who: (who, { isTimed }) => isBidder(who) && !isTimed,
      guard: (facts, now) => {
        const open = bidWindow(facts, now)
        return open === true && !facts.hasKey ? '请先登记与本{order}密码算法一致的投标密钥' : open
      },
    },
    {
      action: 'submit',
      label: '封存并提交',
      from: ['none', 'withdrawn'],
      to: 'submitted',
      who: isBidder,
      primary: true,
      confirm: '提交后在{deadline}前可撤回或替换。确认提交？',
      guard: ready,
    },
    {
      action: 'replace',
      label: '替换{bid}',
      from: ['submitted'],
      to: 'submitted',
      who: isBidder,
      confirm: '新的{bid}将替换已提交的{bid}。确认提交？',
      guard: ready,
    },
    {
      action: 'withdraw',
      label: '撤回{bid}',
      from: ['submitted'],
      to: 'withdrawn',
      who: isBidder,
      danger: true,
      confirm: '撤回后须在截止前重新提交，否则视为未{bid}。确认撤回？',
      guard: bidWindow,
    },
  ],
})

/** What an order asks of a bid. */
export interface AskedBid {
  bidFiles: OrderSettings['bidFiles']
  marks: OrderSettings['marks']
  reviewModel: number
  /** Of a purchase by quotes, which takes those files alone that it asks for. */
  quote?: OrderSettings['quote']
}

/**
 * What a bid lacks of what the order asks for, in words; empty when it is complete. Exactly one price sheet, and of
 * each other role at least as many files as are required. With double envelope the first must hold something, and a
 * statement when the order has marks read out at its opening.
 */
export function missingFiles(asked: AskedBid, files: readonly { role: FileRole }[]): string[] {
  const count = (role: FileRole) => files.filter((file) => file.role === role).length
  const missing: string[] = []
  if (count('price') === 0) missing.push('报价单')
  if (count('price') > 1) missing.push('报价单只能有一份')
  for (const role of Object.keys(BID_FILE_ROLES) as BidFileRole[]) {
    const required = asked.bidFiles.filter((file) => file.required && file.role === role)
    for (const file of required.slice(count(role))) missing.push(file.name)
  }
  const statements = statementMarks(asked).length > 0 ? 1 : 0
  if (count('statement') < statements) missing.push('商务开标一览表')
  if (count('statement') > statements) missing.push('商务开标一览表多余')
  const odd = files.find(({ role }) => role !== 'price' && !asked.bidFiles.some((file) => file.role === role))
  if (asked.quote && odd) missing.push('含有采购文件未要求的文件')
  const isDouble = asked.reviewModel === ReviewModel.values.double
  if (isDouble && missing.length === 0 && files.every((file) => envelopeOf(file.role) !== BidFileType.values.business))
    missing.push('商务及技术信封中的文件')
  return missing
}

/** Marks that stand in the first of two envelopes; none without double envelope. */
export function statementMarks({ marks, reviewModel }: Pick<AskedBid, 'marks' | 'reviewModel'>): AskedBid['marks'] {
  return reviewModel === ReviewModel.values.double ? marks.filter((mark) => mark.envelope === 1) : []
}

/** Marks that stand in the price sheet. */
export function sheetMarks({ marks, reviewModel }: Pick<AskedBid, 'marks' | 'reviewModel'>): AskedBid['marks'] {
  return reviewModel === ReviewModel.values.double ? marks.filter((mark) => mark.envelope !== 1) : marks
}
