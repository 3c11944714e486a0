import { isBefore, step } from '../../engine/step.ts'
import { OrderStatus } from '../../rules/enums.ts'

const S = OrderStatus.values
const WHERE_ONE_DECIDES = ['winner.edit', 'candidates.detail', 'auction.door']

/** The winner is fixed, and told with everybody else; one that falls away before the contract is replaced (实施条例第五十五条). */
export const winner = step({
  name: 'winner',
  label: '定标',
  pages: { edit: 'buyer', change: 'buyer', detail: 'buyer', audit: 'buyer' },
  orderRows: ({ candidates }) => [
    {
      action: 'award',
      label: '确定{winner}',
      from: [candidates === 'never' ? S.reviewed : S.candidates],
      to: S.awarded,
      who: (who) => who.part === 'owner',
      primary: true,
      confirm: '确认定标并发布{won}结果公告？',
      guard: (order, now) => {
        if (order.openObjections > 0) return '存在未答复的异议，流程暂停'
        if (order.talk === 'open') return '议价尚未结束，结束后方可定标'
        return candidates === 'always' && (order.publicityEnd === null || isBefore(now, order.publicityEnd))
          ? '公示期未满'
          : true
      },
    },
    {
      action: 'reWinner',
      label: '重新定标',
      from: [S.awarded],
      who: (who) => who.part === 'owner',
      guard: ({ hasContract }) => (hasContract ? '合同已签订，不能重新定标' : true),
    },
  ],
  stage: ({ status }) => (status === S.candidates || status === S.reviewed ? { label: '待定标' } : null),
  date: (order) => order.awardedAt,
  due: { [S.candidates]: WHERE_ONE_DECIDES, [S.reviewed]: WHERE_ONE_DECIDES },
})
