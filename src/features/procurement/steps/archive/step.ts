import { type OrderWho, step } from '../../engine/step.ts'

const ARCHIVE = {
  action: 'archive',
  label: '归档',
  who: (who: OrderWho) => who.part === 'owner',
  primary: true,
  confirm: '归档后不可再修改，确认归档？',
} as const

/** What happened is put together for good. */
export const archive = step({
  name: 'archive',
  label: '归档',
  pages: {},
  orderRows: () => [
    { from: ['winner.fixed'], to: 'archive.done', ...ARCHIVE, guard: ({ unsettled }) => unsettled ?? true },
    { from: ['abortive.declared'], to: 'archive.abortive', ...ARCHIVE },
  ],
  stage: ({ state }) => {
    if (state === 'winner.fixed') return { label: '已定标' }
    return state === 'abortive.declared' ? { label: '已流标' } : null
  },
  due: {
    'winner.fixed': ['winner.detail'],
    'archive.done': ['winner.detail'],
    'abortive.declared': ['abortive.detail'],
    'archive.abortive': ['abortive.detail'],
  },
})
