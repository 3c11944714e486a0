import { DAY, HOUR } from '#contract/time.ts'
import { answerObjection } from '#features/procurement/contract/objection.ts'
import * as supplierCalls from '#features/procurement/contract/supplier.ts'
import * as orderCalls from '#features/procurement/contract/order.ts'
import { settle } from '#server/events.ts'
import type { System } from '#server/system.ts'
import { dayOf } from '#features/procurement/rules/legal-calendar-days.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import type { Cast } from './cast.ts'
import { askForReturns, giveBond, signContract, transferLate } from './bonds.ts'
import { COMPANIES } from './companies.ts'
import { demoKey } from './keys.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'
import { payFeeIfDue } from './play/document-fee.ts'
import * as buyer from './play/buyer.ts'
import { pdfOf } from './play/documents.ts'
import { openAndDecrypt, readAndEnd, readFirst } from './play/opening.ts'
import { courseOf, officeBefore } from './play/office-hours.ts'
import type { TenderPlan } from './play/plan.ts'
import * as review from './play/review.ts'
import { playDialog, playRound } from './play/review-dialog.ts'
import * as supplier from './play/supplier.ts'
import { together } from './play/together.ts'
import { SCENES, type Scene, type Stage, STAGES } from './tender-scenes.ts'
import { PLANS } from './tenders.ts'

const SEATS: readonly Account[] = ['expert1', 'expert2', 'expert3', 'expert4', 'expert7']
const RATIOS = ['0.93', '0.9', '0.96', '0.98', '0.91', '0.95']

/** Something that is done at an instant of the demonstration's clock. */
export interface Moment {
  at: Date
  run: () => Promise<void>
}

/** One tender while it is played. */
interface Live {
  scene: Scene
  orderId: string
  trades: Map<Account, string>
}

/** Tenders in every state, as moments. `began`: when the demonstration was made, ms. */
export function tenderMoments(system: System, cast: Cast, began: number): Moment[] {
  const playing = new Playing(system, cast, began)
  return SCENES.flatMap((scene) => playing.scene(scene))
}

class Playing {
  readonly #system: System
  readonly #cast: Cast
  readonly #began: number

  constructor(system: System, cast: Cast, began: number) {
    this.#system = system
    this.#began = began
    this.#cast = cast
  }

  scene(scene: Scene): Moment[] {
    const { start, signUp, ask, bid, deadline, schedule } = courseOf(this.#began, scene.published)
    const live: Live = { scene, orderId: '', trades: new Map() }
    const reach = STAGES.indexOf(scene.stage)
    // A hall to walk into has its window open, also when the deadline lies before a night or a weekend.
    const opened = scene.stage === 'decrypting' ? Math.max(deadline, this.#began - HOUR) : deadline
    // The same for a publicity that runs.
    const lately = scene.stage === 'candidates' ? this.#began - 2.5 * DAY : 0
    const candidates = scene.isObjected ? noonBefore(this.#began, 4) : Math.max(deadline + HOUR, lately)
    const upTo = (stage: Stage) =>
      reach >= STAGES.indexOf(stage) ||
      (scene.stage === 'abortive' && STAGES.indexOf(stage) <= STAGES.indexOf('to-open'))
    const at = (ms: number, run: () => Promise<void>): Moment => ({ at: new Date(ms), run })
    return [
      at(start, () => this.#publish(live, schedule)),
      ...(upTo('sign-up') ? [at(signUp, () => this.#signUp(live, upTo('bidding')))] : []),
      ...(upTo('bidding') ? [at(ask, () => this.#ask(live)), at(bid, () => this.#bid(live))] : []),
      ...(upTo('decrypting') && scene.stage !== 'abortive' ? [at(opened, () => this.#open(live))] : []),
      ...(upTo('announcing') && scene.stage !== 'abortive' ? [at(opened + HOUR / 2, () => this.#read(live))] : []),
      ...(upTo('reviewing') && scene.stage !== 'abortive' ? [at(opened + HOUR, () => this.#review(live))] : []),
      ...(upTo('candidates') && scene.stage !== 'abortive' ? [at(candidates, () => this.#candidates(live))] : []),
      ...(scene.isObjected ? this.#objections(live, at) : []),
      ...(upTo('awarded') && scene.stage !== 'abortive'
        ? [at(officeBefore(deadline + 12 * DAY), () => this.#award(live))]
        : []),
      ...(upTo('archived') && scene.stage !== 'abortive'
        ? [at(officeBefore(deadline + 13 * DAY), () => this.#archive(live))]
        : []),
      ...(scene.stage === 'abortive' ? [at(deadline + HOUR, () => this.#abort(live))] : []),
    ].filter((moment) => moment.at.getTime() <= this.#began)
  }

  async #publish(live: Live, schedule: ScheduleInput): Promise<void> {
    const client = await this.#cast.as(live.scene.by)
    const { plan: name, documentFee } = live.scene
    const plan = { ...PLANS[name], ...(documentFee && { documentFee }) }
    const now = this.#system.kernel.clock.now()
    const projectId = await buyer.createProject(client, plan, live.scene.by === 'agent' ? 'hospital' : null)
    live.orderId = await buyer.draftOrder(client, projectId, { plan, schedule, now })
    const { bidders, declines } = live.scene
    if (declines) await buyer.invite(client, live.orderId, [...(bidders as typeof declines), ...declines])
    if (live.scene.stage !== 'draft') await buyer.publish(client, live.orderId)
  }

  async #signUp(live: Live, approve: boolean): Promise<void> {
    const now = this.#system.kernel.clock.now()
    for (const account of live.scene.declines ?? [])
      await (
        await this.#cast.as(account)
      ).call(supplierCalls.declineInvitation, {
        params: { orderId: live.orderId },
        body: { reason: '产能已满，无法按期供货' },
      })
    await together(live.scene.bidders, async (account) => {
      const client = await this.#cast.as(account)
      const { name, mobile } = PEOPLE[account]
      live.trades.set(account, await supplier.signUp(client, live.orderId, { contact: name, mobile, now }))
    })
    if (!approve) return
    const client = await this.#cast.as(live.scene.by)
    await buyer.approveAll(client, live.orderId)
    const { bonds } = live.scene
    if (!bonds) return buyer.recordBonds(client, live.orderId, now)
    for (const [i, account] of live.scene.bidders.entries())
      await giveBond(await this.#cast.as(account), live.orderId, bonds[i]!)
  }

  async #ask(live: Live): Promise<void> {
    const client = await this.#cast.as(live.scene.bidders[0]!)
    await client.call(supplierCalls.askQuestion, {
      params: { orderId: live.orderId },
      body: { content: '请问交货地点是否含楼层搬运？' },
    })
    await buyer.clarify(
      await this.#cast.as(live.scene.by),
      live.orderId,
      '交货地点为采购人指定科室，报价应包含楼层搬运费用。',
    )
    for (const account of live.scene.bidders)
      await supplier.confirmAllNotices(await this.#cast.as(account), live.orderId)
  }

  async #bid(live: Live): Promise<void> {
    const plan = PLANS[live.scene.plan]
    await together(live.scene.bidders, async (account, i) => {
      const client = await this.#cast.as(account)
      const key = demoKey(account, plan.suite)
      const keyId = await supplier.registerKey(client, key, '投标专用密钥')
      await supplier.rehearse(client, live.orderId, { keyId, key })
      // In the tender that still takes bids the last bidder has not bid yet: somebody has to have something to do.
      if (live.scene.stage === 'bidding' && i === live.scene.bidders.length - 1) return
      await payFeeIfDue(client, live.orderId)
      const files = await this.#bidFiles(plan, account)
      await supplier.submitBid(client, live.orderId, {
        keyId,
        key,
        content: { priceOf: supplier.atRatio((live.scene.ratios ?? RATIOS)[i]!), marks: [String(40 + i), '36'], files },
      })
    })
  }

  async #bidFiles({ title, reviewModel }: TenderPlan, account: Account): Promise<supplier.BidContent['files']> {
    const now = this.#system.kernel.clock.now()
    const org = companyOf(account)
    const technical = {
      title: '技术标文件',
      org: title,
      parts: [
        { heading: '技术参数响应', paragraphs: [`${org}承诺所投产品全部满足招标文件技术要求，逐项响应见附表。`] },
      ],
    }
    const business = {
      title: '商务标文件',
      org: title,
      parts: [{ heading: '投标函', paragraphs: ['我方完全接受招标文件全部条款，投标有效期90日历天。'] }],
    }
    return [
      { role: 'technical', name: '技术标文件.pdf', content: await pdfOf(technical, now) },
      { role: 'business', name: '商务标文件.pdf', content: await pdfOf(business, now) },
      ...(reviewModel === 2 ? [await this.#priceNote(title)] : []),
    ]
  }

  async #priceNote(title: string): Promise<supplier.BidContent['files'][number]> {
    const parts = [{ heading: '报价构成说明', paragraphs: ['报价含设备、运输、安装、培训及质保期内全部费用。'] }]
    const content = await pdfOf({ title: '报价说明', org: title, parts }, this.#system.kernel.clock.now())
    return { role: 'quotation', name: '报价说明.pdf', content }
  }

  async #bidders(live: Live) {
    const { suite } = PLANS[live.scene.plan]
    const list = []
    for (const account of live.scene.bidders) {
      list.push({
        client: await this.#cast.as(account),
        tradeId: live.trades.get(account)!,
        key: demoKey(account, suite),
      })
    }
    return list
  }

  async #open(live: Live): Promise<void> {
    const late = live.scene.bonds?.indexOf('cash-and-late') ?? -1
    if (late >= 0) await transferLate(await this.#cast.as(live.scene.bidders[late]!), live.orderId)
    const bidders = await this.#bidders(live)
    // A hall to walk into: the last bidder has still to decrypt.
    const decrypting = live.scene.stage === 'decrypting' ? bidders.slice(0, -1) : bidders
    await openAndDecrypt(await this.#cast.as(live.scene.by), live.orderId, {
      bidders: decrypting,
      double: PLANS[live.scene.plan].reviewModel === 2,
      settle: () => settle(this.#system.kernel, 60_000),
    })
  }

  async #read(live: Live): Promise<void> {
    const host = await this.#cast.as(live.scene.by)
    if (live.scene.stage === 'announcing') return readFirst(host, live.orderId)
    const bidders = await this.#bidders(live)
    await readAndEnd(host, live.orderId, {
      bidders,
      settle: () => settle(this.#system.kernel, 60_000),
    })
  }

  async #review(live: Live): Promise<void> {
    const client = await this.#cast.as(live.scene.by)
    await review.startReview(
      client,
      live.orderId,
      SEATS.map((a) => PEOPLE[a].name),
    )
    const seats: review.Seat[] = []
    for (const account of SEATS) seats.push({ client: await this.#cast.as(account), password: PASSWORD })
    await review.chooseLeader(seats, live.orderId)
    if (live.scene.stage === 'reviewing') {
      await review.judge(seats, live.orderId, 2)
      const bidderIds = live.scene.bidders.map((account) => live.trades.get(account)!)
      const bidder = await this.#cast.as(live.scene.bidders[0]!)
      return playDialog(live.orderId, { leader: seats[0]!.client, bidder, bidderIds })
    }
    if (live.scene.stage === 'first-stage' || live.scene.stage === 'offer-round') {
      // Up to the price, which waits: for the quotations to be opened, or for the round.
      await review.judge(seats, live.orderId, 2)
      if (live.scene.stage === 'first-stage') return
      const [account] = live.scene.bidders as [Account]
      const bidder = await this.#cast.as(account)
      return playRound(live.orderId, { leader: seats[0]!.client, bidder, bidderId: live.trades.get(account)! })
    }
    await review.judge(seats, live.orderId)
    if (live.scene.stage !== 'summarised') await review.signAndEnd(seats, live.orderId, client)
  }

  async #candidates(live: Live): Promise<void> {
    await buyer.publishCandidates(await this.#cast.as(live.scene.by), live.orderId)
  }

  /** Objections as they come in; they are due three days later, at 24:00. */
  #objections(live: Live, at: (ms: number, run: () => Promise<void>) => Moment): Moment[] {
    const [, second, third] = live.scene.bidders as [Account, Account, Account]
    const object = async (account: Account, subject: string, content: string) => {
      const client = await this.#cast.as(account)
      const params = { orderId: live.orderId }
      return client.call(supplierCalls.createObjection, { params, body: { subject, content } })
    }
    let answered = ''
    const noon = (days: number) => noonBefore(this.#began, days)
    return [
      at(noon(4) + HOUR, async () => {
        await object(
          second,
          '第一中标候选人业绩不符合要求',
          '第一中标候选人所列业绩签订于三年前，不满足招标文件要求，请核实。',
        )
      }),
      at(noon(4) + 2 * HOUR, async () => {
        const text = '我单位已逐条响应技术参数并附检测报告，评分偏低，请复核。'
        answered = (await object(third, '技术参数响应评分有误', text)).objectionId
      }),
      at(noon(3), async () => {
        const client = await this.#cast.as(live.scene.by)
        const answer = '经评标委员会复核，贵单位第3、7项参数未附检测报告，评分符合招标文件规定。'
        const params = { objectionId: answered }
        await client.call(answerObjection, { params, body: { outcome: 'rejected', answer } })
      }),
      at(noon(3) + HOUR, async () => {
        await object(
          third,
          '第二中标候选人授权文件存疑',
          '第二中标候选人提供的制造商授权书未加盖公章，请核实其有效性。',
        )
      }),
    ]
  }

  async #award(live: Live): Promise<void> {
    const client = await this.#cast.as(live.scene.by)
    await buyer.award(client, live.orderId)
    if (!live.scene.bonds) return
    await signContract(client, live.orderId, this.#system.kernel.clock.now())
    if (live.scene.isReturnAsked) await askForReturns(this.#cast, live.orderId)
  }

  async #archive(live: Live): Promise<void> {
    await buyer.archive(await this.#cast.as(live.scene.by), live.orderId)
  }

  async #abort(live: Live): Promise<void> {
    const client = await this.#cast.as(live.scene.by)
    await client.call(orderCalls.declareAbortive, {
      params: { orderId: live.orderId },
      body: { reason: '至投标截止时间，递交投标文件的投标人不足三家。' },
    })
  }
}

/** 12:00 in Beijing, so many days before the day of `at`. */
function noonBefore(at: number, days: number): number {
  return (dayOf(new Date(at)) - days) * DAY + 4 * HOUR
}

function companyOf(account: Account): string {
  const [job] = PEOPLE[account].jobs
  return job ? COMPANIES[job.company].name : PEOPLE[account].name
}
