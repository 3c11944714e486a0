import { statesReached } from '../../engine/states.ts'
import { isBefore, step } from '../../engine/step.ts'

declare module '../../engine/step.ts' {
  interface OrderFacts {
    /** The day on which the contract was signed is on record. */
    hasContract?: boolean
  }
}

/** What is known of who may win is there to decide on, unless candidates are publicised first. */
const DECIDED = statesReached('ranked', 'publicised')
const WHERE_ONE_DECIDES = ['winner.edit', 'candidates.detail', 'auction.door']

/** The winner is fixed, and told with everybody else; one that falls away before the contract is replaced (实施条例第五十五条). */
export const winner = step({
  name: 'winner',
  label: '定标',
  pages: { edit: 'buyer', change: 'buyer', detail: 'buyer', audit: 'buyer', changeAudit: 'buyer' },
  orderRows: ({ publicises }) => [
    {
      action: 'award',
      restsOnOutcome: true,
      label: '确定{winner}',
      from: publicises ? ['candidates.public'] : DECIDED,
      to: 'winner.fixed',
      who: (who) => who.part === 'owner',
      primary: true,
      confirm: '确认定标并发布{won}结果公告？',
      guard: (order, now) => {
        if (order.openObjections > 0) return '存在未答复的异议，流程暂停'
        if (order.talk === 'open') return '议价尚未结束，结束后方可定标'
        if (order.round === 'open') return '本轮报价尚未结束，结束后方可定标'
        return publicises && (order.publicityEnd === null || isBefore(now, order.publicityEnd)) ? '公示期未满' : true
      },
    },
    {
      action: 'reWinner',
      label: '重新定标',
      from: ['winner.fixed'],
      who: (who) => who.part === 'owner',
      guard: ({ hasContract, buyerStays }) => (hasContract ? '合同已签订，不能重新定标' : (buyerStays ?? true)),
    },
  ],
  stage: ({ state }) => (state === 'candidates.public' || DECIDED.includes(state) ? { label: '待定标' } : null),
  date: (order) => order.awardedAt,
  due: Object.fromEntries([...DECIDED, 'candidates.public'].map((state) => [state, WHERE_ONE_DECIDES])),
})
