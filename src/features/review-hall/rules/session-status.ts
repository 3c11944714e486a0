import { statusTable } from '#contract/transition.ts'
import { ProcessStatus, ReportStatus, ReviewerTaskStatus, WaySummaryStatus } from '#features/evaluation/rules/enums.ts'

/** A person's part in a review. `member` is a committee member who has not left. */
export interface ReviewWho {
  part: 'owner' | 'observer' | 'member' | 'none'
  isLeader: boolean
}

const leader = (who: ReviewWho) => who.part === 'member' && who.isLeader
const member = (who: ReviewWho) => who.part === 'member'
const owner = (who: ReviewWho) => who.part === 'owner'

export type WayStatus = (typeof WaySummaryStatus.values)[keyof typeof WaySummaryStatus.values]
export type WayAction = 'summarise' | 'reReview'

/** What the table of ways looks at. */
export interface WayFacts {
  status: WayStatus
  isAutomatic: boolean
  /** The whole review has been summed up. */
  concluded: boolean
  /** Tasks of active reviewers. */
  tasks: number
  submitted: number
  openMotions: number
  /** Why nothing may conclude the review yet, where this is the last way; empty otherwise. */
  waits: string
  /** Why its result stands for good, e.g. second envelopes are open; empty otherwise. */
  fixed: string
  /** Rules the committee breaks now, e.g. because a member left; empty when it is complete. */
  committee: string
}

const W = WaySummaryStatus.values
const CONCLUDED = '评审已汇总，评审结果不得修改（财政部令第87号第六十四条）'

/** One way of the review: opened by the system when its turn comes, summarised and reopened by the leader. */
export const WAY_STATUS = statusTable<WayStatus, WayAction, WayFacts, ReviewWho>(
  (way) => way.status,
  [
    {
      action: 'summarise',
      label: '汇总',
      from: [W.reviewing, W.reReviewed],
      to: W.summarised,
      who: leader,
      primary: true,
      confirm: '汇总后各评委的评审意见相互公开，确认汇总？',
      guard: (way) => {
        if (way.concluded) return CONCLUDED
        if (way.committee) return way.committee
        if (way.openMotions > 0) return '存在未表决完毕的提议'
        if (way.submitted < way.tasks) return `尚有 ${way.tasks - way.submitted} 名评委未提交`
        return way.waits || true
      },
    },
    {
      action: 'reReview',
      label: '重新评审',
      from: [W.reviewing, W.reReviewed, W.summarised],
      to: W.reReviewed,
      who: (who, way) => leader(who) && !way.isAutomatic,
      danger: true,
      guard: (way) => {
        if (way.concluded) return CONCLUDED
        if (way.fixed) return way.fixed
        return way.submitted > 0 ? true : '尚无评委提交'
      },
    },
  ],
)

export type TaskStatus = (typeof ReviewerTaskStatus.values)[keyof typeof ReviewerTaskStatus.values]
export type TaskAction = 'save' | 'submit'

/** One reviewer's part in one way. */
export interface TaskFacts {
  status: TaskStatus
  wayStatus: WayStatus
  /** Judgements given and needed. */
  filled: number
  needed: number
}

const T = ReviewerTaskStatus.values
const isOpen = (task: TaskFacts) =>
  task.wayStatus === W.reviewing || task.wayStatus === W.reReviewed ? true : '该评审项未在评审中'

export const TASK_STATUS = statusTable<TaskStatus, TaskAction, TaskFacts, ReviewWho>(
  (task) => task.status,
  [
    { action: 'save', label: '保存', from: [T.pending, T.completed], who: member, guard: isOpen },
    {
      action: 'submit',
      label: '提交',
      from: [T.pending, T.completed],
      to: T.submitted,
      who: member,
      primary: true,
      confirm: '提交后不能修改，确认提交？',
      guard: (task) => {
        const open = isOpen(task)
        if (open !== true) return open
        return task.filled < task.needed ? `尚有 ${task.needed - task.filled} 项未评审` : true
      },
    },
  ],
)

/** Status of a task as shown: completed means everything is judged and not yet submitted. */
export function taskStatus(stored: number, filled: number, needed: number): TaskStatus {
  if (stored === T.submitted) return T.submitted
  return needed > 0 && filled >= needed ? T.completed : T.pending
}

export type ReportState = (typeof ReportStatus.values)[keyof typeof ReportStatus.values]
export type ReportAction =
  | 'rewrite'
  | 'sign'
  | 'updateContent'
  | 'upload'
  | 'uploadComplete'
  | 'backToInit'
  | 'signBack'
  | 'againSign'
  | 'deemAgreed'
  | 'signComplete'

/** What the table of reports looks at. */
export interface ReportFacts {
  state: ReportState
  completed: boolean
  /** Valid signatures, and how many are needed. */
  signed: number
  signers: number
  /** Of the signatures, those that members gave themselves. */
  byHand: number
  /** The actor's own signature is on it. */
  ownSigned: boolean
  /** First-stage report: signing it ends nothing else. */
  isFirstStage: boolean
}

const R = ReportStatus.values
const unsigned = (report: ReportFacts) => (report.signed > 0 ? '已有评委签署，请先退回签署' : notCompleted(report))
const notCompleted = (report: ReportFacts) => (report.completed ? '评审报告已签署完成' : true)

/** A report: written by the leader, signed by every member, completed by the purchaser's side. */
export const REPORT_STATUS = statusTable<ReportState, ReportAction, ReportFacts, ReviewWho>(
  (report) => report.state,
  [
    {
      action: 'rewrite',
      label: '重新生成',
      from: [R.init, R.success, R.fail],
      to: R.regenerated,
      who: leader,
      guard: (report) =>
        report.signed > 0 ? '已有评委签署，不能重新生成；确需修改的，请先退回' : notCompleted(report),
    },
    {
      action: 'sign',
      label: '签署',
      from: [R.success],
      who: (who, report) => member(who) && !report.ownSigned,
      primary: true,
      guard: notCompleted,
    },
    {
      action: 'updateContent',
      label: '编辑说明',
      from: [R.init, R.success, R.fail],
      to: R.pending,
      who: owner,
      guard: unsigned,
    },
    { action: 'upload', label: '上传', from: [R.init, R.success, R.fail], to: R.init, who: owner, guard: unsigned },
    {
      action: 'uploadComplete',
      label: '上传完成',
      from: [R.init],
      to: R.pending,
      who: owner,
      primary: true,
      confirm: '上传完成后按全部附件重新生成报告，确认完成？',
      guard: unsigned,
    },
    {
      action: 'backToInit',
      label: '退回重写',
      from: [R.success],
      to: R.init,
      who: owner,
      danger: true,
      confirm: '退回后已有签署全部作废，确认退回？',
      guard: notCompleted,
    },
    {
      action: 'signBack',
      label: '退回签署',
      from: [R.success],
      who: owner,
      danger: true,
      confirm: '全部签署作废并重新签署，确认退回？',
      guard: (report) => (report.signed === 0 ? '尚无签署' : notCompleted(report)),
    },
    {
      action: 'againSign',
      label: '重新签署',
      from: [R.success],
      who: owner,
      guard: (report) => (report.signed === 0 ? '尚无签署' : notCompleted(report)),
    },
    {
      action: 'deemAgreed',
      label: '视为同意',
      from: [R.success],
      who: owner,
      guard: (report) => {
        if (report.signed >= report.signers) return '全体成员均已签署'
        // Not a way round the committee: most of it stands behind the report with its own signatures.
        return report.byHand * 2 > report.signers ? notCompleted(report) : '半数以上成员签署后方可办理'
      },
    },
    {
      action: 'signComplete',
      label: '签署完成，结束评标',
      from: [R.success],
      who: (who, report) => owner(who) && !report.isFirstStage,
      primary: true,
      confirm: '确认评审报告签署完成并结束评标？',
      guard: allSigned,
    },
    {
      action: 'signComplete',
      label: '签署完成',
      from: [R.success],
      who: (who, report) => owner(who) && report.isFirstStage,
      primary: true,
      confirm: '确认第一阶段评审报告已由全体评委签署完成？评标继续进行。',
      guard: allSigned,
    },
  ],
)

function allSigned(report: ReportFacts): true | string {
  const done = notCompleted(report)
  if (done !== true) return done
  return report.signed < report.signers ? `尚有 ${report.signers - report.signed} 名评委未签署` : true
}

/** Whether a step of the review can be entered: the tabs of the review hall. */
export function isActiveProcess(status: number): boolean {
  return status !== ProcessStatus.values.notStarted
}
