import { statusTable } from '#contract/transition.ts'
import { ExtractionStatus, ReplyStatus } from './enums.ts'

export type ExtractionAction =
  | 'edit'
  | 'delete'
  | 'draw'
  | 'pick'
  | 'giveUp'
  | 'complete'
  | 'fill'
  | 'exhaust'
  | 'reopen'

export interface ExtractionFacts {
  status: ExtractionStatus
  isManual: boolean
  /** Epoch ms. */
  reviewAt: number
  /** A failed one that another extraction completes already. */
  isCompleted: boolean
}

/** `owner` is the company that draws; `system` acts on replies, deadlines and openings. */
export type ExtractionWho = 'owner' | 'system'

const S = ExtractionStatus.values
const owner = (who: ExtractionWho) => who === 'owner'
const system = (who: ExtractionWho) => who === 'system'
const ahead = ({ reviewAt }: ExtractionFacts, now: number) =>
  now < reviewAt ? true : '评审时间已过，请修改评审时间或重新发起'

/** Every status change of an extraction. */
export const EXTRACTION_STATUS = statusTable<ExtractionStatus, ExtractionAction, ExtractionFacts, ExtractionWho>(
  (facts) => facts.status,
  [
    {
      action: 'draw',
      label: '开始抽取',
      from: [S.draft],
      to: S.extracting,
      who: (who, facts) => owner(who) && !facts.isManual,
      primary: true,
      guard: ahead,
      confirm: '候选范围将立即冻结并随机抽取，抽取结果不可更改，专家将收到通知。确认开始？',
    },
    {
      action: 'draw',
      label: '确定并通知专家',
      from: [S.draft],
      to: S.extracting,
      who: (who, facts) => owner(who) && facts.isManual,
      primary: true,
      guard: ahead,
      confirm: '所选专家将收到通知，确认？',
    },
    { action: 'edit', label: '编辑', from: [S.draft], who: owner },
    { action: 'delete', label: '删除', from: [S.draft], who: owner, danger: true, confirm: '确认删除该抽取草稿？' },
    {
      action: 'pick',
      label: '增补专家',
      from: [S.extracting],
      to: S.extracting,
      who: (who, facts) => owner(who) && facts.isManual,
      guard: ahead,
    },
    {
      action: 'giveUp',
      label: '终止抽取',
      from: [S.extracting],
      to: S.failed,
      who: owner,
      danger: true,
    },
    {
      action: 'complete',
      label: '补充抽取',
      from: [S.failed],
      who: owner,
      primary: true,
      guard: ({ isCompleted }) => (isCompleted ? '已发起补充抽取' : true),
      confirm: '将按缺额新建一份抽取，已接受的专家保留。确认？',
    },
    { action: 'fill', label: '完成', from: [S.extracting], to: S.ended, who: system },
    { action: 'exhaust', label: '失败', from: [S.extracting], to: S.failed, who: system },
    { action: 'reopen', label: '补抽', from: [S.extracting, S.ended], to: S.extracting, who: system },
  ],
)

export type ReplyAction = 'accept' | 'refuse' | 'withdraw' | 'replace' | 'expire'

export interface ReplyFacts {
  status: ReplyStatus
  /** Of the extraction. */
  extraction: ExtractionStatus
  /** Epoch ms. */
  due: number
  reviewAt: number
  /** The owner tells the experts, and notes what they say. */
  isOffline: boolean
  /** The review has begun: who sits there is the review hall's matter. */
  isUnderReview: boolean
}

export type ReplyWho = 'expert' | 'owner' | 'system'

const R = ReplyStatus.values
const running = (facts: ReplyFacts) => facts.extraction === S.extracting
const inTime = (facts: ReplyFacts, now: number) => {
  if (!running(facts)) return '抽取已结束'
  return now < facts.due ? true : '已超过回复截止时间'
}
const answers = (who: ReplyWho, facts: ReplyFacts) => who === (facts.isOffline ? 'owner' : 'expert')
const replaceable = (facts: ReplyFacts, now: number) => {
  if (facts.isUnderReview) return '评审已开始，请在评审大厅更换成员'
  if (facts.extraction === S.failed) return '抽取已失败'
  return now < facts.reviewAt ? true : '评审时间已到'
}

/** Every change of a reply. */
export const REPLY_STATUS = statusTable<ReplyStatus, ReplyAction, ReplyFacts, ReplyWho>(
  (facts) => facts.status,
  [
    { action: 'accept', label: '接受', from: [R.pending], to: R.accepted, who: answers, guard: inTime, primary: true },
    { action: 'refuse', label: '拒绝', from: [R.pending], to: R.refused, who: answers, guard: inTime, danger: true },
    {
      action: 'withdraw',
      label: '不能参加',
      from: [R.accepted],
      to: R.refused,
      who: (who) => who === 'expert',
      guard: replaceable,
      danger: true,
    },
    {
      action: 'replace',
      label: '更换',
      from: [R.accepted],
      to: R.refused,
      who: (who) => who === 'owner',
      guard: replaceable,
      danger: true,
    },
    {
      // Found out at the opening: whoever turns out to work for a bidder leaves, however late it is.
      action: 'replace',
      label: '更换',
      from: [R.pending, R.accepted],
      to: R.refused,
      who: (who) => who === 'system',
    },
    { action: 'expire', label: '逾期', from: [R.pending], to: R.noAnswer, who: (who) => who === 'system' },
  ],
)

export const APPLICATION_ACTIONS = [
  { action: 'pass', label: '通过', primary: true },
  { action: 'refuse', label: '不通过', danger: true },
] as const
