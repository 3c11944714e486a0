import { statusTable } from '#contract/transition.ts'

export const MEETING_STATES = {
  draft: '草稿',
  called: '待开会',
  held: '会议中',
  minuted: '待签字',
  signed: '已完成',
  cancelled: '已取消',
} as const
export type MeetingState = keyof typeof MEETING_STATES

/** How the winner is chosen. */
export const MEETING_RULES = {
  lowest: '价格最低',
  vote: '票决',
  lot: '票决抽签',
  discussion: '集体议事',
} as const
export type MeetingRule = keyof typeof MEETING_RULES

export const BALLOTS = { secret: '无记名', open: '记名' } as const
export type Ballot = keyof typeof BALLOTS

/** Fewer members than this cannot decide; their number is odd. */
export const LEAST_MEMBERS = 5

/** What is wrong with the number of members; null where nothing is. */
export function sizeProblem(count: number): string | null {
  if (count >= LEAST_MEMBERS && count % 2 === 1) return null
  return `定标成员须为 ${LEAST_MEMBERS} 人以上单数，现为 ${count} 人`
}

export type MeetingAction =
  | 'edit'
  | 'remove'
  | 'call'
  | 'reply'
  | 'replace'
  | 'begin'
  | 'vote'
  | 'minute'
  | 'sign'
  | 'close'
  | 'cancel'

export interface MeetingFacts {
  state: MeetingState
  members: number
  /** Who has not said that they come. */
  unanswered: number
  /** Orders for which nobody is chosen yet. */
  open: number
  votes: number
  /** Members who have signed the minutes. */
  signed: number
}

/** The organiser's company, and whoever is a member. */
export interface MeetingWho {
  isOrganiser: boolean
  isMember: boolean
  hasReplied: boolean
  /** Orders on which the member may vote now. */
  toVote: number
  hasSigned: boolean
}

const organiser = ({ isOrganiser }: MeetingWho) => isOrganiser
const sized = ({ members }: MeetingFacts) => sizeProblem(members) ?? true

/** Every act on a meeting. */
export const MEETING_STATUS = statusTable<MeetingState, MeetingAction, MeetingFacts, MeetingWho>(
  ({ state }) => state,
  [
    {
      action: 'call',
      label: '召集会议',
      from: ['draft'],
      to: 'called',
      who: organiser,
      primary: true,
      confirm: '召集后通知全体成员，议程中的采购单在会议结束前不能定标。',
      guard: sized,
    },
    { action: 'edit', label: '编辑', from: ['draft'], who: organiser },
    { action: 'remove', label: '删除', from: ['draft'], who: organiser, danger: true, confirm: '删除该定标会草稿？' },
    { action: 'reply', label: '答复', from: ['called', 'held'], who: (who) => who.isMember && !who.hasReplied },
    // Also while it is held: a member who has left or does not vote must not hold the orders up.
    { action: 'replace', label: '更换成员', from: ['called', 'held'], who: organiser },
    {
      action: 'begin',
      label: '开始会议',
      from: ['called'],
      to: 'held',
      who: organiser,
      primary: true,
      guard: (facts) =>
        facts.unanswered > 0 ? `还有 ${facts.unanswered} 名成员未确认参会` : (sizeProblem(facts.members) ?? true),
    },
    { action: 'vote', label: '投票', from: ['held'], who: ({ isMember, hasReplied }) => isMember && hasReplied },
    {
      action: 'minute',
      label: '形成会议纪要',
      from: ['held'],
      to: 'minuted',
      who: organiser,
      primary: true,
      guard: ({ open }) => (open > 0 ? `还有 ${open} 个采购单未确定结果` : true),
    },
    { action: 'sign', label: '签字', from: ['minuted'], who: (who) => who.isMember && !who.hasSigned, primary: true },
    {
      action: 'close',
      label: '记录未签字并完成',
      from: ['minuted'],
      to: 'signed',
      who: organiser,
      guard: ({ signed, members }) => (signed * 2 > members ? true : '过半数成员签字后，方可记录未签字的成员'),
    },
    {
      action: 'cancel',
      label: '取消会议',
      from: ['called', 'held'],
      to: 'cancelled',
      who: organiser,
      danger: true,
      guard: ({ votes }) => (votes > 0 ? '已有成员投票，不能取消会议' : true),
    },
  ],
)
