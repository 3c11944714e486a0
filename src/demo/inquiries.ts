import { Exact } from '#contract/money.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { orderRounds, roundLines, startRound } from '#features/inquiry/contract.ts'
import { roundTalks } from '#features/talks/contract-round.ts'
import { publishChange, publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { freightInquiry } from '#features/procurement/methods/freight-inquiry.ts'
import { inquiry } from '#features/procurement/methods/inquiry.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES, type CompanyKey } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import * as buyer from './play/buyer.ts'
import { atParts, draftInquiry, inquiryPlan, publishInquiry, signUp, SPLIT } from './play/inquiry.ts'
import { richText } from './play/documents.ts'
import { officeAfter, officeBefore } from './play/office-hours.ts'
import { holdTalk, answerTalk } from './play/round-talks.ts'
import { giveOpinion, startOpinions } from './play/opinions.ts'
import { QUESTIONED } from './inquiry-questions.ts'
import { INQUIRY_RANGE } from './inquiry-range.ts'
import type { InquiryScene } from './inquiry-scene.ts'
import { NEGOTIATED } from './negotiations.ts'
import { branded, otherProduct } from './offered-products.ts'
import { awaitOpening, awaitRelease, releaseQuoteKeys, submitQuote } from './play/quotes.ts'
import { setQuotePolicy } from '#features/inquiry/contract-policy.ts'
import { openedByTwo } from './play/two-openers.ts'
import * as supplier from './play/supplier.ts'

const THREE: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']

/** One in every state: awarded, too few, to be compared, under review, in its second round, quoting, by an agency; and of freight. */
const SCENES: readonly InquiryScene[] = [
  ...QUESTIONED,
  ...INQUIRY_RANGE,
  ...NEGOTIATED,
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院打印耗材询价采购',
      title: '打印机硒鼓墨盒询价采购',
      description: '采购全院打印机原装硒鼓、墨盒，按需分批送货。',
      price: '98000',
      method: inquiry.code,
      lines: [
        ['硒鼓', '适配 LJ-2655，3000页', '支', '160', '420'],
        ['墨盒', '黑色，1500页', '支', '120', '160'],
        ['墨盒', '彩色套装', '套', '20', '580'],
      ],
    }),
    by: 'buyer',
    published: -12 * DAY,
    deadline: -7 * DAY,
    bidders: ['supplier1', 'supplier2', 'supplier3', 'supplier4'],
    quotes: [
      ['0.94', '0.95', '0.96'],
      ['0.91', '0.93', '0.95'],
      ['0.89', '0.97', '0.9'],
      ['0.97', '0.92', '0.98'],
    ],
    awarded: -6 * DAY,
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院标识标牌采购',
      title: '门诊楼标识标牌询比采购',
      description: '采购门诊楼科室牌、导视牌，含安装。',
      price: '64000',
      lines: [
        ['科室牌', '亚克力，300×120mm', '块', '260', '120'],
        ['导视牌', '铝型材，落地式', '块', '24', '1350'],
      ],
    }),
    by: 'buyer',
    published: -6 * DAY,
    deadline: -DAY,
    bidders: ['supplier4', 'supplier5', 'supplier6'],
    quotes: [['0.9', '0.92']],
  },
  {
    plan: SPLIT,
    by: 'buyer',
    published: -7 * DAY,
    deadline: -DAY,
    bidders: ['supplier1', 'supplier2', 'supplier3', 'supplier4'],
    quotes: [
      ['0.88', '0.93', '0.9', '0.95', '0.86', null],
      ['0.92', '0.87', '0.94', '0.88', '0.97', '0.8'],
      ['0.95', '0.91', '0.82', '0.91', '0.93', '0.86'],
      ['0.9', '0.89', '0.91', null, '0.9', '0.84'],
    ],
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院便携式超声配件采购',
      title: '超声探头及配件询比采购',
      description: '采购便携式超声凸阵探头、线阵探头及配套耗材，含安装调试。',
      price: '268000',
      terms: { brand: 'asked', alternatives: 1 },
      files: { 产品彩页: true, 医疗器械注册证: false },
      lines: [
        ['凸阵探头', '3.5MHz，适配现有主机', '支', '4', '42000'],
        ['线阵探头', '7.5MHz，适配现有主机', '支', '2', '46000'],
        ['耦合剂', '医用，250mL', '瓶', '800', '10'],
      ],
    }),
    by: 'buyer',
    published: -8 * DAY,
    deadline: -2 * DAY,
    bidders: THREE,
    alternatives: { 1: { brand: '佳影', model: 'C5-2', spec: '2–5MHz，含穿刺架', part: '0.84' } },
    quotes: [
      ['0.93', '0.95', '0.9'],
      ['0.95', '0.92', '0.88'],
      ['0.97', '0.96', '0.92'],
    ],
    opinions: { asked: -DAY, due: 2 * DAY, of: ['buyer', 'newbie'] },
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院病区被服更新',
      title: '病区床品询比采购',
      description: '采购病区床单、被套、枕套，含院标印制。',
      price: '312000',
      terms: { rounds: 2, notAbove: 'total' },
      invited: ['supplier1', 'supplier2', 'supplier3'],
      lines: [
        ['床单', '纯棉，1.2m', '条', '1800', '62'],
        ['被套', '纯棉，1.2m', '条', '1800', '88'],
        ['枕套', '纯棉', '只', '2400', '16'],
      ],
    }),
    by: 'buyer',
    published: -9 * DAY,
    deadline: -3 * DAY,
    bidders: THREE,
    quotes: [
      ['0.95', '0.94', '0.96'],
      ['0.92', '0.95', '0.93'],
      ['0.97', '0.91', '0.92'],
    ],
    second: { begins: -2 * DAY, ends: 2 * DAY, among: 2, quoted: [1, ['0.9', '0.9', '0.9']] },
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院手术器械盒采购',
      title: '手术器械盒询比采购',
      description: '采购不锈钢手术器械盒、灭菌托盘，一次送货。',
      price: '86000',
      // Still public when its beginning had to be moved before a weekend.
      terms: { candidateDays: 5 },
      lines: [
        ['器械盒', '304不锈钢，带锁扣', '只', '300', '180'],
        ['灭菌托盘', '304不锈钢，带孔', '只', '200', '160'],
      ],
    }),
    by: 'buyer',
    published: -8 * DAY,
    deadline: -2 * DAY,
    bidders: THREE,
    quotes: [
      ['0.93', '0.95'],
      ['0.9', '0.91'],
      ['0.96', '0.9'],
    ],
    publicised: -DAY,
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院监护仪更新采购',
      title: '病房监护仪询比采购（供应商密钥）',
      description: '采购多参数监护仪及中央站，含安装调试和培训。',
      price: '680000',
      keyMode: 'bidder',
      decryptMinutes: 480,
      lines: [
        ['多参数监护仪', '12.1 寸，六参数', '台', '20', '29000'],
        ['中央监护站', '32 床位', '套', '2', '50000'],
      ],
    }),
    by: 'buyer',
    published: -6 * DAY,
    deadline: -HOUR,
    bidders: THREE,
    quotes: [
      ['0.93', '0.95'],
      ['0.91', '0.97'],
      ['0.95', '0.9'],
    ],
    released: 2,
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院办公用品采购',
      title: '办公用品季度询比采购',
      description: '采购文件夹、签字笔、订书机等办公用品，按季送货。',
      price: '42000',
      terms: { isPartial: true, award: 'item', notAbove: 'line' },
      lines: [
        ['签字笔', '0.5mm，黑色，12支/盒', '盒', '600', '18'],
        ['文件夹', 'A4，双强力夹', '个', '1200', '9'],
        ['订书机', '25页', '台', '150', '28'],
        ['便利贴', '76×76mm，100页', '本', '1500', '4'],
      ],
    }),
    by: 'buyer',
    published: -DAY,
    deadline: 3 * DAY,
    bidders: THREE,
    quotes: [['0.95', '0.9', '0.92', '0.88']],
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院营养餐具采购',
      title: '营养食堂餐具询比采购',
      description: '采购不锈钢餐盘、餐勺、保温桶。',
      price: '58000',
      lines: [
        ['餐盘', '304不锈钢，五格', '只', '1200', '28'],
        ['保温桶', '304不锈钢，30L', '只', '40', '560'],
      ],
    }),
    by: 'agent',
    published: -5 * DAY,
    deadline: -DAY,
    bidders: THREE,
    quotes: [
      ['0.93', '0.92'],
      ['0.9', '0.95'],
      ['0.95', '0.88'],
    ],
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院设备及冷链运输',
      title: '医疗设备及冷链药品运输询比采购',
      description: '委托承运分院搬迁设备和冷链药品，含装卸和在途保险。',
      price: '186000',
      method: freightInquiry.code,
      category: 'services',
      terms: { rounds: 2, isPartial: true, award: 'item', notAbove: 'line' },
      lines: [
        ['大型设备运输', 'CT 机一台，木箱包装，约 4.2 吨', '车次', '4', '12600'],
        ['冷链药品运输', '2～8℃ 全程温控并提供温度记录', '车次', '60', '1450'],
        ['普通物资运输', '办公家具、病床，散装', '车次', '30', '1600'],
      ],
      facts: [
        { from: '江州市老院区', to: '江州市东湖分院', vehicle: '9.6 米气垫车', loading: '每周六 8:00', within: '当日' },
        {
          from: '省医药物流园',
          to: '江州市东湖分院药库',
          vehicle: '4.2 米冷藏车',
          loading: '每日 7:00',
          within: '4 小时',
        },
        { from: '江州市老院区', to: '江州市东湖分院', vehicle: '6.8 米厢式车', loading: '按通知', within: '当日' },
      ],
    }),
    by: 'buyer',
    published: -6 * DAY,
    deadline: -DAY,
    bidders: ['supplier2', 'supplier4', 'supplier6'],
    change: {
      title: '运输询比采购变更公告',
      heading: '变更内容',
      text: '冷链药品运输须逐车提供温度记录原始数据，其余不变。',
    },
    quotes: [
      ['0.93', '0.91', '0.95'],
      ['0.96', '0.88', '0.9'],
      ['0.9', null, '0.92'],
    ],
  },
]

/** The inquiries of the demonstration world, as moments of its play. */
export function inquiryMoments(
  cast: Cast,
  { began, now }: { began: number; now: () => Date },
): { at: Date; run: () => Promise<void> }[] {
  return SCENES.flatMap((scene) => {
    const live = { orderId: '' }
    const { by, bidders, quotes, second, publicised, awarded, opinions, change } = scene
    const isAwaited = scene.released !== undefined
    const office = scene.deadline <= 0 ? officeBefore(began + scene.deadline) : officeAfter(began + scene.deadline)
    // Keys are awaited for some hours only.
    const deadline = isAwaited ? began + scene.deadline : office
    const published = officeBefore(began + scene.published)
    const signUpEnd = officeBefore(deadline - DAY)
    const at = (ms: number, run: () => Promise<void>) => ({ at: new Date(ms), run })
    const owner = () => cast.as(by)
    const dates = { purchaser: by === 'agent' ? ('hospital' as const) : null, signUpEnd, deadline }
    if (scene.isDraft) return [at(published, async () => void (await draftInquiry(await owner(), scene.plan, dates)))]
    const { archived, abandoned } = scene
    return [
      at(published, async () => {
        const publish = async () => (live.orderId = await publishInquiry(await owner(), scene.plan, dates))
        if (isAwaited) await raiseKeys(cast)
        await (scene.isOpenedByTwo ? openedByTwo(cast, publish) : publish())
      }),
      at(published + HOUR, async () => {
        for (const account of bidders) await signUp(cast, live.orderId, { account, now: now() })
        await buyer.approveAll(await owner(), live.orderId)
      }),
      ...(change === undefined
        ? []
        : [
            at(published + HOUR, async () => {
              const content = richText([{ heading: change.heading, paragraphs: [change.text] }])
              const body = { title: change.title, content }
              done(await (await owner()).call(publishChange, { params: { orderId: live.orderId }, body }))
              for (const account of bidders) await supplier.confirmAllNotices(await cast.as(account), live.orderId)
            }),
          ]),
      at(published + 2 * HOUR, async () => {
        for (const [i, parts] of quotes.entries())
          await submitQuote(await cast.as(bidders[i]!), live.orderId, {
            priceOf: atParts(parts),
            by: bidders[i]!,
            lineOf: branded,
            ...(i === 0 && { alternativesOf: (item) => otherProduct(item, scene.alternatives?.[item.line]) }),
          })
      }),
      ...(second === undefined
        ? []
        : [
            at(Math.max(officeBefore(began + second.begins), deadline + HOUR), async () => {
              await awaitOpening(await owner(), live.orderId)
              await beginSecond(await owner(), live.orderId, {
                among: second.among,
                deadline: officeAfter(began + second.ends),
              })
              const [who, parts] = second.quoted
              await submitQuote(await cast.as(bidders[who]!), live.orderId, { priceOf: atParts(parts) })
            }),
          ]),
      ...(isAwaited
        ? [
            at(deadline + 10 * MINUTE, async () => {
              await awaitRelease(await owner(), live.orderId)
              for (const by of bidders.slice(0, scene.released))
                await releaseQuoteKeys(await cast.as(by), live.orderId, { by })
            }),
          ]
        : []),
      ...(opinions === undefined
        ? []
        : [
            at(Math.max(officeBefore(began + opinions.asked), deadline + HOUR), async () => {
              await awaitOpening(await owner(), live.orderId)
              await startOpinions(await owner(), live.orderId, {
                names: opinions.of.map((account) => PEOPLE[account].name),
                deadline: new Date(officeAfter(began + opinions.due)),
              })
              await giveOpinion(await cast.as(opinions.of[0]!), live.orderId)
            }),
          ]),
      ...(scene.talked === undefined
        ? []
        : [
            at(Math.max(officeBefore(began + scene.talked), deadline + HOUR), async () => {
              await awaitOpening(await owner(), live.orderId)
              const { suppliers } = await (await owner()).call(roundTalks, { params: { orderId: live.orderId } })
              const first = COMPANIES[bidders[0] as CompanyKey].name
              const { tradeId } = suppliers.find(({ supplierName }) => supplierName === first)!
              await holdTalk(await owner(), live.orderId, { tradeId, now: now() })
              await answerTalk(await cast.as(bidders[0]!), live.orderId)
            }),
          ]),
      ...(publicised === undefined
        ? []
        : [
            at(Math.max(officeBefore(began + publicised), deadline + HOUR), async () => {
              await awaitOpening(await owner(), live.orderId)
              await buyer.publishCandidates(await owner(), live.orderId)
            }),
          ]),
      ...(awarded === undefined
        ? []
        : [
            at(Math.max(officeBefore(began + awarded), deadline + HOUR), async () => {
              const client = await owner()
              await awaitOpening(client, live.orderId)
              const params = { orderId: live.orderId }
              const { candidates, draft } = await client.call(winnerDetail, { params })
              const body = { tradeId: candidates[0]!.tradeId, reason: '', ...draft }
              done(await client.call(publishWinner, { params, body }))
            }),
          ]),
      ...(archived === undefined
        ? []
        : [at(officeBefore(began + archived), () => owner().then((client) => buyer.archive(client, live.orderId)))]),
      ...(abandoned === undefined
        ? []
        : [
            at(Math.max(officeBefore(began + abandoned), deadline + HOUR), async () => {
              const client = await owner()
              await awaitOpening(client, live.orderId)
              const body = { reason: '报价的供应商不足三家，本次采购终止' }
              done(await client.call(declareAbortive, { params: { orderId: live.orderId }, body }))
            }),
          ]),
    ]
  })
}

/** From an amount on quotes are sealed to their suppliers' own keys. */
async function raiseKeys(cast: Cast): Promise<void> {
  const body = {
    raisedFrom: '500000',
    raisedKey: 'bidder' as const,
    reason: '采购内控制度第十条：大额采购由供应商持有密钥',
  }
  await (await cast.as('admin')).call(setQuotePolicy, { body })
}

/** Among the first of the ranking. */
async function beginSecond(
  owner: HttpClient,
  orderId: string,
  { among, deadline }: { among: number; deadline: number },
): Promise<void> {
  const params = { orderId }
  const { suppliers } = await owner.call(orderRounds, { params })
  const quoted = suppliers.filter(({ total }) => total !== null)
  const tradeIds = quoted
    .toSorted((a, b) => Number(a.total) - Number(b.total))
    .slice(0, among)
    .map(({ tradeId }) => tradeId)
  // The lines that cost most are asked for again, a little below what has been offered.
  const { lines } = await owner.call(roundLines, { params })
  const items = lines.slice(0, 2).map(({ itemId, lowest }) => ({
    itemId,
    target: new Exact(lowest!).times('0.97').toDecimalPlaces(2).toFixed(),
  }))
  const note = '请就床单、被套再次报价，目标单价仅供参考。'
  const body = { tradeIds, deadline: new Date(deadline).toISOString(), isFinal: true, note, items }
  await owner.call(startRound, { params, body })
}
