import { parseArgs } from 'node:util'
import { budgets } from './budget.ts'
import { bundle } from './bundle.ts'
import { fees } from './charges.ts'
import { commit } from './commit.ts'
import { cosign } from './cosign.ts'
import { createOrders } from './create.ts'
import { demands } from './demands.ts'
import { listEmployees } from './employees.ts'
import { follower } from './follower.ts'
import { hall } from './hall.ts'
import { halls } from './halls.ts'
import { joint } from './joint.ts'
import type { Line } from './line.ts'
import { ledger } from './ledger.ts'
import { listOrders } from './list.ts'
import { publicLog } from './log.ts'
import { payments } from './payments.ts'
import { matrix } from './matrix.ts'
import { packages } from './packages.ts'
import { talks } from './talks.ts'
import { offers } from './offer.ts'
import { projects } from './project-view.ts'
import { itemImport, quoteSheet } from './quote-sheet.ts'
import { supplierRelations } from './relations.ts'
import { reviewSheet } from './review-sheet.ts'
import { review } from './review.ts'
import { rounds } from './rounds.ts'
import { searchOrders } from './search.ts'
import { signPdf } from './sign-pdf.ts'
import { start } from './start.ts'
import { librarySuppliers } from './suppliers.ts'
import { recruitFiles } from './recruit.ts'
import { supplierMatches } from './matches.ts'
import { type BenchWorld, benchWorld } from './world.ts'

/**
 * Measures what has a target, side by side with a plain server on the same rows. `npm run bench [-- --orders 1000000
 * --only list,create]`. Prints one line per measure: what, figures, target, whether it holds.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' }, only: { type: 'string' } } })
const PARTS: Record<string, (world: BenchWorld) => Promise<Line[]>> = {
  list: listOrders,
  search: searchOrders,
  create: createOrders,
  commit,
  cosign,
  offers,
  demands,
  employees: listEmployees,
  hall,
  halls,
  follower,
  joint,
  review,
  reviewSheet,
  matrix,
  rounds,
  projects,
  quoteSheet,
  itemImport,
  budgets,
  bundle,
  fees,
  ledger,
  packages,
  payments,
  talks,
  publicLog,
  signPdf,
  start,
  suppliers: librarySuppliers,
  supplierRelations,
  supplierMatches,
  recruitFiles,
}

const wanted = values.only?.split(',') ?? Object.keys(PARTS)
const world = await benchWorld(Number(values.orders))
let peak = 0
const watching = setInterval(() => (peak = Math.max(peak, world.memory())), 200)
try {
  for (const name of wanted) for (const line of await PARTS[name]!(world)) print(line)
  print({
    what: 'server memory under all of this',
    figures: `${peak.toFixed(0)} MB resident`,
    target: '≤ 350 MB',
    holds: peak <= 350,
  })
} finally {
  clearInterval(watching)
  await world.stop()
}

function print({ what, figures, target, holds }: Line): void {
  console.log(`${holds ? '✓' : '✗'} ${what.padEnd(44)} ${figures.padEnd(64)} target ${target}`)
}
