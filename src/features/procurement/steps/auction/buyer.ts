import { formatTime } from '#contract/time.ts'
import { methodOf } from '../../methods/all.ts'
import { ORDER_SLOTS } from '../../contract/slots.ts'
import { AuctionTerms } from '../../rules/auction-terms.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

/** A choice that was not made, and an amount that belongs to another choice, are no terms. */
function tidied({ reserve, ...terms }: AuctionTerms): AuctionTerms {
  const kind: string | undefined = reserve?.kind
  return {
    ...terms,
    maxExtensions: terms.maxExtensions ?? null,
    ...(kind === 'sealed' && { reserve: { kind } }),
    ...(reserve?.kind === 'open' && { reserve }),
  }
}

export const auction: StepBuyer = {
  sections: [
    {
      before: 'schedule',
      key: 'auction',
      title: '竞价规则',
      paths: ['settings.auction', 'controlPrice'],
      isComplete: ({ controlPrice, settings }) => Number(controlPrice) > 0 && settings?.auction !== undefined,
      lines: 8,
      load: async () => (await import('./buyer-section.tsx')).AuctionSection,
    },
  ],
  newSettings: ({ direction, minSuppliers }) => ({
    auction: AuctionTerms.parse(direction ? { direction, minBidders: minSuppliers } : {}),
  }),
  tidy: ({ auction: terms }) => (terms ? { auction: tidied(terms) } : {}),
  terms: { key: 'auction', title: '竞价规则', slot: ORDER_SLOTS.auction },
  effects: ({ items, schedule, settings, method }) => [
    `清单（${items.length} 行）和竞价规则冻结，指纹写入公告。`,
    `到 ${formatTime(schedule.openAt)} 竞价自动开始，报名通过的不足 ${settings.auction?.minBidders ?? methodOf(method).minSuppliers} 家则流标；结束前大厅中只显示代号。`,
  ],
}
