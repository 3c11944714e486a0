import type { MessageKind } from '#server/feature.ts'

const SIGN_UP = '报名与答疑'
const NOTICE = '公告与变更'
const DEADLINE = '期限提醒'
const OBJECTION = '异议'
const BUYER = ['purchaser', 'agency'] as const
const EVERYBODY = ['purchaser', 'agency', 'supplier'] as const
/** What must not be missed goes to the pocket, too. */
const URGENT = ['email', 'sms', 'wechat'] as const
const LETTER = ['email'] as const

/** What an order tells people; see messages.ts for when and whom. */
export const messageKinds: readonly MessageKind[] = [
  {
    kind: 'notice.published',
    label: '公告、变更与澄清',
    group: NOTICE,
    workbenches: EVERYBODY,
    channels: URGENT,
    isEssential: true,
  },
  {
    kind: 'order.awarded',
    label: '中标通知书',
    group: NOTICE,
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
  },
  {
    kind: 'order.result-fell',
    label: '中标或候选人资格取消',
    group: NOTICE,
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
  },
  {
    kind: 'bond.decided',
    label: '投标保证金的认定',
    group: NOTICE,
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
  },
  { kind: 'trade.signed-up', label: '收到新的报名', group: SIGN_UP, workbenches: BUYER, channels: [] },
  {
    kind: 'trade.decided',
    label: '报名审核结果',
    group: SIGN_UP,
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
  },
  { kind: 'invitation.declined', label: '受邀供应商谢绝参加', group: SIGN_UP, workbenches: BUYER, channels: LETTER },
  { kind: 'question.asked', label: '收到提问', group: SIGN_UP, workbenches: BUYER, channels: LETTER },
  { kind: 'order.sign-up-end', label: '报名截止', group: DEADLINE, workbenches: BUYER, channels: [] },
  { kind: 'order.invited', label: '邀请参加投标', group: SIGN_UP, workbenches: ['supplier'], channels: URGENT },
  {
    kind: 'order.bid-reminder',
    label: '投标截止提醒',
    group: DEADLINE,
    workbenches: ['supplier'],
    channels: URGENT,
    isTimely: true,
  },
  {
    kind: 'order.open-time',
    label: '开标时间已到',
    group: DEADLINE,
    workbenches: EVERYBODY,
    channels: URGENT,
    isEssential: true,
    isTimely: true,
  },
  { kind: 'order.publicity-end', label: '候选人公示期满', group: DEADLINE, workbenches: BUYER, channels: LETTER },
  {
    kind: 'objection.created',
    label: '收到异议',
    group: OBJECTION,
    workbenches: BUYER,
    channels: URGENT,
    isEssential: true,
  },
  { kind: 'objection.withdrawn', label: '异议已撤回', group: OBJECTION, workbenches: BUYER, channels: [] },
  {
    kind: 'objection.complained',
    label: '投诉已登记',
    group: OBJECTION,
    workbenches: ['supplier'],
    channels: LETTER,
  },
  {
    kind: 'objection.answered',
    label: '异议已答复',
    group: OBJECTION,
    workbenches: ['supplier'],
    channels: LETTER,
    isEssential: true,
  },
]
