import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { createSaleVariety } from '#features/sales/contract.ts'
import type { Cast } from './cast.ts'
import { type Account, PEOPLE } from './people.ts'
import * as buyer from './play/buyer.ts'
import { officeAfter, officeBefore } from './play/office-hours.ts'
import { itemsOf } from './play/plan.ts'
import * as play from './play/sales.ts'
import * as supplier from './play/supplier.ts'

/** A sale: its dates in ms from now, about; offers by how many minutes after the start. */
interface Scene {
  plan: play.SalePlan
  by: 'buyer' | 'agent'
  published: number
  signUpEnd: number
  starts: number
  bidders: readonly Account[]
  offers: readonly (readonly [minutes: number, who: number, price: string])[]
  /** What became of it, in ms from now: each follows on the one before. */
  awarded?: number
  paid?: number
  /** What left the gate; the winner has not answered yet where `settled` is left out. */
  handedOver?: { at: number; share: string }
  settled?: number
}

const TWO: readonly Account[] = ['supplier1', 'supplier2']

/** Steel frames by weight, above a secret reserve. */
export const SCRAP: play.SalePlan = {
  title: '报废钢架竞价销售',
  description: '西院旧病房楼拆下的钢架约50吨，露天堆放，自提。',
  items: itemsOf([['报废钢架', '露天堆放', '吨', '50', '2000']]),
  startPrice: '100000',
  reserve: '120000',
  terms: { paymentDays: 5, pickUpDays: 10, viewing: '工作日上午，西院仓库', isWeighed: true, nextBidder: true },
}

const AS_IT_STANDS = { paymentDays: 5, pickUpDays: 15, viewing: '工作日，需预约', nextBidder: false }

/** One in every state: signed up for, ended, waiting for payment, for an answer to a note, settled and filed. */
const SCENES: readonly Scene[] = [
  {
    plan: {
      title: '闲置病床80张竞价销售',
      description: '更新换下的手摇病床80张，整体销售，自提。',
      items: itemsOf([['手摇病床', '使用满8年', '张', '80', '300']]),
      startPrice: '24000',
      terms: AS_IT_STANDS,
    },
    by: 'buyer',
    published: -4 * HOUR,
    signUpEnd: 3 * DAY,
    starts: 4 * DAY,
    bidders: ['supplier2'],
    offers: [],
  },
  {
    plan: {
      title: '报废空调120台竞价销售',
      description: '门诊楼更新换下的分体空调，含室外机，整体销售，自提。',
      items: itemsOf([['报废分体空调', '含室外机', '台', '120', '250']]),
      startPrice: '30000',
      reserve: '36000',
      terms: AS_IT_STANDS,
    },
    by: 'agent',
    published: -4 * DAY,
    signUpEnd: -2 * DAY,
    starts: -DAY,
    bidders: TWO,
    offers: [
      [3, 0, '30000'],
      [12, 1, '34000'],
      [21, 0, '38000'],
    ],
  },
  {
    plan: {
      title: '废旧办公家具竞价销售',
      description: '行政楼换下的办公桌椅一批，整体销售，自提。',
      items: itemsOf([['办公桌椅', '桌60张，椅90把', '批', '1', '15000']]),
      startPrice: '15000',
      terms: AS_IT_STANDS,
    },
    by: 'buyer',
    published: -7 * DAY,
    signUpEnd: -5 * DAY,
    starts: -4 * DAY,
    bidders: TWO,
    offers: [
      [2, 1, '15000'],
      [9, 0, '18000'],
    ],
    awarded: -3 * DAY,
  },
  {
    plan: SCRAP,
    by: 'buyer',
    published: -12 * DAY,
    signUpEnd: -10 * DAY,
    starts: -9 * DAY,
    bidders: TWO,
    offers: [
      [1, 0, '100000'],
      [8, 1, '112000'],
      [19, 0, '125000'],
    ],
    awarded: -8 * DAY,
    paid: -6 * DAY,
    handedOver: { at: -2 * DAY, share: '0.4' },
  },
  {
    plan: {
      title: '废旧纸箱竞价销售',
      description: '物资库拆下的纸箱约20吨，按过磅数量结算，自提。',
      items: itemsOf([['废旧纸箱', '压扁捆扎', '吨', '20', '900']]),
      startPrice: '18000',
      terms: { ...AS_IT_STANDS, isWeighed: true },
    },
    by: 'buyer',
    published: -20 * DAY,
    signUpEnd: -18 * DAY,
    starts: -17 * DAY,
    bidders: TWO,
    offers: [
      [5, 1, '18000'],
      [15, 0, '20000'],
    ],
    awarded: -16 * DAY,
    paid: -14 * DAY,
    handedOver: { at: -12 * DAY, share: '0.98' },
    settled: -11 * DAY,
  },
]

/** Varieties that the hospital sells again and again. */
const VARIETIES = [
  { name: '报废钢架', unit: '吨' },
  { name: '废旧纸箱', unit: '吨' },
  { name: '废矿物油', unit: '千克', qualification: '危险废物经营许可证' },
]

/** The sales of the demonstration world, as moments of its play. */
export function saleMoments(
  cast: Cast,
  { began, now }: { began: number; now: () => Date },
): { at: Date; run: () => Promise<void> }[] {
  const varieties = async () => {
    const seller = await cast.as('buyer')
    for (const body of VARIETIES) await seller.call(createSaleVariety, { body })
  }
  return [
    { at: new Date(officeBefore(began - 25 * DAY)), run: varieties },
    ...SCENES.flatMap((scene) => momentsOf(cast, scene, { began, now })),
  ]
}

function momentsOf(cast: Cast, scene: Scene, { began, now }: { began: number; now: () => Date }) {
  const live = { orderId: '' }
  const { plan, by, bidders, offers, awarded, paid, handedOver, settled } = scene
  const starts = scene.starts <= 0 ? officeBefore(began + scene.starts) : officeAfter(began + scene.starts)
  const signUpEnd = officeBefore(starts - (scene.starts - scene.signUpEnd))
  // In the evening what lies ahead moves to the next day; what has happened has happened, an hour ago at least.
  const published = Math.min(officeBefore(signUpEnd - (scene.signUpEnd - scene.published)), officeBefore(began - HOUR))
  const seller = () => cast.as(by)
  /** The winner is whoever made the last offer. */
  const winner = () => cast.as(bidders[offers.at(-1)![1]]!)
  /** A number that no other sale has: one that is recorded again is refused. */
  const slipOf = (kind: string) => `${kind} ${live.orderId.slice(-6).toUpperCase()}`
  const moments: { at: Date; run: () => Promise<void> }[] = []
  const at = (ms: number, run: () => Promise<void>) => void moments.push({ at: new Date(ms), run })
  /** Behind the auction, and behind what came before. */
  const after = (ms: number | undefined, run: () => Promise<void>) => {
    if (ms !== undefined) at(Math.max(officeBefore(began + ms), moments.at(-1)!.at.getTime() + HOUR), run)
  }
  at(published, async () => {
    const purchaser = by === 'agent' ? 'hospital' : null
    live.orderId = await play.draftSale(await seller(), plan, { purchaser, dates: { signUpEnd, starts } })
    await buyer.publish(await seller(), live.orderId)
  })
  at(published + HOUR, async () => {
    for (const account of bidders) {
      const { name: contact, mobile } = PEOPLE[account]
      await supplier.signUp(await cast.as(account), live.orderId, { contact, mobile, now: now() })
    }
    if (scene.signUpEnd < 0) await buyer.approveAll(await seller(), live.orderId)
  })
  for (const [minutes, who, price] of offers)
    at(starts + minutes * MINUTE, async () => play.offerFor(await cast.as(bidders[who]!), live.orderId, price))
  after(awarded, async () => play.awardSale(await seller(), live.orderId))
  after(paid, async () => play.recordPrice(await seller(), live.orderId, slipOf('银行回单')))
  after(handedOver?.at, async () => {
    await play.handOver(await seller(), live.orderId, { at: now(), share: handedOver!.share })
  })
  after(settled, async () => {
    await play.confirmNotes(await winner(), live.orderId)
    await play.settleGoods(await seller(), live.orderId, slipOf('退款回单'))
  })
  after(settled === undefined ? undefined : settled + DAY, async () => buyer.archive(await seller(), live.orderId))
  return moments
}
