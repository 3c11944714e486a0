import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ERRORS } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { MINUTE } from '#contract/time.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { DecryptState } from '#features/opening-hall/rules.ts'
import * as notices from '#features/procurement/contract/notice.ts'
import { trustFile } from '#features/sealed-bids/contract-log.ts'
import * as orders from '#features/procurement/contract/order.ts'
import * as projects from '#features/procurement/contract/project.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { readRows } from '#server/sheet/sheet.ts'
import { HttpClient, HttpError } from '#server/testing/http-client.ts'
import { Cast } from '../cast.ts'
import { advanceClock } from '../contract.ts'
import { demoKey, demoKeyFile } from '../keys.ts'
import { type Account, PASSWORD, PEOPLE } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import { lawfulSchedule, type TenderPlan } from '../play/plan.ts'
import * as review from '../play/review.ts'
import * as supplier from '../play/supplier.ts'
import { bidderFiles, EXAMPLES, type ExampleBidder, EXAMPLE_BIDDERS } from './files.ts'

interface Play {
  base: string
  out: string
  suite: SuiteName
  say: (text: string) => void
}

const SEATS: readonly Account[] = ['expert1', 'expert2', 'expert3', 'expert5', 'expert8']
const PLAN: Omit<TenderPlan, 'items' | 'suite'> = {
  projectName: '江州市第一人民医院门诊综合楼医疗设备及配套采购项目',
  title: '门诊综合楼医疗设备及配套采购',
  category: 'goods',
  region: '江州市',
  funds: '财政资金和医院自筹资金',
  budget: '63000000',
  estimatedPrice: '63000000',
  controlPrice: '62770720',
  bond: '620000',
  description: '采购门诊综合楼医学影像、检验、手术及配套设备，共232项，含运输、安装调试与培训。',
}

/** What came out of a tender, and what the verifier is to believe. */
interface Played {
  archive: Buffer
  proof: Buffer
  trust: Buffer
  /** Paths. */
  receipts: string[]
}

/** Plays the tender; gives the archive zip and the paths of the receipts. Throws at the first thing that is off. */
export async function playTender({ base, out, suite, say }: Play): Promise<Played> {
  const clock = new PlayClock(base)
  await clock.read()
  const cast = new Cast(base)
  const buying = await cast.as('buyer')

  const orderId = await draft(buying, { suite, now: clock.now(), say })
  await buyer.publish(buying, orderId)
  say('announcement published')
  const { schedule } = await buying.call(orders.orderDetail, { params: { orderId } })

  const trades = new Map<Account, string>()
  for (const { account } of EXAMPLE_BIDDERS) {
    const client = await cast.as(account)
    const { name, mobile } = PEOPLE[account]
    trades.set(account, await supplier.signUp(client, orderId, { contact: name, mobile, now: clock.now() }))
  }
  say(`${await buyer.approveAll(buying, orderId)} sign-ups approved`)
  await buyer.recordBonds(buying, orderId, clock.now())
  say('bonds recorded')
  await askAndClarify(cast, orderId)
  say('question answered to all, clarification confirmed by all')

  const receipts = await bidAll({ cast, orderId, suite, out, say, now: clock.now() })

  await clock.moveTo(new Date(schedule.bidEnd!))
  say(`clock moved to the deadline ${schedule.bidEnd}`)
  await lateIsRefused(await cast.as(EXAMPLE_BIDDERS[0]!.account), orderId)
  say('a withdrawal after the deadline was refused')

  await open({ cast, orderId, suite, trades, say })
  await clock.moveTo(new Date(clock.now().getTime() + 30 * MINUTE))
  await reviewAll({ cast, orderId, say })

  const publicityEnd = await buyer.publishCandidates(await cast.as('buyer'), orderId)
  say(`candidates publicised until ${publicityEnd}`)
  await expectRefusal(() => cast.as('buyer').then((c) => buyer.award(c, orderId)), '公示期')
  say('fixing the winner during the publicity period was refused')
  await clock.moveTo(new Date(new Date(publicityEnd).getTime() + MINUTE))
  const awarding = await cast.as('buyer')
  await buyer.award(awarding, orderId)
  const { award } = await awarding.call(notices.winnerDetail, { params: { orderId } })
  say(`winner: ${award!.winners[0]!.supplierName}, ${formatAmount(award!.price)} yuan`)
  // What waits for the log would stand in the archive without its proof.
  await clock.moveTo(new Date(clock.now().getTime() + 12 * MINUTE))
  await buyer.archive(awarding, orderId)
  const { content } = await awarding.file(orders.downloadArchive, { params: { orderId } })
  say(`archived: ${(content.length / 1048576).toFixed(1)} MB`)
  // A tree head is published at the next five minutes.
  await clock.moveTo(new Date(clock.now().getTime() + 12 * MINUTE))
  const later = await cast.as('buyer')
  const proof = await proofOnceLogged(later, orderId)
  const trust = (await later.file(trustFile, {})).content
  return { archive: content, proof, trust, receipts }
}

/** The head is published beside our requests, a moment after the clock was moved. */
async function proofOnceLogged(client: HttpClient, orderId: string): Promise<Buffer> {
  for (let tries = 0; ; tries++) {
    try {
      return (await client.file(orders.archiveProof, { params: { orderId } })).content
    } catch (error) {
      if (!(error instanceof HttpError) || error.body.code !== ERRORS.tooEarly.code || tries === 50) throw error
      await setTimeout(200)
    }
  }
}

async function draft(
  client: HttpClient,
  { suite, now, say }: { suite: SuiteName; now: Date; say: Play['say'] },
): Promise<string> {
  const plan: TenderPlan = { ...PLAN, suite, items: [] }
  const projectId = await buyer.createProject(client, plan)
  const bill = new FormData()
  bill.append('file', new Blob([readFileSync(join(EXAMPLES, 'bill-of-quantities.xlsx'))]), 'bill-of-quantities.xlsx')
  const imported = (await client.raw('POST', `/api/workbench/buyer/projects/${projectId}/items/import`, bill)) as {
    count: number
    errors: unknown[]
  }
  if (imported.errors.length > 0 || imported.count < 200)
    throw new Error(`bill of quantities: ${JSON.stringify(imported)}`)
  const project = await client.call(projects.projectDetail, { params: { projectId } })
  say(`project ${project.code} with ${imported.count} lines read from xlsx`)
  const document = { name: '招标文件.pdf', content: readFileSync(join(EXAMPLES, 'tender-document.pdf')) }
  const orderId = await buyer.draftOrder(client, projectId, { plan, schedule: lawfulSchedule(now), now, document })
  say('order drafted with tender document and lawful schedule')
  return orderId
}

async function askAndClarify(cast: Cast, orderId: string): Promise<void> {
  const asking = await cast.as(EXAMPLE_BIDDERS[1]!.account)
  await asking.call(tenders.askQuestion, { params: { orderId }, body: { content: '第12项是否接受进口产品？' } })
  await buyer.clarify(await cast.as('buyer'), orderId, '接受，须提供合法来源证明。')
  for (const { account } of EXAMPLE_BIDDERS) await supplier.confirmAllNotices(await cast.as(account), orderId)
}

async function bidAll(given: {
  cast: Cast
  orderId: string
  suite: SuiteName
  out: string
  say: Play['say']
  now: Date
}): Promise<string[]> {
  const { cast, orderId, suite, out, say } = given
  const paths: string[] = []
  for (const bidder of EXAMPLE_BIDDERS) {
    const client = await cast.as(bidder.account)
    const key = demoKey(bidder.account, suite)
    writeFileSync(
      join(out, `${bidder.folder}-key.json`),
      JSON.stringify(await demoKeyFile(bidder.account, suite), null, 2),
    )
    const keyId = await supplier.registerKey(client, key, `${bidder.folder} ${suite}`)
    await supplier.rehearse(client, orderId, { keyId, key })
    const prices = await quoted(bidder)
    const files = await bidderFiles(bidder)
    const receipt = await supplier.submitBid(client, orderId, {
      keyId,
      key,
      content: { priceOf: (item) => prices.get(item.code)!, marks: [bidder.delivery, bidder.warranty], files },
      onProgress: (what) => say(`  ${bidder.folder}: ${what}`),
    })
    const path = join(out, `${bidder.folder}-receipt.json`)
    writeFileSync(path, JSON.stringify(receipt, null, 2))
    paths.push(path)
    say(`${bidder.folder}: bid committed, receipt at log index ${receipt.body.logIndex}`)
  }
  return paths
}

/** Unit prices by item code, as the bidder's own spreadsheet has them. */
async function quoted(bidder: ExampleBidder): Promise<Map<string, string>> {
  const { rows } = await readRows(readFileSync(join(EXAMPLES, 'bidders', bidder.folder, 'quote.xlsx')), [
    { key: 'code', title: '项目编码', type: 'text', required: true },
    { key: 'price', title: '单价', type: 'quantity', required: true },
  ])
  return new Map(rows.map((row) => [row.code!, row.price!]))
}

async function lateIsRefused(client: HttpClient, orderId: string): Promise<void> {
  await expectRefusal(async () => {
    const room = await client.raw('GET', `/api/workbench/supplier/orders/${orderId}/bid`)
    const { submissionId } = (room as { current: { submissionId: string } }).current
    await client.raw(
      'POST',
      `/api/workbench/supplier/orders/${orderId}/bid/withdrawals`,
      { submissionId },
      { key: crypto.randomUUID() },
    )
  }, '截止')
}

async function open(given: {
  cast: Cast
  orderId: string
  suite: SuiteName
  trades: Map<Account, string>
  say: Play['say']
}): Promise<void> {
  const { cast, orderId, suite, trades, say } = given
  const host = await cast.as('buyer')
  const params = { projectId: orderId }
  await host.call(hall.startOpening, { params })
  for (const { account } of EXAMPLE_BIDDERS) {
    await supplier.releaseKeys(await cast.as(account), orderId, {
      tradeId: trades.get(account)!,
      key: demoKey(account, suite),
    })
  }
  await until('every bid decrypted', async () => {
    const rows = await host.call(hall.markList, { params })
    const failed = rows.find((r) => r.decryptState === DecryptState.values.failed)
    if (failed) throw new Error(`${failed.supplierName}: ${failed.failure}`)
    return rows.every((r) => r.decryptState === DecryptState.values.success)
  })
  say('all bids decrypted with the released keys')
  await host.call(hall.openMarks, { params })
  for (const row of await host.call(hall.markList, { params })) {
    await host.call(hall.readOut, { params: { ...params, bidderId: row.bidderId } })
    say(`read out: ${row.supplierName} ${formatAmount(row.quote)}`)
  }
  for (const { account } of EXAMPLE_BIDDERS) {
    const client = await cast.as(account)
    await client.call(hall.confirmMarks, {
      params: { ...params, bidderId: trades.get(account)! },
      body: { agree: true },
    })
  }
  await host.call(hall.endOpening, { params })
  await until('opening sheet', async () => (await host.call(hall.hallDetail, { params: { id: orderId } })).sheetReady)
  say('opening ended, opening sheet made')
}

async function reviewAll({ cast, orderId, say }: { cast: Cast; orderId: string; say: Play['say'] }): Promise<void> {
  const client = await cast.as('buyer')
  await review.startReview(
    client,
    orderId,
    SEATS.map((a) => PEOPLE[a].name),
  )
  const seats: review.Seat[] = []
  for (const account of SEATS) seats.push({ client: await cast.as(account), password: PASSWORD })
  await review.chooseLeader(seats, orderId)
  await review.judge(seats, orderId)
  say('five experts scored, every way summed up')
  await review.signAndEnd(seats, orderId, client)
  const { rows } = await client.call(notices.candidateDraft, { params: { orderId } })
  for (const row of rows) say(`candidate ${row.rank}: ${row.supplierName}, ${row.score} marks`)
}

/** The server's clock as the script follows it; only a demonstration server lets itself be moved. */
class PlayClock {
  readonly #client: HttpClient
  #offset = 0

  constructor(base: string) {
    this.#client = new HttpClient(base)
  }

  now(): Date {
    return new Date(Date.now() + this.#offset)
  }

  async read(): Promise<void> {
    const { epochMs } = await this.#client.call(serverTime, {})
    this.#offset = epochMs - Date.now()
  }

  async moveTo(at: Date): Promise<void> {
    const ms = at.getTime() - this.now().getTime()
    if (ms > 0) await this.#client.call(advanceClock, { body: { ms } })
    await this.read()
  }
}

async function until(what: string, done: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await done()) return
    await setTimeout(200)
  }
  throw new Error(`waited two minutes in vain for: ${what}`)
}

async function expectRefusal(run: () => Promise<unknown>, word: string): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Error && error.message.includes(word)) return
    throw error
  }
  throw new Error(`expected a refusal about ${word}`)
}
