import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { consultation } from '#features/procurement/methods/consultation.ts'
import { competitiveNegotiation } from '#features/procurement/methods/competitive-negotiation.ts'
import { USUAL_PARTS } from '#features/procurement/rules/score-parts.ts'
import * as panel from '#features/panels/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { PUMP_PARTS, PUMPS, STUDY, STUDY_PARTS } from './competitive.ts'
import type { Account } from './people.ts'
import * as buyer from './play/buyer.ts'
import { atParts, type InquiryPlan, inquiryPlan, publishInquiry, signUp } from './play/inquiry.ts'
import { officeAfter, officeBefore } from './play/office-hours.ts'
import * as panels from './play/panels.ts'
import { awaitOpening, submitQuote } from './play/quotes.ts'

/** One order that a group reviews: its dates in ms from now, about, and how far its play goes. */
interface CompetitiveScene {
  plan: InquiryPlan
  bidders: readonly Account[]
  /** By bidder who responds: each line's part of its ceiling. */
  parts: readonly (readonly string[])[]
  published: number
  deadline: number
  upTo: 'responding' | 'checking' | 'talking' | 'changed' | 'final' | 'scoring' | 'publicised'
}

const THREE: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']
const GROUP = { representatives: ['王宁'], experts: ['何清源', '方敏'] }
const MEMBERS: readonly Account[] = ['buyer2', 'expert1', 'expert2']
/** What a further response or final offer comes to, beside the first. */
const LOWER = ['0.93', '0.92', '0.94', '0.95']
const CHANGED = '输液泵须支持与床旁信息系统直连；质保期由三年改为五年，合同草案相应条款一并修改。'

/** Both methods, each in several states. */
const SCENES: readonly CompetitiveScene[] = [
  {
    plan: PUMPS,
    bidders: [...THREE, 'supplier4'],
    parts: PUMP_PARTS,
    published: -16 * DAY,
    deadline: -6 * DAY,
    upTo: 'publicised',
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院病房智能化改造项目',
      title: '病房智能化改造竞争性谈判采购',
      description: '改造两个病区的呼叫、门禁和信息发布系统，含安装调试。',
      price: '1260000',
      method: competitiveNegotiation.code,
      files: { 响应文件: true },
      lines: [
        ['病房呼叫系统', '含床头终端与护士站主机', '套', '2', '360000'],
        ['信息发布与门禁', '含管线与调试', '套', '2', '260000'],
      ],
    }),
    bidders: THREE,
    parts: STUDY_PARTS,
    published: -15 * DAY,
    deadline: -3 * DAY,
    upTo: 'changed',
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院检验标本物流服务项目',
      title: '检验标本院内物流竞争性谈判采购',
      description: '采购院内检验标本运送服务一年，含温控与追溯。',
      price: '540000',
      method: competitiveNegotiation.code,
      category: 'services',
      files: { 响应文件: true },
      lines: [
        ['标本运送', '两院区，每日四班', '月', '12', '36000'],
        ['应急运送', '按次计', '次', '180', '500'],
      ],
    }),
    bidders: THREE,
    parts: STUDY_PARTS,
    published: -14 * DAY,
    deadline: -2 * DAY,
    upTo: 'checking',
  },
  { plan: STUDY, bidders: THREE, parts: STUDY_PARTS, published: -24 * DAY, deadline: -5 * DAY, upTo: 'scoring' },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院科研数据平台项目',
      title: '科研数据平台竞争性磋商采购',
      description: '采购临床科研数据平台软件及三年维护，方案由供应商响应。',
      price: '880000',
      method: consultation.code,
      category: 'goods',
      files: { 响应方案: true },
      group: { minutes: 45 },
      ways: [...USUAL_PARTS],
      lines: [
        ['平台软件', '含授权与部署', '套', '1', '640000'],
        ['维护服务', '三年', '年', '3', '80000'],
      ],
    }),
    bidders: THREE,
    parts: STUDY_PARTS,
    published: -20 * DAY,
    deadline: -2 * DAY,
    upTo: 'talking',
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院营养膳食服务项目',
      title: '患者营养膳食服务竞争性磋商采购',
      description: '采购住院患者营养膳食制作与配送服务一年。',
      price: '480000',
      method: consultation.code,
      category: 'services',
      files: { 响应方案: true },
      ways: [...USUAL_PARTS],
      lines: [['膳食服务', '普通与治疗膳食，按床日计', '床日', '19200', '25']],
    }),
    bidders: THREE,
    parts: [['0.98']],
    published: -4 * DAY,
    deadline: 9 * DAY,
    upTo: 'responding',
  },
]

type Moment = { at: Date; run: () => Promise<void> }

/** The competitive negotiations and consultations of the demonstration world, as moments of its play. */
export function competitiveMoments(cast: Cast, { began, now }: { began: number; now: () => Date }): Moment[] {
  return SCENES.flatMap((scene) => momentsOf(cast, scene, { began, now }))
}

function momentsOf(cast: Cast, scene: CompetitiveScene, { began, now }: { began: number; now: () => Date }): Moment[] {
  const live: { orderId: string; accounts: Map<string, Account> } = { orderId: '', accounts: new Map() }
  const { plan, bidders, parts, upTo } = scene
  const deadline = scene.deadline <= 0 ? officeBefore(began + scene.deadline) : officeAfter(began + scene.deadline)
  const published = officeBefore(began + scene.published)
  const at = (ms: number, run: () => Promise<void>): Moment => ({ at: new Date(ms), run })
  const owner = () => cast.as('buyer')
  const members = () => Promise.all(MEMBERS.map((account) => cast.as(account)))
  const supplierOf = (tradeId: string) => cast.as(live.accounts.get(tradeId)!)
  const isPast = upTo !== 'responding'
  const finalEnd = upTo === 'final' ? officeAfter(began + 2 * DAY) : deadline + DAY
  const hasFinal = upTo === 'final' || upTo === 'scoring' || upTo === 'publicised'
  return [
    at(published, async () => {
      const dates = { purchaser: null, signUpEnd: officeBefore(deadline - DAY), deadline }
      live.orderId = await publishInquiry(await owner(), plan, dates)
    }),
    at(published + HOUR, async () => {
      for (const account of bidders)
        live.accounts.set(await signUp(cast, live.orderId, { account, now: now() }), account)
      await buyer.approveAll(await owner(), live.orderId)
    }),
    at(published + 2 * HOUR, async () => {
      for (const [i, own] of parts.entries())
        await submitQuote(await cast.as(bidders[i]!), live.orderId, { by: bidders[i]!, priceOf: atParts(own) })
    }),
    ...(isPast
      ? [
          at(deadline + HOUR, async () => {
            const { orderId } = live
            await awaitOpening(await owner(), orderId)
            await panels.beginPanel(await owner(), orderId, GROUP)
            for (const member of await members()) await panels.declare(member, orderId)
            const judging = (await members()).slice(0, upTo === 'checking' ? 1 : MEMBERS.length)
            for (const member of judging) await panels.judgeResponses(member, orderId)
            if (upTo !== 'checking') await panels.drawTurns(await owner(), orderId, now())
          }),
        ]
      : []),
    ...(isPast && upTo !== 'checking'
      ? [
          at(deadline + 3 * HOUR, async () => {
            const { orderId } = live
            await panels.awaitTurns(await owner(), orderId)
            await panels.holdTalks(await owner(), orderId, { supplierOf, ...(upTo === 'talking' && { most: 1 }) })
            if (upTo === 'changed') await change(await members(), orderId, officeAfter(began + 3 * DAY))
            if (!hasFinal) return
            const body = { deadline: new Date(finalEnd).toISOString() }
            await (await owner()).call(panel.callFinalOffers, { params: { orderId }, body })
            const offering = upTo === 'final' ? bidders.slice(0, 1) : bidders
            for (const [i, by] of offering.entries())
              await submitQuote(await cast.as(by), orderId, { by, ...lowered(i) })
          }),
        ]
      : []),
    ...(upTo === 'scoring' || upTo === 'publicised'
      ? [
          at(finalEnd + HOUR, async () => {
            const { orderId } = live
            await awaitOpening(await owner(), orderId, 2)
            await panels.awaitStage(await owner(), orderId, upTo === 'scoring' ? 'scoring' : 'reporting')
            if (upTo === 'scoring') return panels.score((await members())[1]!, orderId, 0.9)
            const body = { note: '各供应商的响应满足采购需求，按最后报价由低到高推荐成交候选人。' }
            await (await owner()).call(panel.makePanelReport, { params: { orderId }, body })
            for (const member of await members()) await panels.signReport(member, orderId)
            await buyer.publishCandidates(await owner(), orderId)
          }),
        ]
      : []),
  ]
}

/** Every line a little below its ceiling, as far as this bidder goes. */
function lowered(i: number): { priceOf: ReturnType<typeof atParts> } {
  return { priceOf: atParts(Array.from({ length: 10 }, () => LOWER[i]!)) }
}

/** The group changes demands, the purchaser's representative agrees, and one supplier has responded anew. */
async function change(members: readonly HttpClient[], orderId: string, deadline: number): Promise<void> {
  const params = { orderId }
  const [representative, expert] = members
  const body = {
    kinds: ['technical' as const, 'contract' as const],
    content: CHANGED,
    deadline: new Date(deadline + MINUTE).toISOString(),
  }
  const { version } = await expert!.call(panel.proposeChange, { params, body })
  await representative!.call(panel.decideChange, { params: { ...params, version }, body: { agreed: true, reason: '' } })
}
