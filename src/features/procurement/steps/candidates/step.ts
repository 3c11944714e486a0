import { isBefore, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

/** Candidates are publicised, and anew when one of them falls away; whoever takes part may object. */
export const candidates = step({
  name: 'candidates',
  label: '候选人公示',
  pages: {
    edit: 'buyer',
    change: 'buyer',
    detail: 'buyer',
    audit: 'buyer',
    objections: 'supplier',
    object: 'supplier',
  },
  orderRows: () => [
    {
      action: 'publishCandidates',
      label: '发布候选人公示',
      from: ['review.done'],
      to: 'candidates.public',
      who: (who) => who.part === 'owner',
      primary: true,
      confirm: '确认发布{won}候选人公示？',
    },
    {
      action: 'reCandidate',
      label: '重新公示{won}候选人',
      from: ['candidates.public'],
      who: (who) => who.part === 'owner',
      guard: ({ openObjections }) => (openObjections > 0 ? '存在未答复的异议，流程暂停' : true),
    },
  ],
  tradeRows: [
    {
      action: 'object',
      label: '提出异议',
      primary: true,
      from: [TradeStatus.values.passed],
      who: (who, trade) => who.part === 'supplier' && trade.orderState === 'candidates.public',
      guard: ({ publicityEnd }, now) => (publicityEnd === null || now < publicityEnd ? true : '公示期已满'),
    },
  ],
  stage: ({ state, publicityEnd }, now) => {
    if (state === 'review.done') return { label: '待公示候选人' }
    if (state !== 'candidates.public' || !isBefore(now, publicityEnd)) return null
    return { label: '候选人公示', next: { at: publicityEnd, label: '公示截止' } }
  },
  date: (order) => order.publicityEnd,
  due: { 'review.done': ['candidates.edit'], 'candidates.public': ['candidates.detail', 'winner.edit'] },
})
