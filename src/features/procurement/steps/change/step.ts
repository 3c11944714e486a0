import { isBefore, step } from '../../engine/step.ts'

/** A published order is changed; everybody who takes part confirms it. */
export const change = step({
  name: 'change',
  pages: { list: 'buyer', edit: 'buyer', audit: 'buyer', confirm: 'supplier' },
  orderRows: () => [
    {
      action: 'change',
      label: '发布变更',
      from: ['publish.open'],
      who: (who) => who.part === 'owner',
      guard: ({ bidEnd }, now) => (bidEnd === null || isBefore(now, bidEnd) ? true : '{closed}，不能变更'),
    },
  ],
})
