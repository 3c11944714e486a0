import { statusTable } from '#contract/transition.ts'
import { MIN_MEMBERS, type ReviewStatus } from './review.ts'

/** Where the reviews of an order stand: the one that goes on, or none does. */
type State = Extract<ReviewStatus, 'running' | 'handed-in' | 'concluded' | 'cancelled'> | 'none'

export type ReviewAction = 'start' | 'ask' | 'replace' | 'handIn' | 'cancel' | 'close' | 'conclude'

/** What decides on the acts of a review. Times are epoch ms. */
export interface ReviewFacts {
  status: State
  /** The order has gone on, or come to its end. */
  isOver: boolean
  /** Why none can be begun. */
  blocked: string | null
  deadline: number | null
  /** Opinions that were handed in. */
  given: number
  /** What a supplier was asked for, may still answer, and has not. */
  openAsk: string | null
}

/** The actor's part in a review: who runs the order, and members of whom one may chair. */
export interface ReviewWho {
  isOwner: boolean
  isChair: boolean
  isMember: boolean
  hasHandedIn: boolean
}

const owner = ({ isOwner }: ReviewWho) => isOwner

/** Every act on a review. The setting is kept before it begins, and changes nothing but itself. */
export const REVIEW_STATUS = statusTable<State, ReviewAction, ReviewFacts, ReviewWho>(
  ({ status }) => status,
  [
    {
      action: 'start',
      label: '发起线上评审',
      from: ['none'],
      to: 'running',
      who: owner,
      primary: true,
      guard: ({ blocked }) => blocked ?? true,
    },
    {
      action: 'ask',
      label: '要求供应商补充',
      from: ['running', 'handed-in'],
      who: (who) => who.isOwner || who.isChair,
    },
    { action: 'replace', label: '更换', from: ['running'], who: owner },
    { action: 'handIn', label: '提交意见', from: ['running'], who: (who) => who.isMember && !who.hasHandedIn },
    {
      action: 'cancel',
      label: '取消评审',
      from: ['running'],
      to: 'cancelled',
      who: owner,
      danger: true,
      guard: ({ given }) => (given > 0 ? '已有人员提交评审意见，不能取消评审' : true),
    },
    {
      action: 'close',
      label: '结束提交',
      from: ['running'],
      to: 'handed-in',
      who: owner,
      confirm: '结束后开启已提交的意见，未提交的人员不能再提交，记入评审记录。',
      guard: ({ deadline, given }, now) => {
        if (deadline !== null && now < deadline) return '提交截止时间未到，全部提交前不能结束'
        return given < MIN_MEMBERS ? `已提交的意见不足 ${MIN_MEMBERS} 份，请更换未提交的人员` : true
      },
    },
    {
      action: 'conclude',
      label: '汇总评审结论',
      from: ['handed-in'],
      to: 'concluded',
      who: owner,
      primary: true,
      guard: ({ openAsk }) => (openAsk === null ? true : `供应商尚未答复“${openAsk}”，答复或者截止后方可汇总`),
    },
  ],
  ({ isOver }) => (isOver ? '采购单已定标或者终止，评审不再进行' : true),
)
