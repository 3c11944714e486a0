import { statusTable } from '#contract/transition.ts'

/* A team that looks at a delivery before it is accepted (验收小组). */

/** `none`: nobody was asked to look at the delivery, or no longer. */
export const TEAM_STATES = { none: '未组织', convened: '验收中', spoken: '意见已齐', dissolved: '已解散' } as const
export type TeamState = keyof typeof TEAM_STATES

export const MEMBER_REPLIES = { waiting: '待答复', accepted: '已接受', refused: '不参加' } as const
export type MemberReply = keyof typeof MEMBER_REPLIES

export const VERDICTS = { passes: '通过', reserves: '有保留地通过', fails: '不通过' } as const
export type Verdict = keyof typeof VERDICTS

/** What opinions come to together. */
export const TEAM_RESULTS = { passes: '一致通过', reserves: '通过，有保留或者不同意见', fails: '多数不通过' } as const
export type TeamResult = keyof typeof TEAM_RESULTS

/** How many are asked when a team is convened: at least, and at most. */
export const LEAST_MEMBERS = 2
export const MOST_MEMBERS = 30

export type TeamAction = 'convene' | 'release' | 'dissolve' | 'accept' | 'decline' | 'opine'

export interface TeamFacts {
  state: TeamState
  /** The delivery was judged whole, or its acceptance waits for approval: why no team is asked any more. */
  closed: string | null
  /** Members that have spoken. */
  given: number
}

export interface TeamWho {
  isHandler: boolean
  /** The caller's seat; null: none. */
  seat: { reply: MemberReply; hasGiven: boolean } | null
}

const handler = ({ isHandler }: TeamWho) => isHandler

/** Every act on a team. */
export const TEAM_STATUS = statusTable<TeamState, TeamAction, TeamFacts, TeamWho>(
  ({ state }) => state,
  [
    {
      action: 'convene',
      label: '组织验收小组',
      from: ['none'],
      to: 'convened',
      who: handler,
      guard: ({ closed }) => closed ?? true,
    },
    { action: 'release', label: '更换或减少成员', from: ['convened'], who: handler },
    {
      action: 'dissolve',
      label: '解散',
      from: ['convened'],
      to: 'dissolved',
      who: handler,
      danger: true,
      guard: ({ given }) => (given === 0 ? true : '已有成员提交意见，不能解散'),
    },
    {
      action: 'accept',
      label: '接受',
      from: ['convened'],
      who: ({ seat }) => seat?.reply === 'waiting',
      primary: true,
    },
    {
      action: 'decline',
      label: '不参加',
      from: ['convened'],
      who: ({ seat }) => seat !== null && seat.reply !== 'refused' && !seat.hasGiven,
    },
    {
      action: 'opine',
      label: '提交验收意见',
      from: ['convened'],
      who: ({ seat }) => seat?.reply === 'accepted' && !seat.hasGiven,
      primary: true,
    },
  ],
)

/** What opinions come to: more than half against, or at least one with reserves or against. */
export function resultOf(verdicts: readonly Verdict[]): TeamResult {
  if (verdicts.filter((one) => one === 'fails').length * 2 > verdicts.length) return 'fails'
  return verdicts.every((one) => one === 'passes') ? 'passes' : 'reserves'
}

/** How many say what, e.g. 通过 2 人、不通过 1 人. */
export function tallyText(verdicts: readonly Verdict[]): string {
  return Object.entries(VERDICTS)
    .map(([verdict, label]) => ({ label, count: verdicts.filter((one) => one === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${label} ${count} 人`)
    .join('、')
}

/** Why a delivery cannot be accepted yet: who is asked has not spoken, some of them because they do not take part. */
export function missingText({ silent, refused }: { silent: number; refused: number }): string {
  const gone = refused > 0 ? `，其中 ${refused} 人不参加，请更换或者减少成员` : ''
  return `验收小组还有 ${silent} 人未提交意见${gone}`
}
