import { type OrderWho, step } from '../../engine/step.ts'

const owner = (who: OrderWho) => who.part === 'owner'

/** An order is drafted, checked and announced. */
export const publish = step({
  name: 'publish',
  label: '发布{notice}',
  pages: { list: 'buyer', form: 'buyer', preview: 'buyer', detail: 'buyer', audit: 'buyer', tender: 'supplier' },
  orderRows: () => [
    { action: 'edit', label: '编辑', from: ['publish.draft'], who: owner },
    {
      action: 'publish',
      label: '发布{notice}',
      from: ['publish.draft'],
      to: 'publish.open',
      who: owner,
      primary: true,
      confirm: '发布后{notice}不可修改，仅可发布变更公告。确认发布？',
    },
    { action: 'delete', label: '删除', from: ['publish.draft'], who: owner, danger: true, confirm: '确认删除该草稿？' },
  ],
  stage: ({ state }) => (state === 'publish.draft' ? { label: '草稿' } : null),
  date: (order) => order.publishedAt,
  due: { 'publish.draft': ['publish.preview'] },
})
