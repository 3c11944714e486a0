import type { STEPS } from '../methods/pages.ts'
import { methodOf } from '../methods/all.ts'
import { archive } from '../steps/archive/server.ts'
import { auction } from '../steps/auction/server.ts'
import { bid } from '../steps/bid/server.ts'
import { candidates } from '../steps/candidates/server.ts'
import { group } from '../steps/group/server.ts'
import { lineFacts } from '../steps/line-facts/server.ts'
import { priceTalk } from '../steps/price-talk/server.ts'
import { publicity } from '../steps/publicity/server.ts'
import { publish } from '../steps/publish/server.ts'
import { quote } from '../steps/quote/server.ts'
import { review } from '../steps/review/server.ts'
import { score } from '../steps/score/server.ts'
import { settlement } from '../steps/settlement/server.ts'
import { winner } from '../steps/winner/server.ts'
import type { StepServer } from './step-server.ts'

/** By step; the others bring nothing. */
const SERVERS: Partial<Record<(typeof STEPS)[number]['name'], StepServer>> = {
  publish,
  publicity,
  auction,
  'price-talk': priceTalk,
  quote,
  group,
  score,
  'line-facts': lineFacts,
  bid,
  review,
  candidates,
  winner,
  settlement,
  archive,
}

/** What the steps of an order's method bring to the server, in their order. */
export function serversOf(order: { method: number }): StepServer[] {
  return methodOf(order.method).steps.flatMap(({ name }) => SERVERS[name as keyof typeof SERVERS] ?? [])
}

/** What every step brings, where a query is about orders of all methods. */
export const ALL_SERVERS: readonly StepServer[] = Object.values(SERVERS)
