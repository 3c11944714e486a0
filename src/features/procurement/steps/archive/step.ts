import { step } from '../../engine/step.ts'
import { OrderStatus } from '../../rules/enums.ts'

const S = OrderStatus.values

/** What happened is put together for good. */
export const archive = step({
  name: 'archive',
  label: '归档',
  pages: {},
  orderRows: () => [
    {
      action: 'archive',
      label: '归档',
      from: [S.awarded, S.abortive],
      to: S.archived,
      who: (who) => who.part === 'owner',
      primary: true,
      confirm: '归档后不可再修改，确认归档？',
    },
  ],
  stage: ({ status }) => {
    if (status === S.awarded) return { label: '已定标' }
    return status === S.abortive ? { label: '已流标' } : null
  },
  due: { [S.awarded]: ['winner.detail'], [S.archived]: ['winner.detail'], [S.abortive]: ['abortive.detail'] },
})
