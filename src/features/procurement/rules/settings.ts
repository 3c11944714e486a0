import * as z from 'zod'
import { auctionSettings } from '../steps/auction/settings.ts'
import { bidSettings } from '../steps/bid/settings.ts'
import { bondSettings } from '../steps/bond/settings.ts'
import { candidateSettings } from '../steps/candidates/settings.ts'
import { documentSettings } from '../steps/documents/settings.ts'
import { groupSettings } from '../steps/group/settings.ts'
import { lineFactSettings } from '../steps/line-facts/settings.ts'
import { openSettings } from '../steps/open/settings.ts'
import { publicitySettings } from '../steps/publicity/settings.ts'
import { publishSettings } from '../steps/publish/settings.ts'
import { quoteSettings } from '../steps/quote/settings.ts'
import { reviewSettings } from '../steps/review/settings.ts'
import { settlementSettings } from '../steps/settlement/settings.ts'
import { signUpSettings } from '../steps/sign-up/settings.ts'
import { winnerSettings } from '../steps/winner/settings.ts'

/** What the documents of an order say: each step states its own. Those of a method that lacks the step are left out, or as by default. */
export const OrderSettings = z.object({
  ...signUpSettings,
  ...bidSettings,
  ...openSettings,
  ...reviewSettings,
  ...documentSettings,
  ...bondSettings,
  ...publishSettings,
  ...candidateSettings,
  ...winnerSettings,
  ...publicitySettings,
  ...auctionSettings,
  ...quoteSettings,
  ...groupSettings,
  ...lineFactSettings,
  ...settlementSettings,
})
export type OrderSettings = z.output<typeof OrderSettings>
