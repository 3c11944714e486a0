import type { PageOf, Reader, Step } from '../engine/step.ts'
import { changeNotice } from '../steps/change-notice/step.ts'
import { lineFacts } from '../steps/line-facts/step.ts'
import { abortiveNotice } from '../steps/abortive-notice/step.ts'
import { auction } from '../steps/auction/step.ts'
import { priceTalk } from '../steps/price-talk/step.ts'
import { group } from '../steps/group/step.ts'
import { publicity } from '../steps/publicity/step.ts'
import { quote } from '../steps/quote/step.ts'
import { respond } from '../steps/respond/step.ts'
import { roundTalk } from '../steps/round-talk/step.ts'
import { score } from '../steps/score/step.ts'
import { settlement } from '../steps/settlement/step.ts'
import { talk } from '../steps/talk/step.ts'
import { BIDDING_STEPS } from './bidding-family.ts'

/** Every step there is. */
export const STEPS = [
  ...BIDDING_STEPS,
  auction,
  priceTalk,
  abortiveNotice,
  publicity,
  respond,
  talk,
  quote,
  group,
  score,
  roundTalk,
  changeNotice,
  lineFacts,
  settlement,
] as const

type AnyStep = (typeof STEPS)[number]

/** Every page there is: `winner.edit`. */
export type Page = PageOf<AnyStep>
/** Every action of an order, and of a supplier's part in one: those of the steps' rows. */
export type OrderAction = AnyStep extends infer S ? (S extends Step<string, string, infer A> ? A : never) : never
export type TradeAction = AnyStep extends infer S
  ? S extends Step<string, string, string, infer A>
    ? A
    : never
  : never

const READERS: ReadonlyMap<string, Reader> = new Map(
  STEPS.flatMap(({ name, pages }) =>
    Object.entries<Reader>(pages).map(([page, reader]) => [`${name}.${page}`, reader]),
  ),
)

/** In whose part of the site a page stands. */
export function readerOf(page: Page): Reader {
  return READERS.get(page)!
}
