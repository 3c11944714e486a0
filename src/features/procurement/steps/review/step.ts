import { type OrderWho, step } from '../../engine/step.ts'
import { OrderStatus } from '../../rules/enums.ts'

const S = OrderStatus.values
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
    { action: 'startReview', label: '开始评标', from: [S.openingEnded], to: S.reviewing, who: owner, primary: true },
    {
      action: 'summarise',
      label: '评审汇总',
      from: [S.reviewing],
      to: S.summarised,
      who: (who) => owner(who) || who.part === 'committee',
    },
    {
      action: 'endReview',
      label: '结束评标',
      from: [S.summarised],
      to: S.reviewed,
      who: owner,
      primary: true,
      confirm: '确认评标结束？',
    },
  ],
  stage: ({ status }) => {
    switch (status) {
      case S.openingEnded:
        return { label: '待评标' }
      case S.reviewing:
        return { label: '评标中' }
      case S.summarised:
        return { label: '评审汇总' }
      default:
        return null
    }
  },
  due: {
    [S.openingEnded]: ['review.status'],
    [S.reviewing]: ['review.status'],
    [S.summarised]: ['review.status'],
  },
})
