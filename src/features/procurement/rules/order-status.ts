import { statusTable } from '#contract/transition.ts'
import { OrderStatus } from './enums.ts'

export type OrderAction =
  | 'edit'
  | 'delete'
  | 'copy'
  | 'publish'
  | 'change'
  | 'clarify'
  | 'startOpening'
  | 'openMarks'
  | 'endOpening'
  | 'startReview'
  | 'summarise'
  | 'endReview'
  | 'publishCandidates'
  | 'award'
  | 'archive'
  | 'declareAbortive'
  | 'startAuction'
  | 'endAuction'
  | 'failAuction'

/** What the table looks at. Times are epoch ms. */
export interface OrderFacts {
  status: OrderStatus
  /** Its method takes live offers: nothing is sealed, opened or reviewed. */
  isLive?: boolean
  bidEnd: number | null
  openAt: number | null
  publicityEnd: number | null
  openObjections: number
  /** The step that waits for approval, e.g. 变更公告; null when none does. It locks the order for its owner. */
  pendingApproval: string | null
}

/** The actor's part in an order. `owner` runs it (purchaser or agency); `observer` is the purchaser an agency runs it for; `clock` what is due. */
export interface OrderWho {
  part: 'owner' | 'observer' | 'supplier' | 'committee' | 'clock' | 'none'
}

const S = OrderStatus.values

/** The order has come to its end, abortive or archived: whatever its opening or its keys had left open stays as it is. */
export function isOver({ status }: { status: number }): boolean {
  return status === S.abortive || status === S.archived
}

const owner = (who: OrderWho) => who.part === 'owner'
const clock = (who: OrderWho) => who.part === 'clock'
/** Who runs an order of sealed bids, or one of live offers. */
const ofSealed = (who: OrderWho, order: OrderFacts) => owner(who) && order.isLive !== true
const ofLive = (who: OrderWho, order: OrderFacts) => owner(who) && order.isLive === true
const deadlineWords = ({ isLive }: OrderFacts) => (isLive ? '竞价时间已到' : '投标已截止')
const before = (at: number | null, now: number) => at === null || now < at

/** While a step waits for approval nothing else changes the order; copying it does not, and time goes on. */
function unlessPending(order: OrderFacts, action: OrderAction): true | string {
  if (order.pendingApproval === null || AT_ANY_TIME.includes(action)) return true
  return `“${order.pendingApproval}”审批中，审批结束或撤回后方可操作`
}

const AT_ANY_TIME: readonly OrderAction[] = ['copy', 'startAuction', 'endAuction', 'failAuction']

/** Every status change of an order, in one place. */
export const ORDER_STATUS = statusTable<OrderStatus, OrderAction, OrderFacts, OrderWho>(
  (order) => order.status,
  [
    { action: 'edit', label: '编辑', from: [S.saved], who: owner },
    {
      action: 'publish',
      label: '发布公告',
      from: [S.saved],
      to: S.published,
      who: owner,
      primary: true,
      confirm: '发布后公告不可修改，仅可发布变更公告。确认发布？',
    },
    { action: 'delete', label: '删除', from: [S.saved], who: owner, danger: true, confirm: '确认删除该草稿？' },
    {
      action: 'startOpening',
      label: '进入开标大厅',
      from: [S.published],
      to: S.opened,
      who: ofSealed,
      primary: true,
      guard: (order, now) => (before(order.openAt, now) ? '未到开标时间' : true),
    },
    {
      action: 'change',
      label: '发布变更',
      from: [S.published],
      who: owner,
      guard: (order, now) => (before(order.bidEnd, now) ? true : `${deadlineWords(order)}，不能变更`),
    },
    {
      action: 'clarify',
      label: '澄清答疑',
      from: [S.published],
      who: owner,
      guard: (order, now) => (before(order.bidEnd, now) ? true : `${deadlineWords(order)}，不能澄清`),
    },
    { action: 'openMarks', label: '公布开标一览', from: [S.opened], to: S.announcing, who: ofSealed, primary: true },
    {
      action: 'endOpening',
      label: '结束开标',
      from: [S.announcing],
      to: S.openingEnded,
      who: ofSealed,
      primary: true,
      confirm: '结束后不可再操作开标，确认结束？',
    },
    { action: 'startReview', label: '开始评标', from: [S.openingEnded], to: S.reviewing, who: ofSealed, primary: true },
    {
      action: 'summarise',
      label: '评审汇总',
      from: [S.reviewing],
      to: S.summarised,
      who: (who) => owner(who) || who.part === 'committee',
    },
    {
      action: 'endReview',
      label: '结束评标',
      from: [S.summarised],
      to: S.reviewed,
      who: ofSealed,
      primary: true,
      confirm: '确认评标结束？',
    },
    {
      action: 'publishCandidates',
      label: '发布候选人公示',
      from: [S.reviewed],
      to: S.candidates,
      who: ofSealed,
      primary: true,
      confirm: '确认发布中标候选人公示？',
    },
    {
      action: 'award',
      label: '确定中标人',
      from: [S.candidates],
      to: S.awarded,
      who: owner,
      primary: true,
      confirm: '确认定标并发布中标结果公告？',
      guard: (order, now) => {
        if (order.openObjections > 0) return '存在未答复的异议，流程暂停'
        return before(order.publicityEnd, now) ? '公示期未满' : true
      },
    },
    {
      action: 'award',
      label: '确定成交人',
      from: [S.reviewed],
      to: S.awarded,
      who: ofLive,
      primary: true,
      confirm: '确认成交人并发布成交结果公告？',
    },
    {
      action: 'archive',
      label: '归档',
      from: [S.awarded, S.abortive],
      to: S.archived,
      who: owner,
      primary: true,
      confirm: '归档后不可再修改，确认归档？',
    },
    { action: 'copy', label: '复制', from: Object.values(S), who: owner },
    // An auction begins and ends by the clock; what has no result waits for its owner to declare it abortive.
    { action: 'startAuction', label: '竞价开始', from: [S.published], to: S.opened, who: clock },
    { action: 'endAuction', label: '竞价结束', from: [S.opened], to: S.reviewed, who: clock },
    {
      action: 'failAuction',
      label: '竞价失败',
      from: [S.published, S.opened],
      to: S.openingEnded,
      who: clock,
    },
    {
      action: 'declareAbortive',
      label: '流标处理',
      from: [S.published, S.opened, S.announcing, S.openingEnded, S.reviewing, S.summarised, S.reviewed, S.candidates],
      to: S.abortive,
      who: owner,
      danger: true,
      confirm: '流标后该标段终止，确认宣布流标？',
    },
  ],
  unlessPending,
)
