import { statesReached } from '../../engine/states.ts'
import { step } from '../../engine/step.ts'

/** An order that came to nothing is declared so, and may be run again. */
export const abortive = step({
  name: 'abortive',
  pages: { edit: 'buyer', audit: 'buyer', detail: 'buyer', addSupplier: 'buyer', addSupplierAudit: 'buyer' },
  orderRows: () => [
    { action: 'copy', label: '复制', from: statesReached('draft'), who: (who) => who.part === 'owner', isUnheld: true },
    {
      action: 'declareAbortive',
      label: '流标处理',
      from: statesReached('published', 'awarded'),
      to: 'abortive.declared',
      who: (who) => who.part === 'owner',
      danger: true,
      confirm: '流标后该{order}终止，确认宣布流标？',
    },
    // 实施条例第五十五条: the winner fell away, and instead of the next candidate a new tender is chosen.
    {
      action: 'declareAbortive',
      label: '流标处理',
      from: ['winner.fixed'],
      to: 'abortive.declared',
      who: (who) => who.part === 'owner',
      danger: true,
      confirm: '{winner}的{won}资格随之取消，该{order}终止，确认宣布流标？',
      guard: ({ hasContract, saleStands }) => (hasContract ? '合同已签订，不能流标' : (saleStands ?? true)),
    },
  ],
})
