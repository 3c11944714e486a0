import { OFFICER_SLOTS } from '#features/joint-key/contract-slots.ts'
import type { Page } from '#features/procurement/methods/pages.ts'
import { pathsOf } from '#features/procurement/methods/places.ts'
import { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'

export const inquiryWeb: WebFeature = {
  parts: [
    part(BID_SLOTS.endedQuote, 'release', () => import('./keys/own-release.tsx')),
    part(BID_SLOTS.openedQuote, 'quote', () => import('./own-quote.tsx')),
    part(OFFICER_SLOTS.opening, 'quotes', () => import('./keys/officer-part.tsx')),
  ],
  screens: [
    buyerPage('quote.rounds', '报价轮次', () => import('./rounds-screen.tsx')),
    buyerPage('quote.offer', '报价详情', () => import('./offer-screen.tsx')),
    {
      path: '/admin/quote-policy',
      title: '报价开启',
      workbench: 'admin',
      right: 'platform',
      menu: 'quote-policy',
      load: () => import('./policy-screen.tsx'),
    },
    buyerPage('quote.compare', '逐行比价', () => import('./compare/compare-screen.tsx')),
  ],
}

/** A page of the buyer, and of the company's auditors. */
function buyerPage(page: Page, title: string, load: Screen['load']): Screen {
  return {
    path: pathsOf(page, ['purchaser', 'agency']),
    title,
    workbench: ['purchaser', 'agency'],
    right: ['tendering', 'agencyTendering', 'auditing'],
    load,
  }
}
