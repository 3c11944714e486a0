import { roundTalk } from '../steps/round-talk/step.ts'
import type { Family } from './family.ts'
import { COMPARISON_STEPS } from './inquiry-family.ts'
import type { Method } from './method.ts'

/** 谈判采购, whose lists the register and suppliers share with what else is negotiated (`slug`). */
export const NEGOTIATIONS: Family = {
  name: 'negotiation-v2',
  list: '谈判采购',
  slug: 'negotiation',
  entrusted: 'negotiation-v2',
  packages: { name: 'negotiation-package', batch: 'negotiation-v2/batch', list: '谈判采购包' },
  own: { title: '我的谈判', bidding: '报价中', opening: '谈判中', empty: '在“招标采购”中找到谈判采购项目并报名' },
}

/** The steps of a comparison, with talks between the rounds. */
export const NEGOTIATION_STEPS = [...COMPARISON_STEPS, roundTalk] as const
export type NegotiationMethod = Method<(typeof NEGOTIATION_STEPS)[number]>
