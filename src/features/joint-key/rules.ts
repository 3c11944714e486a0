import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

/** How far the making of a joint key has come. */
export const CeremonyStatus = enumeration({
  devices: { value: 1, label: '登记设备' },
  dealing: { value: 2, label: '分发分片' },
  confirming: { value: 3, label: '核对确认' },
  ready: { value: 4, label: '已就绪' },
  failed: { value: 5, label: '已作废' },
})
export type CeremonyStatus = (typeof CeremonyStatus.values)[keyof typeof CeremonyStatus.values]

/** For whom an officer holds a part. */
export const OFFICER_ROLES = { purchaser: '采购人', agency: '代理机构', supervisor: '监督人' } as const
export type OfficerRole = keyof typeof OFFICER_ROLES

export type CeremonyAction =
  | 'device'
  | 'deal'
  | 'confirm'
  | 'complain'
  | 'allDevices'
  | 'allDealt'
  | 'allConfirmed'
  | 'fail'

/** What the table looks at. */
export interface CeremonyFacts {
  status: CeremonyStatus
  /** The order is a draft still: afterwards its key is fixed. */
  isDraft: boolean
  /** What the officer who asks has given already; null for nobody's view. */
  own: { device: boolean; dealing: boolean; confirmation: boolean } | null
}

export interface CeremonyWho {
  part: 'owner' | 'officer' | 'service' | 'none'
}

const S = CeremonyStatus.values
const officer = (who: CeremonyWho) => who.part === 'officer'
const service = (who: CeremonyWho) => who.part === 'service'
const draft = ({ isDraft }: CeremonyFacts) => isDraft || '采购单已发布，联合密钥不可再变更'
const yet = (given: 'device' | 'dealing' | 'confirmation') => (facts: CeremonyFacts) =>
  facts.own?.[given] ? '您已完成此步骤，请等待其他保管人' : true

/** Every status change of a ceremony. What all officers have done moves it on. */
export const CEREMONY = statusTable<CeremonyStatus, CeremonyAction, CeremonyFacts, CeremonyWho>(
  (ceremony) => ceremony.status,
  [
    { action: 'device', label: '登记本人设备', from: [S.devices], who: officer, primary: true, guard: yet('device') },
    { action: 'deal', label: '分发密钥分片', from: [S.dealing], who: officer, primary: true, guard: yet('dealing') },
    {
      action: 'confirm',
      label: '核对并确认分片',
      from: [S.confirming],
      who: officer,
      primary: true,
      guard: yet('confirmation'),
    },
    { action: 'complain', label: '申告分片不符', from: [S.confirming], who: officer, danger: true },
    { action: 'allDevices', label: '设备齐备', from: [S.devices], to: S.dealing, who: service },
    { action: 'allDealt', label: '分发完成', from: [S.dealing], to: S.confirming, who: service },
    { action: 'allConfirmed', label: '确认完成', from: [S.confirming], to: S.ready, who: service },
    {
      action: 'fail',
      label: '作废重来',
      from: [S.devices, S.dealing, S.confirming, S.ready],
      to: S.failed,
      who: (who) => who.part === 'owner' || who.part === 'service',
      danger: true,
      confirm: '作废后本次已登记的设备和分片全部失效，需重新发起。确认作废？',
      guard: draft,
    },
  ],
)

/** Why people bound to a bidder hold no part of the key: opening is done by those who have no stake in what comes out. */
export const OFFICER_RULE = {
  id: 'joint-officer-avoidance',
  citation: '《招标投标法》第五条；CTS-EBS01-2016 A-96、B-016（开标前除投标人外任何人不得解密投标文件）',
} as const

/** What is done with a finished key until the bids are opened. */
export type CareAction = 'check' | 'excuse'

/** What the table looks at. */
export interface CareFacts {
  status: CeremonyStatus
  isDraft: boolean
  /** The officers' answers sufficed: bids are being opened, or have been. */
  hasBegun: boolean
  /** The release is closed: officers answer, which shows more than a check. */
  isAnswering: boolean
  /** The order was given up. */
  isOver: boolean
  /** The officer it is about has stepped back. */
  isExcused: boolean
  /** Officers who have not. */
  left: number
  threshold: number
}

export const CARE = statusTable<CeremonyStatus, CareAction, CareFacts, CeremonyWho>(
  (facts) => facts.status,
  [
    {
      action: 'check',
      label: '在本机自检',
      from: [S.ready],
      who: officer,
      primary: true,
      guard: ({ hasBegun, isOver, isExcused }) => {
        if (isExcused) return '您已回避'
        if (isOver) return '采购已终止，无需自检'
        return !hasBegun || '已经开启，无需自检'
      },
    },
    {
      action: 'excuse',
      label: '办理回避',
      from: [S.ready],
      who: (who) => who.part === 'owner',
      danger: true,
      confirm: '回避后该保管人不再参与本次开启，不能撤销。确认办理？',
      guard: ({ isDraft, hasBegun, isOver, isExcused, left, threshold }) => {
        if (isDraft) return '尚未发布，请作废后另选保管人'
        if (isExcused) return '该保管人已回避'
        if (isOver) return '采购已终止'
        if (hasBegun) return '已经开启'
        return left > threshold || `回避后仅剩 ${left - 1} 名保管人，少于门限 ${threshold} 名，将无法开启`
      },
    },
  ],
)
