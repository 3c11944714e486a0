import { formatTime } from '#contract/time.ts'
import { named } from '../../web/buyer/order-form/order-values.ts'
import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'
import { USUAL_CANDIDATE_DAYS } from '../../rules/candidate-days.ts'
import { KEY_MODES, openingInWords } from '../../rules/key-mode.ts'
import { QuoteTerms } from '../../rules/quote-terms.ts'

export const quote: StepBuyer = {
  sections: [
    {
      before: 'schedule',
      key: 'quote',
      title: '报价要求',
      paths: ['settings.quote', 'settings.bidFiles'],
      isComplete: ({ settings }) => settings?.quote !== undefined,
      lines: 12,
      load: async () => (await import('./buyer-section.tsx')).QuoteSection,
    },
  ],
  // Of bids; what a quote needs is asked for in its terms, and files only where there are any to ask for.
  newSettings: ({ candidates }) => ({
    quote: QuoteTerms.parse(candidates === 'optional' ? { candidateDays: USUAL_CANDIDATE_DAYS } : {}),
    bidFiles: [],
    marks: [],
    keyMode: 'timed',
  }),
  tidy: ({ bidFiles }) => ({ bidFiles: named(bidFiles) }),
  terms: {
    key: 'quote',
    title: '报价要求',
    lines: 4,
    load: async () => (await import('./buyer-page.tsx')).QuoteSection,
  },
  lead: { key: 'quotes', title: '报价', from: 'published', page: 'quote.rounds', label: '报价轮次与比价' },
  effects: ({ items, schedule, settings, decryptMinutes }) => [
    `采购清单（${items.length} 行）和报价要求冻结，指纹写入公告。`,
    `到 ${formatTime(schedule.bidEnd)} 停止接收报价；${openingInWords(settings.keyMode, decryptMinutes)}，并进入比价。此前任何人都看不到报价。`,
    `报价开启方式定为${KEY_MODES[settings.keyMode].replaceAll('{bidder}', '供应商')}，发布后不可更改。`,
  ],
}
