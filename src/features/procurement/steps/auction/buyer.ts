import { AuctionTerms } from '../../rules/auction-terms.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

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
  newSettings: () => ({ auction: AuctionTerms.parse({}) }),
  tidy: ({ auction: terms }) => (terms ? { auction: { ...terms, maxExtensions: terms.maxExtensions ?? null } } : {}),
}
