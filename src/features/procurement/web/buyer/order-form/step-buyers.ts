import type { AnyMethod } from '../../../methods/method.ts'
import type { STEPS } from '../../../methods/pages.ts'
import { auction } from '../../../steps/auction/buyer.ts'
import { bid } from '../../../steps/bid/buyer.ts'
import { documents } from '../../../steps/documents/buyer.ts'
import { group } from '../../../steps/group/buyer.ts'
import { lineFacts } from '../../../steps/line-facts/buyer.ts'
import { publicity } from '../../../steps/publicity/buyer.ts'
import { quote } from '../../../steps/quote/buyer.ts'
import { review } from '../../../steps/review/buyer.ts'
import { roundTalk } from '../../../steps/round-talk/buyer.ts'
import { score } from '../../../steps/score/buyer.ts'
import { settlement } from '../../../steps/settlement/buyer.ts'
import { talk } from '../../../steps/talk/buyer.ts'
import type { StepBuyer } from './step-buyer.ts'

/** By step; the others bring nothing. */
const BUYERS: Partial<Record<(typeof STEPS)[number]['name'], StepBuyer>> = {
  publicity,
  auction,
  quote,
  group,
  score,
  'line-facts': lineFacts,
  bid,
  review,
  documents,
  talk,
  'round-talk': roundTalk,
  settlement,
}

/** What the steps of a method bring to the form of its orders, in their order. */
export function buyersOf({ steps }: Pick<AnyMethod, 'steps'>): StepBuyer[] {
  return steps.flatMap(({ name }) => BUYERS[name as keyof typeof BUYERS] ?? [])
}
