import { statusTable } from '#contract/transition.ts'

/** How far the review of a group has come. */
export const PANEL_STAGES = {
  forming: '组建中',
  checking: '符合性审查',
  talking: '商谈',
  responding: '重新响应中',
  voting: '投票推荐方案',
  voted: '方案已推荐',
  final: '最后报价中',
  scoring: '评分',
  reporting: '待编制报告',
  signing: '报告签署中',
  done: '已完成',
  failed: '供应商不足',
} as const
export type PanelStage = keyof typeof PANEL_STAGES

/** The group goes on; suppliers may still leave. */
export const GOING_ON: readonly PanelStage[] = ['checking', 'talking', 'responding', 'voting', 'voted', 'final']
/** The group itself goes on: then it fails as soon as too few are left. */
export const AT_WORK: readonly PanelStage[] = ['talking', 'voted']
/** It has begun and not come to its end. */
export const RUNNING: readonly PanelStage[] = [...GOING_ON, 'scoring', 'reporting', 'signing']
/** Stages in which each member hands something in, sealed until all have. */
export const SHEETS = { checking: 'conformity', voting: 'vote', scoring: 'score' } as const
export type SheetKind = (typeof SHEETS)[keyof typeof SHEETS]

/** What of an order a group may change (财政部令第74号第三十二条). */
export const CHANGE_KINDS = {
  technical: '采购需求中的技术要求',
  service: '采购需求中的服务要求',
  contract: '合同草案条款',
} as const
export type ChangeKind = keyof typeof CHANGE_KINDS

/** Why a supplier does not go on. */
export const OUT_CAUSES = {
  invalid: '响应无效',
  conformity: '未通过符合性审查',
  late: '未按变动后的要求重新响应',
  unchosen: '方案未被推荐',
  final: '未提交有效的最后报价',
  left: '自行退出',
} as const
export type OutCause = keyof typeof OUT_CAUSES

export const ROLES = { representative: '采购人代表', technical: '技术专家', economic: '经济专家' } as const
export type Role = keyof typeof ROLES

export type PanelAction =
  | 'compose'
  | 'start'
  | 'replace'
  | 'declare'
  | 'handIn'
  | 'draw'
  | 'propose'
  | 'decide'
  | 'callVote'
  | 'callFinal'
  | 'report'
  | 'sign'
  | 'close'

export interface PanelFacts {
  stage: PanelStage
  /** The responses have been opened, and nothing waits for approval or has ended. */
  isOpened: boolean
  /** Why the group cannot begin as it is composed; null when it can. */
  composition: string | null
  members: number
  declared: number
  signed: number
  /** Turns are being drawn. */
  isDrawing: boolean
  /** Talks of the drawn order that have not come to their end. */
  openTalks: number
  /** Suppliers that go on and have not been talked to. */
  untalked: number
  hasChange: boolean
  /** Demands could not be described beforehand: the group votes on solutions before the final offers. */
  votes: boolean
  /** Explanations of prices that are awaited or undecided. */
  openQuestions: boolean
}

/** Whoever runs the order, and members; `isMember` of those who have not left. */
export interface PanelWho {
  isHost: boolean
  isMember: boolean
  isRepresentative: boolean
  hasDeclared: boolean
  hasHandedIn: boolean
  hasSigned: boolean
}

const host = ({ isHost }: PanelWho) => isHost
const member = ({ isMember, hasDeclared }: PanelWho) => isMember && hasDeclared

/** Why talks go on; null when they are over. */
function talksOpen({ isDrawing, openTalks }: PanelFacts): string | null {
  if (isDrawing) return '商谈次序正在抽取'
  return openTalks > 0 ? `还有 ${openTalks} 场商谈未结束，双方签署、退回或者取消后方可继续` : null
}

/** Why neither final offers nor a vote on solutions can follow; null when they can. */
function talksLeft(facts: PanelFacts): string | null {
  if (facts.hasChange) return '需求变动待采购人代表确认'
  if (facts.untalked > 0) return `还有 ${facts.untalked} 家供应商未商谈，须给予各供应商同等机会`
  return talksOpen(facts)
}

/** Every act of a review by a group. */
export const PANEL_STATUS = statusTable<PanelStage, PanelAction, PanelFacts, PanelWho>(
  ({ stage }) => stage,
  [
    { action: 'compose', label: '组建小组', from: ['forming'], who: host },
    {
      action: 'start',
      label: '开始评审',
      from: ['forming'],
      to: 'checking',
      who: host,
      primary: true,
      confirm: '开始后小组成员可以看到供应商名称，经回避声明后审查响应文件；成员不能再随意变更。确认开始？',
      guard: ({ isOpened, composition }) => (isOpened ? (composition ?? true) : '响应开启后方可开始评审'),
    },
    { action: 'replace', label: '更换成员', from: RUNNING, who: host },
    {
      action: 'declare',
      label: '回避声明',
      from: RUNNING,
      who: ({ isMember, hasDeclared }) => isMember && !hasDeclared,
      primary: true,
    },
    {
      action: 'handIn',
      label: '提交意见',
      from: ['checking', 'voting', 'scoring'],
      who: (who) => member(who) && !who.hasHandedIn,
      primary: true,
    },
    {
      action: 'draw',
      label: '抽取商谈次序',
      from: ['talking'],
      who: host,
      primary: true,
      guard: (facts) => (facts.hasChange ? '需求变动待采购人代表确认' : (talksOpen(facts) ?? true)),
    },
    {
      action: 'propose',
      label: '变动采购需求',
      from: ['talking'],
      who: (who) => host(who) || member(who),
      guard: ({ hasChange }) => (hasChange ? '已有一项变动待采购人代表确认' : true),
    },
    {
      action: 'decide',
      label: '确认需求变动',
      from: ['talking'],
      to: 'responding',
      who: (who) => member(who) && who.isRepresentative,
      primary: true,
      guard: (facts) => {
        if (!facts.hasChange) return '没有待确认的需求变动'
        return talksOpen(facts) ?? true
      },
    },
    {
      action: 'callVote',
      label: '投票推荐方案',
      from: ['talking'],
      to: 'voting',
      who: (who, { votes }) => host(who) && votes,
      primary: true,
      guard: (facts) => talksLeft(facts) ?? true,
      confirm: '投票后不能再变动采购需求。确认请小组成员投票？',
    },
    {
      action: 'callFinal',
      label: '要求提交最后报价',
      from: ['talking', 'voted'],
      to: 'final',
      who: host,
      primary: true,
      guard: (facts) =>
        facts.stage === 'talking' && facts.votes ? '须先由小组投票推荐方案' : (talksLeft(facts) ?? true),
    },
    {
      action: 'report',
      label: '编制评审报告',
      from: ['reporting'],
      to: 'signing',
      who: host,
      primary: true,
      guard: ({ openQuestions }) => (openQuestions ? '供应商对报价的说明尚未处理，认定后方可编制' : true),
    },
    {
      action: 'sign',
      label: '签署评审报告',
      from: ['signing'],
      who: (who) => who.isMember && !who.hasSigned,
      primary: true,
    },
    {
      action: 'close',
      label: '记录未签字并完成',
      from: ['signing'],
      who: host,
      guard: ({ signed, members }) => (signed * 2 > members ? true : '过半数成员签字后，方可记录未签字的成员'),
    },
  ],
)

/** Whether what members hand in may be read: when all have. */
export function isUnsealed(handedIn: number, members: number): boolean {
  return members > 0 && handedIn >= members
}
