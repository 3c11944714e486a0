import { enumeration } from '#contract/enumeration.ts'
import { statusTable } from '#contract/transition.ts'

/** How far the opening of an order in joint-key mode has come (docs/joint-key.md, part 4). */
export const JointStatus = enumeration({
  releasing: { value: 1, label: '投标人提交密钥' },
  answering: { value: 2, label: '保管人共同开启' },
  opening: { value: 3, label: '正在开启' },
  opened: { value: 4, label: '已全部开启' },
})
export type JointStatus = (typeof JointStatus.values)[keyof typeof JointStatus.values]

export type JointAction = 'closeRelease' | 'answer' | 'begin' | 'finish'

/** What the table looks at. Times are epoch ms. */
export interface JointFacts {
  status: JointStatus
  windowEnd: number | null
  /** Bidders who have not released and were not settled otherwise. */
  waiting: number
  /** Whether the officer who asks has answered truly; null for others. */
  answered: boolean | null
  /** The officer who asks has stepped back because of a tie to a bidder. */
  excused: boolean
  /** The order was given up: nothing changes any more. */
  ended: boolean
}

export interface JointWho {
  part: 'host' | 'officer' | 'service' | 'none'
}

const S = JointStatus.values
const is = (part: JointWho['part']) => (who: JointWho) => who.part === part

/** Every status change of such an opening. Release ends for all at once; t true answers open all at once. */
export const JOINT_OPENING = statusTable<JointStatus, JointAction, JointFacts, JointWho>(
  (facts) => facts.status,
  [
    {
      action: 'closeRelease',
      label: '截止提交密钥',
      from: [S.releasing],
      to: S.answering,
      who: is('host'),
      primary: true,
      confirm: '截止后投标人不能再提交密钥，未提交的视为撤销投标；随后由保管人共同开启。确认截止？',
      guard: ({ waiting, windowEnd }, now) =>
        waiting === 0 || windowEnd === null || now >= windowEnd || '解密时间未结束，仍有投标人未提交密钥',
    },
    {
      action: 'answer',
      label: '参与共同开启',
      from: [S.answering, S.opening],
      who: is('officer'),
      primary: true,
      guard: ({ answered, excused }) =>
        excused ? '您已回避，不参与本次开启' : answered ? '您已提交，请等待其他保管人' : true,
    },
    { action: 'begin', label: '开始开启', from: [S.answering], to: S.opening, who: is('service') },
    { action: 'finish', label: '开启完成', from: [S.answering, S.opening], to: S.opened, who: is('service') },
  ],
  ({ ended }) => !ended || '该标段已终止，不再开标',
)
