import { statesReached } from '../../engine/states.ts'
import { isBefore, step } from '../../engine/step.ts'
import { TradeStatus } from '../../rules/enums.ts'

/** It is known who may win, and nothing has been publicised. */
const RANKED = statesReached('ranked', 'publicised')

/** Candidates are publicised, and anew when one of them falls away; whoever takes part may object. */
export const candidates = step({
  name: 'candidates',
  label: '{publicity}',
  occurs: ({ publicises }) => publicises,
  pages: {
    edit: 'buyer',
    change: 'buyer',
    detail: 'buyer',
    audit: 'buyer',
    changeAudit: 'buyer',
    objections: 'supplier',
    object: 'supplier',
  },
  orderRows: () => [
    {
      action: 'publishCandidates',
      restsOnOutcome: true,
      label: '发布{publicity}',
      from: RANKED,
      to: 'candidates.public',
      who: (who) => who.part === 'owner',
      primary: true,
      confirm: '确认发布{candidateNotice}？',
      guard: ({ round }) => (round === 'open' ? '本轮报价尚未结束，结束后方可公示' : true),
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
    if (RANKED.includes(state)) return { label: '待公示候选人' }
    if (state !== 'candidates.public' || !isBefore(now, publicityEnd)) return null
    return { label: '{publicity}', next: { at: publicityEnd, label: '公示截止' } }
  },
  date: (order) => order.publicityEnd,
  due: Object.fromEntries([
    ...RANKED.map((state) => [state, ['candidates.edit']]),
    ['candidates.public', ['candidates.detail', 'winner.edit']],
  ]),
})
