import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { consultation } from '#features/procurement/methods/consultation.ts'
import { competitiveNegotiation } from '#features/procurement/methods/competitive-negotiation.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { USUAL_PARTS } from '#features/procurement/rules/score-parts.ts'
import * as panel from '#features/panels/contract.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { Cast } from './cast.ts'
import { COMPETITIVE_RANGE } from './competitive-range.ts'
import { type CompetitiveScene, type Stage, STAGES } from './competitive-scene.ts'
import { PUMP_PARTS, PUMPS, STUDY, STUDY_PARTS } from './competitive.ts'
import type { Account } from './people.ts'
import * as buyer from './play/buyer.ts'
import { atParts, draftInquiry, inquiryPlan, publishInquiry, signUp } from './play/inquiry.ts'
import { fitBefore, officeAfter, officeBefore } from './play/office-hours.ts'
import * as panels from './play/panels.ts'
import { awaitOpening, submitQuote } from './play/quotes.ts'

const THREE: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']
const GROUP = { representatives: ['王宁'], experts: ['何清源', '方敏'] }
const MEMBERS: readonly Account[] = ['buyer2', 'expert1', 'expert2']
/** What a further response or final offer comes to, beside the first. */
const LOWER = ['0.93', '0.92', '0.94', '0.95']
const CHANGED = '病房呼叫系统须与床旁信息系统直连；质保期由三年改为五年，合同草案相应条款一并修改。'

/** Both methods in every state: those under review here, what comes before and behind by rows. */
const SCENES: readonly CompetitiveScene[] = [
  ...COMPETITIVE_RANGE,
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
      projectName: '江州市第一人民医院导视系统设计项目',
      title: '院区导视系统设计竞争性磋商采购',
      description: '两个院区的导视系统设计，由供应商提出设计方案，磋商后确定。',
      price: '360000',
      method: consultation.code,
      category: 'services',
      files: { 设计方案: true },
      group: { isOpen: true },
      ways: [...USUAL_PARTS],
      lines: [
        ['导视系统设计', '含现场踏勘与深化', '项', '2', '150000'],
        ['驻场服务', '制作安装期间', '月', '3', '20000'],
      ],
    }),
    bidders: [...THREE, 'supplier4'],
    parts: PUMP_PARTS.map((own) => own.slice(0, 2)),
    published: -19 * DAY,
    deadline: -2 * DAY,
    upTo: 'voting',
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
  return SCENES.flatMap((scene) =>
    fitBefore(0, began, (days) => momentsOf(cast, { ...scene, deadline: scene.deadline - days * DAY }, { began, now })),
  )
}

function momentsOf(cast: Cast, scene: CompetitiveScene, { began, now }: { began: number; now: () => Date }): Moment[] {
  const live: Live = { orderId: '', accounts: new Map() }
  const { plan, bidders, parts, upTo, isAbandoned = false } = scene
  const deadline = scene.deadline <= 0 ? officeBefore(began + scene.deadline) : officeAfter(began + scene.deadline)
  // Where a holiday moves the deadline forward, responses have their lawful days all the same.
  const published = officeBefore(Math.min(began + scene.published, deadline - LEAST))
  const finalEnd = deadline + DAY
  const owner = () => cast.as('buyer')
  const dates = { purchaser: null, signUpEnd: officeBefore(deadline - DAY), deadline }
  const reaches = (stage: Stage) => STAGES.indexOf(upTo) >= STAGES.indexOf(stage)
  const at = (stage: Stage, ms: number, run: () => Promise<void>): Moment[] =>
    reaches(stage) ? [{ at: new Date(ms), run }] : []
  if (upTo === 'draft') return at('draft', published, async () => void (await draftInquiry(await owner(), plan, dates)))
  return [
    ...at('responding', published, async () => {
      live.orderId = await publishInquiry(await owner(), plan, dates)
    }),
    ...at('responding', published + HOUR, async () => {
      for (const account of bidders)
        live.accounts.set(await signUp(cast, live.orderId, { account, now: now() }), account)
      await buyer.approveAll(await owner(), live.orderId)
    }),
    ...at('responding', published + 2 * HOUR, async () => {
      for (const [i, own] of parts.entries())
        await submitQuote(await cast.as(bidders[i]!), live.orderId, { by: bidders[i]!, priceOf: atParts(own) })
    }),
    ...(isAbandoned ? at('responding', officeAfter(deadline + DAY), () => abandon(cast, live)) : []),
    ...at('checking', deadline + HOUR, async () => {
      await check(cast, live, { most: upTo === 'checking' ? 1 : MEMBERS.length })
      if (reaches('talking')) await panels.drawTurns(await owner(), live.orderId, now())
    }),
    ...at('talking', deadline + 3 * HOUR, async () => {
      await talk(cast, live, upTo === 'talking' ? 1 : Infinity)
      if (upTo === 'voting') await vote(cast, live)
      if (upTo === 'changed') await change(cast, live, officeAfter(began + 3 * DAY))
      if (reaches('scoring')) await offer(cast, live, { bidders, deadline: finalEnd })
    }),
    ...at('scoring', finalEnd + HOUR, () => scoreOffers(cast, live, upTo === 'scoring' ? 1 : Infinity)),
    ...at('reported', finalEnd + 2 * HOUR, () => report(cast, live)),
    ...at('publicised', finalEnd + 3 * HOUR, async () => {
      await buyer.publishCandidates(await owner(), live.orderId)
    }),
    ...at('awarded', officeAfter(finalEnd + PUBLIC), async () => buyer.award(await owner(), live.orderId)),
    ...at('archived', officeAfter(finalEnd + PUBLIC + DAY), async () => buyer.archive(await owner(), live.orderId)),
  ]
}

/** An order while it is played. */
interface Live {
  orderId: string
  accounts: Map<string, Account>
}

/** As long as responses to a consultation take at least, and a day. */
const LEAST = 11 * DAY

/** Longer than any publicity of candidates, with a weekend and a holiday in between. */
const PUBLIC = 8 * DAY

const membersOf = (cast: Cast) => Promise.all(MEMBERS.map((account) => cast.as(account)))

async function abandon(cast: Cast, { orderId }: Live): Promise<void> {
  const body = { reason: '提交响应文件的供应商不足规定家数，本次采购终止' }
  done(await (await cast.as('buyer')).call(declareAbortive, { params: { orderId }, body }))
}

/** The group is composed, and so many of its members have judged the responses. */
async function check(cast: Cast, { orderId }: Live, { most }: { most: number }): Promise<void> {
  const owner = await cast.as('buyer')
  await awaitOpening(owner, orderId)
  await panels.beginPanel(owner, orderId, GROUP)
  const members = await membersOf(cast)
  for (const member of members) await panels.declare(member, orderId)
  for (const member of members.slice(0, most)) await panels.judgeResponses(member, orderId)
}

async function talk(cast: Cast, { orderId, accounts }: Live, most: number): Promise<void> {
  const owner = await cast.as('buyer')
  await panels.awaitTurns(owner, orderId)
  await panels.holdTalks(owner, orderId, { supplierOf: (tradeId) => cast.as(accounts.get(tradeId)!), most })
}

async function offer(
  cast: Cast,
  { orderId }: Live,
  { bidders, deadline }: { bidders: readonly Account[]; deadline: number },
): Promise<void> {
  const body = { deadline: new Date(deadline).toISOString() }
  await (await cast.as('buyer')).call(panel.callFinalOffers, { params: { orderId }, body })
  for (const [i, by] of bidders.entries()) await submitQuote(await cast.as(by), orderId, { by, ...lowered(i) })
}

/** Final offers are open; where the method scores, so many members have handed in their marks. */
async function scoreOffers(cast: Cast, { orderId }: Live, most: number): Promise<void> {
  const owner = await cast.as('buyer')
  await awaitOpening(owner, orderId, 2)
  const { decides } = await owner.call(panel.panelDesk, { params: { orderId } })
  const scores = decides === 'score'
  await panels.awaitStage(owner, orderId, scores ? 'scoring' : 'reporting')
  if (scores)
    for (const [i, member] of (await membersOf(cast)).slice(0, most).entries())
      await panels.score(member, orderId, 0.95 - i * 0.05)
}

async function report(cast: Cast, { orderId }: Live): Promise<void> {
  const body = { note: '各供应商的响应满足采购需求，按排名推荐成交候选人。' }
  await (await cast.as('buyer')).call(panel.makePanelReport, { params: { orderId }, body })
  for (const member of await membersOf(cast)) await panels.signReport(member, orderId)
}

/** Members are asked which solutions go on, and one has voted. */
async function vote(cast: Cast, { orderId }: Live): Promise<void> {
  await (await cast.as('buyer')).call(panel.callVote, { params: { orderId } })
  const [first] = await membersOf(cast)
  await panels.vote(first!, orderId)
}

/** Every line a little below its ceiling, as far as this bidder goes. */
function lowered(i: number): { priceOf: ReturnType<typeof atParts> } {
  return { priceOf: atParts(Array.from({ length: 10 }, () => LOWER[i]!)) }
}

/** The group changes demands, and the purchaser's representative agrees: new responses are due. */
async function change(cast: Cast, { orderId }: Live, deadline: number): Promise<void> {
  const params = { orderId }
  const [representative, expert] = await membersOf(cast)
  const body = {
    kinds: ['technical' as const, 'contract' as const],
    content: CHANGED,
    deadline: new Date(deadline + MINUTE).toISOString(),
  }
  const { version } = await expert!.call(panel.proposeChange, { params, body })
  await representative!.call(panel.decideChange, { params: { ...params, version }, body: { agreed: true, reason: '' } })
}
