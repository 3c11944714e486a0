import { type OrderWho, step } from '../../engine/step.ts'

const owner = (who: OrderWho) => who.part === 'owner'

/** A committee reviews the opened bids. */
export const review = step({
  name: 'review',
  label: '评标',
  pages: {
    status: 'buyer',
    hall: 'buyer',
    committee: 'buyer',
    report: 'buyer',
    firstStageReport: 'buyer',
    supplierHall: 'supplier',
  },
  orderRows: () => [
    { action: 'startReview', label: '开始评标', from: ['open.ended'], to: 'review.running', who: owner, primary: true },
    {
      action: 'summarise',
      label: '评审汇总',
      from: ['review.running'],
      to: 'review.summarised',
      who: (who) => owner(who) || who.part === 'committee',
    },
    {
      action: 'endReview',
      label: '结束评标',
      from: ['review.summarised'],
      to: 'review.done',
      who: owner,
      primary: true,
      confirm: '确认评标结束？',
    },
  ],
  stage: ({ state }) => {
    switch (state) {
      case 'open.ended':
        return { label: '待评标' }
      case 'review.running':
        return { label: '评标中' }
      case 'review.summarised':
        return { label: '评审汇总' }
      default:
        return null
    }
  },
  due: {
    'open.ended': ['review.status'],
    'review.running': ['review.status'],
    'review.summarised': ['review.status'],
  },
})
