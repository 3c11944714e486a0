import type { Bundle, BundleContent } from '#features/review-hall/rules/bundle.ts'
import { recompute, sealed } from '#features/review-hall/rules/replay.ts'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import type { Written } from './zip-writer.ts'

/* What an operator may alter in one member of an archive, each member whole in itself: another member says otherwise. */

// oxlint-disable-next-line typescript/no-explicit-any -- files of an archive, altered at places that its own form gives
type Files = (path: string) => any

export interface Disagreement {
  what: string
  /** Alters files in place, as JSON. */
  alter: (file: Files) => void
  /** The check that names it. */
  check: string
}

const LATER = '2027-01-09T09:00:00.000Z'

/** A review told anew: altered, its results computed from that, and hashed. */
function retold(file: Files, change: (content: BundleContent) => void): void {
  const bundle = file('review/bundle.json') as Bundle
  const { digests: _, hash: __, ...content } = bundle
  change(content)
  Object.assign(bundle, sealed({ ...content, results: recompute(content) }))
}

/** A higher price, in the same writing. */
const raised = (price: string) => price.replace(/^\d+/, (whole) => String(Number(whole) + 1))

/** Of the archive of the concluded tender. */
export const DISAGREEMENTS: readonly Disagreement[] = [
  {
    what: 'the amount of the bond',
    alter: (file) => (file('order/bonds.json').amount = '1000.00'),
    check: 'same-bonds',
  },
  { what: 'the deadline of the bond', alter: (file) => (file('order/bonds.json').bidEnd = LATER), check: 'same-bonds' },
  {
    what: 'the terms of the bond',
    alter: (file) => (file('order/bonds.json').terms.daysBefore = 3),
    check: 'same-bonds',
  },
  { what: 'candidates of the bond', alter: (file) => file('order/bonds.json').candidates.pop(), check: 'same-bonds' },
  {
    what: 'the bond in order and bonds alike',
    alter: (file) => (file('order/bonds.json').amount = file('order/order.json').bond = '1000.00'),
    check: 'same-order',
  },
  {
    what: 'the deadline in order, versions and bonds alike',
    alter: (file) => {
      file('order/bonds.json').bidEnd = file('order/order.json').bid_end = LATER
      file('order/schedule-versions.json').final.bidEnd = LATER
    },
    check: 'same-schedule',
  },
  {
    what: 'a version of the times',
    alter: (file) => (file('order/schedule-versions.json').versions[0].schedule.saleEnd = LATER),
    check: 'same-schedule',
  },
  {
    what: 'the ceiling',
    alter: (file) => (file('order/order.json').control_price = '6900000.00'),
    check: 'same-order',
  },
  {
    what: 'the terms of the bond in order and bonds alike',
    alter: (file) => {
      file('order/bonds.json').terms.daysBefore = 3
      file('order/order.json').settings.bond.daysBefore = 3
    },
    check: 'same-order',
  },
  { what: 'a quantity', alter: (file) => (file('order/items.json')[0].quantity = '1'), check: 'same-order' },
  { what: 'the title', alter: (file) => (file('order/order.json').title = '另一项目'), check: 'same-order' },
  {
    what: 'the company of a supplier',
    alter: (file) => (file('sign-ups/sign-ups.json')[0].supplier_company_id = 'x'),
    check: 'same-suppliers',
  },
  {
    what: 'a price on the sheet',
    alter: (file) => {
      const [row] = file('opening/opening-sheet.json').rows
      row.amount = raised(row.amount)
    },
    check: 'same-opening',
  },
  {
    what: 'the price that a review began with',
    alter: (file) =>
      retold(file, ({ bids: [bid] }) => {
        bid!.opening = bid!.price = raised(bid!.opening!)
      }),
    check: 'same-opening',
  },
  {
    what: 'the ceiling of a review',
    alter: (file) => retold(file, ({ order }) => (order.controlPrice = '6900000.00')),
    check: 'same-review',
  },
  {
    what: 'the full mark of an item',
    alter: (file) =>
      retold(file, ({ ways }) => {
        ways.find(({ itemKind, items }) => itemKind === 2 && items.length > 0)!.items[0]!.fullMark = '20.00'
      }),
    check: 'same-review',
  },
  {
    what: 'the marks for the price',
    alter: (file) =>
      retold(
        file,
        ({ ways }) => ((ways.find((way) => way.isAutomatic)!.params as { fullMarks: string }).fullMarks = '40'),
      ),
    check: 'same-review',
  },
  {
    what: 'a total in the report',
    alter: (file) => (file('review/report.json').ranking[0].total = '96.00'),
    check: 'same-report',
  },
  {
    what: 'a price in the report',
    alter: (file) => (file('review/report.json').bidders[0].evaluatedPrice = '1.00'),
    check: 'same-report',
  },
  {
    what: 'the price of a candidate',
    alter: (file) => (file('order/candidates.json')[0].price = '1.00'),
    check: 'same-candidates',
  },
  {
    what: 'the score of a candidate',
    alter: (file) => (file('order/candidates.json')[1].score = '99.00'),
    check: 'same-candidates',
  },
  {
    what: 'the price of a candidate in all versions alike',
    alter: (file) => {
      file('order/candidates.json')[0].price = '1.00'
      file('order/result-versions.json').candidates[0].rows[0].price = '1.00'
    },
    check: 'same-candidates',
  },
  {
    what: 'a candidate left out',
    alter: (file) => {
      file('order/candidates.json').pop()
      file('order/result-versions.json').candidates[0].rows.pop()
      file('order/bonds.json').candidates.pop()
    },
    check: 'same-candidates',
  },
  {
    what: 'the price of the winner',
    alter: (file) => {
      file('order/award.json')[0].price = '1.00'
      file('order/result-versions.json').award[0].rows[0].price = '1.00'
    },
    check: 'same-award',
  },
  {
    what: 'the price of a line',
    alter: (file) => (file('order/award.json')[0].lines[0].unitPrice = '1'),
    check: 'same-award',
  },
  {
    what: 'the winner',
    alter: (file) => {
      const [, second] = file('order/candidates.json')
      Object.assign(file('order/award.json')[0], { trade_id: second.tradeId, name: second.supplierName })
      Object.assign(file('order/result-versions.json').award[0].rows[0], { tradeId: second.tradeId })
    },
    check: 'same-award',
  },
]

/** The members with what a disagreement alters. */
export function disagreed(members: readonly Written[], { alter }: Disagreement): Written[] {
  const opened = new Map<string, unknown>()
  alter((path) => {
    const whole = `${MACHINE}/${path}`
    if (!opened.has(whole))
      opened.set(whole, JSON.parse(members.find((member) => member.path === whole)!.content.toString()))
    return opened.get(whole)
  })
  return members.map((member) =>
    opened.has(member.path)
      ? { path: member.path, content: Buffer.from(JSON.stringify(opened.get(member.path), null, 2)) }
      : member,
  )
}
