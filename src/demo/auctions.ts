import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import * as auctions from '#features/auction/contract.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { askInTalk, startTalk } from '#features/auction/contract-talk.ts'
import { compete } from '#features/procurement/methods/compete.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import type { CompanyKey } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import * as buyer from './play/buyer.ts'
import { officeAfter, officeBefore } from './play/office-hours.ts'
import type { TenderPlan } from './play/plan.ts'
import * as supplier from './play/supplier.ts'

/**
 * One auction: when it is published and begins, in ms from now, about, and what is offered how many minutes after the
 * start. Its dates fall into office hours.
 */
interface Scene {
  plan: TenderPlan
  by: 'buyer' | 'agent'
  published: number
  signUpEnd: number
  starts: number
  bidders: readonly Account[]
  offers: readonly (readonly [minutes: number, who: number, price: string])[]
  awarded?: number
  /** Talked over with the first: the price wished for, which it has still to answer. */
  talked?: { at: number; wished: string }
  archived?: number
  /** Declared abortive, because too few took part. */
  abandoned?: number
  /** It is drafted, and no more. */
  isDraft?: true
  /** It goes on while one looks: for some hours, at whatever time of the day. */
  isRunning?: true
}

const THREE: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']

/** An auction's plan: what is bought for at most `price` yuan. */
export function auctionPlan(
  given: Pick<TenderPlan, 'projectName' | 'title' | 'description' | 'items' | 'invited' | 'priceTalk'> & {
    price: string
  },
): TenderPlan {
  const { price, ...rest } = given
  return {
    ...rest,
    regime: 'enterprise',
    category: 'goods',
    region: '江州市',
    funds: '自筹资金',
    budget: price,
    estimatedPrice: price,
    controlPrice: price,
    bond: '0',
    suite: 'intl',
  }
}

type Line = readonly [name: string, spec: string, unit: string, quantity: string, controlPrice: string]

/** An auction of one line. */
function shortPlan(what: string, [unit, quantity, ceiling]: readonly [string, string, string]): TenderPlan {
  return auctionPlan({
    projectName: `江州市第一人民医院${what}采购`,
    title: `${what}竞价采购`,
    description: `采购${what}，含运输安装。`,
    price: String(Number(quantity) * Number(ceiling)),
    items: [item([what, '含安装', unit, quantity, ceiling])],
  })
}

function item([name, spec, unit, quantity, controlPrice]: Line): TenderPlan['items'][number] {
  return { name, spec, unit, quantity, controlPrice }
}

/** Chairs, 96,000 yuan at most. */
export const AUCTION: TenderPlan = auctionPlan({
  projectName: '江州市第一人民医院会议室座椅采购',
  title: '会议室座椅200把竞价采购',
  description: '采购会议室网布座椅200把。',
  price: '96000',
  items: [item(['会议座椅', '网布，可升降，承重120kg', '把', '200', '480'])],
})

/** Desks, 96,000 yuan at most, among three invited suppliers; the price may be talked over. */
export const INVITED_AUCTION: TenderPlan = auctionPlan({
  projectName: '江州市第一人民医院护士站办公家具采购',
  title: '护士站办公家具邀请竞价',
  description: '采购护士站工作台、文件柜，含运输安装。',
  price: '96000',
  invited: ['supplier1', 'supplier2', 'supplier3'],
  priceTalk: true,
  items: [
    item(['护士站工作台', '人造石台面，3.6m', '套', '12', '5000']),
    item(['文件柜', '钢制，五节', '组', '30', '1200']),
  ],
})

/** One in every state: running, awarded, abortive, ended, talked over, about to begin, open for sign-up. */
const SCENES: readonly Scene[] = [
  {
    plan: auctionPlan({
      projectName: '江州市第一人民医院办公电脑更新',
      title: '办公台式电脑120台竞价采购',
      description: '采购办公台式电脑120台，含三年上门保修。',
      price: '540000',
      items: [item(['办公台式电脑', '六核处理器，16GB内存，512GB固态硬盘，23.8英寸显示器', '台', '120', '4500'])],
    }),
    by: 'buyer',
    published: -9 * DAY,
    signUpEnd: -7 * DAY,
    starts: -6 * DAY,
    bidders: ['supplier1', 'supplier2', 'supplier3', 'supplier4'],
    offers: [
      [1, 0, '538000'],
      [4, 2, '530000'],
      [9, 1, '522000'],
      [15, 0, '518000'],
      [22, 2, '509000'],
      [28, 1, '503500'],
      [29, 0, '499000'],
    ],
    awarded: -5 * DAY,
  },
  {
    plan: auctionPlan({
      projectName: '江州市第一人民医院复印纸年度采购',
      title: 'A4复印纸年度竞价采购',
      description: '采购A4复印纸8000包，按月分批送达各院区。',
      price: '176000',
      items: [item(['A4复印纸', '80g，500张/包', '包', '8000', '22'])],
    }),
    by: 'buyer',
    published: -4 * DAY,
    signUpEnd: -2 * DAY,
    starts: -DAY,
    bidders: THREE,
    offers: [
      [2, 1, '174000'],
      [6, 0, '171000'],
      [11, 2, '168500'],
      [18, 1, '166000'],
      [27, 0, '163800'],
      [29, 2, '161500'],
    ],
  },
  {
    plan: INVITED_AUCTION,
    by: 'buyer',
    published: -6 * DAY,
    signUpEnd: -4 * DAY,
    starts: -2 * DAY,
    bidders: THREE,
    offers: [
      [3, 0, '94000'],
      [11, 2, '92500'],
      [21, 1, '90000'],
    ],
    talked: { at: -2 * HOUR, wished: '88000' },
  },
  {
    plan: AUCTION,
    by: 'buyer',
    published: -8 * DAY,
    signUpEnd: -6 * DAY,
    starts: -5.5 * DAY,
    bidders: ['supplier5', 'supplier6'],
    offers: [],
    abandoned: -5 * DAY,
  },
  {
    plan: auctionPlan({
      projectName: '江州市第一人民医院保洁耗材采购',
      title: '保洁耗材年度竞价采购',
      description: '采购垃圾袋、洗手液、擦手纸，按季分批送达。',
      price: '84000',
      items: [item(['擦手纸', '200抽/包', '包', '12000', '7'])],
    }),
    by: 'agent',
    published: -3 * DAY,
    signUpEnd: -2 * DAY,
    starts: -1.5 * DAY,
    bidders: THREE,
    offers: [
      [3, 0, '83000'],
      [12, 1, '80000'],
      [20, 2, '77500'],
    ],
  },
  {
    plan: auctionPlan({
      projectName: '江州市第一人民医院空调采购',
      title: '门诊楼分体空调60台竞价采购',
      description: '采购1.5匹冷暖变频分体空调60台，含安装。',
      price: '216000',
      items: [item(['分体空调', '1.5匹，冷暖变频，一级能效，含安装', '台', '60', '3600'])],
    }),
    by: 'buyer',
    published: -2 * DAY,
    signUpEnd: -2 * HOUR,
    starts: 20 * MINUTE,
    bidders: THREE,
    offers: [],
  },
  {
    plan: auctionPlan({
      projectName: '江州市第一人民医院后勤工装采购',
      title: '后勤工作服竞价采购',
      description: '采购春秋、夏季后勤工作服各400套。',
      price: '128000',
      items: [
        item(['春秋工作服', '涤棉，含绣字', '套', '400', '180']),
        item(['夏季工作服', '涤棉，含绣字', '套', '400', '140']),
      ],
    }),
    by: 'buyer',
    published: -5 * HOUR,
    signUpEnd: 2 * DAY,
    starts: 3 * DAY,
    bidders: ['supplier2'],
    offers: [],
  },
  {
    plan: shortPlan('候诊椅', ['组', '80', '1800']),
    by: 'buyer',
    published: -5 * DAY,
    signUpEnd: -2 * DAY,
    starts: -HOUR,
    bidders: THREE,
    offers: [
      [4, 0, '142000'],
      [16, 2, '139500'],
      [35, 1, '137000'],
    ],
    isRunning: true,
  },
  {
    plan: shortPlan('病房电视机', ['台', '120', '1500']),
    by: 'buyer',
    published: -HOUR,
    signUpEnd: 3 * DAY,
    starts: 4 * DAY,
    bidders: [],
    offers: [],
    isDraft: true,
  },
  {
    plan: shortPlan('电动窗帘', ['套', '60', '1600']),
    by: 'buyer',
    published: -5 * DAY,
    signUpEnd: -3 * DAY,
    starts: -2 * DAY,
    bidders: ['supplier5', 'supplier6'],
    offers: [],
  },
  {
    plan: shortPlan('除湿机', ['台', '40', '2200']),
    by: 'buyer',
    published: -16 * DAY,
    signUpEnd: -14 * DAY,
    starts: -13 * DAY,
    bidders: THREE,
    offers: [
      [3, 0, '87000'],
      [9, 1, '85000'],
      [21, 2, '82000'],
    ],
    awarded: -12 * DAY,
    archived: -10 * DAY,
  },
]

/** The auctions of the demonstration world, as moments of its play. */
export function auctionMoments(
  cast: Cast,
  { began, now }: { began: number; now: () => Date },
): { at: Date; run: () => Promise<void> }[] {
  return SCENES.flatMap((scene) => {
    const live = { orderId: '' }
    const dates = datesOf(scene, began)
    const { published, starts } = dates
    const at = (ms: number, run: () => Promise<void>) => ({ at: new Date(ms), run })
    const tokens = new Map<number, string>()
    const hall = async (who: number) => {
      const client = await cast.as(scene.bidders[who]!)
      const params = { orderId: live.orderId }
      if (!tokens.has(who)) tokens.set(who, (await client.call(auctions.auctionTicket, { params })).token)
      return { client, params, token: tokens.get(who)! }
    }
    const { awarded, archived, abandoned, talked } = scene
    if (scene.isDraft) return [at(published, async () => void (await draftScene(cast, scene, dates)))]
    return [
      at(published, async () => {
        live.orderId = await publishAuction(cast, scene, dates)
      }),
      at(published + HOUR, async () => {
        for (const account of scene.bidders) {
          const { name: contact, mobile } = PEOPLE[account]
          await supplier.signUp(await cast.as(account), live.orderId, { contact, mobile, now: now() })
        }
        if (scene.signUpEnd < 0) await buyer.approveAll(await cast.as(scene.by), live.orderId)
      }),
      ...scene.offers.map(([minutes, who, price]) =>
        at(starts + minutes * MINUTE, async () => {
          const { client, params, token } = await hall(who)
          await client.call(auctions.makeOffer, { params, body: { token, price } })
        }),
      ),
      ...(abandoned === undefined
        ? []
        : [
            at(later(starts, began + abandoned), async () => {
              const body = { reason: '报名通过的供应商不足三家，竞价未能开始' }
              const params = { orderId: live.orderId }
              done(await (await cast.as(scene.by)).call(orders.declareAbortive, { params, body }))
            }),
          ]),
      ...(talked === undefined
        ? []
        : [
            at(later(starts, began + talked.at), async () => {
              const client = await cast.as(scene.by)
              const params = { orderId: live.orderId }
              const { talkId } = await client.call(startTalk, { params, body: {} })
              const body = { price: talked.wished, minutes: 4320, text: '数量较大，望贵单位再予优惠。' }
              await client.call(askInTalk, { params: { ...params, talkId }, body })
            }),
          ]),
      ...(awarded === undefined
        ? []
        : [
            at(later(starts, began + awarded), async () => {
              const client = await cast.as(scene.by)
              const params = { orderId: live.orderId }
              const { candidates, draft } = await client.call(winnerDetail, { params })
              const body = { tradeId: candidates[0]!.tradeId, reason: '', ...draft }
              done(await client.call(publishWinner, { params, body }))
            }),
          ]),
      ...(archived === undefined
        ? []
        : [at(later(starts, began + archived), async () => buyer.archive(await cast.as(scene.by), live.orderId))]),
    ]
  })
}

/** Epoch ms, counted back from the start, which is in the past or in the future as the scene says. */
function datesOf({ published, signUpEnd, starts, isRunning }: Scene, began: number) {
  const start = isRunning ? began + starts : starts <= 0 ? officeBefore(began + starts) : officeAfter(began + starts)
  const end = officeBefore(start - (starts - signUpEnd))
  // In the evening what lies ahead moves to the next day; what has happened has happened, an hour ago at least.
  const latest = officeBefore(began - HOUR)
  return { starts: start, signUpEnd: end, published: Math.min(officeBefore(end - (signUpEnd - published)), latest) }
}

/** In office hours about `at`, and not before the auction is over. */
function later(starts: number, at: number): number {
  return Math.max(officeBefore(at), starts + HOUR)
}

/** Publishes an auction, of half an hour where it is not to run for longer, filling its announcement from the template. Dates in epoch ms. */
export async function publishAuction(
  cast: Cast,
  scene: Pick<Scene, 'plan' | 'by' | 'isRunning'>,
  dates: { signUpEnd: number; starts: number },
): Promise<string> {
  const orderId = await draftScene(cast, scene, dates)
  await buyer.publish(await cast.as(scene.by), orderId)
  return orderId
}

async function draftScene(
  cast: Cast,
  scene: Pick<Scene, 'plan' | 'by' | 'isRunning'>,
  dates: { signUpEnd: number; starts: number },
): Promise<string> {
  const purchaser = scene.by === 'agent' ? 'hospital' : null
  const minutes = scene.isRunning ? 480 : 30
  return (await draftAuction(await cast.as(scene.by), scene.plan, { purchaser, dates, minutes })).orderId
}

/** Project and draft of an auction, its announcement made from the template; dates in epoch ms. */
export async function draftAuction(
  client: HttpClient,
  plan: TenderPlan,
  {
    purchaser,
    dates,
    minutes = 30,
  }: { purchaser: CompanyKey | null; dates: { signUpEnd: number; starts: number }; minutes?: number },
): Promise<{ projectId: string; orderId: string }> {
  const { title, estimatedPrice, controlPrice, bond } = plan
  const projectId = await buyer.createProject(client, plan, purchaser)
  const instant = (ms: number) => new Date(ms).toISOString()
  const fields = {
    projectId,
    method: compete.code,
    admission: plan.invited ? ('invited' as const) : ('open' as const),
    title,
    estimatedPrice,
    controlPrice,
    bond,
    schedule: {
      saleStart: null,
      saleEnd: null,
      signUpEnd: instant(dates.signUpEnd),
      questionEnd: instant(dates.signUpEnd),
      bidEnd: null,
      openAt: instant(dates.starts),
    },
    settings: {
      qualifications: [{ name: '营业执照', required: true }],
      bidFiles: [],
      marks: [],
      delivery: '合同签订后15日内送达并安装调试。',
      auction: {
        step: '1000',
        durationMinutes: minutes,
        windowMinutes: 3,
        maxExtensions: 10,
        priceTalk: plan.priceTalk === true,
      },
    },
  }
  const orderId = await buyer.draftFromTemplate(client, fields, {
    notice: plan.invited ? '邀请书' : '公告',
    invited: plan.invited,
  })
  return { projectId, orderId }
}
