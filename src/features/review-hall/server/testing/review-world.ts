import type { OrderState } from '#features/procurement/engine/states.ts'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { newId } from '#contract/id.ts'
import { lineTotal, sum } from '#contract/money.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD, testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as e from '../../contract/expert.ts'
import * as p from '../../contract/purchaser.ts'
import { expertReads } from '../../contract/reads.ts'
import type { WayPlan } from '#features/procurement/rules/default-ways.ts'

export const MEMBERS = ['expert1', 'expert2', 'expert7', 'expert8', 'buyer2'] as const
export type Member = (typeof MEMBERS)[number] | 'expert3' | 'expert9'
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** What an order is laid into: a system in this process, or one that can be killed. */
export interface Ground {
  t: {
    owner: TestSystem['owner']
    kernel: { clock: { now(): Date }; files: { put(content: Buffer): Promise<{ sha256: string; size: number }> } }
  }
}

/** The people of a review, wherever their server runs. */
export interface Cast extends Ground {
  buyer: HttpClient
  as(member: Member): HttpClient
}

export interface World extends Cast {
  t: TestSystem
  buyer: HttpClient
  as(member: Member): HttpClient
}

/** A system with everybody logged in who may sit on a committee. */
export async function reviewWorld(): Promise<World> {
  const t = await testSystem({ from: 'people' })
  const clients = new Map<string, HttpClient>()
  for (const account of [...MEMBERS, 'expert3', 'expert9'] as const)
    clients.set(account, await t.login(account, { workbench: 'expert' }))
  return { t, buyer: await t.login('buyer', { workbench: 'purchaser' }), as: (member) => clients.get(member)! }
}

/** Pass, pass, 40 in two items (one highest and lowest dropped), 30 in two items (one objective), price 30. */
export const WAYS: WayPlan[] = [
  way([1, '资格评审'], 1, [['营业执照', '0']]),
  way([2, '符合性评审'], 1, [
    ['签章', '0'],
    ['实质性响应', '0'],
  ]),
  {
    ...way([4, '技术评分'], 2, [
      ['方案', '25'],
      ['进度', '15'],
    ]),
    fullMark: '40',
    aggregation: 2,
  },
  {
    ...way([5, '商务评分'], 2, [
      ['业绩', '10'],
      ['服务', '20'],
    ]),
    fullMark: '30',
    items: [
      { name: '业绩', standard: '', fullMark: '10', isObjective: true },
      { name: '服务', standard: '', fullMark: '20', isObjective: false },
    ],
  },
  { ...way([3, '价格评分'], 2, []), fullMark: '30', isAutomatic: true },
]

export interface SeededOrder {
  orderId: string
  params: { projectId: string }
  /** Trades in the order of the quotes. */
  bidders: string[]
}

/**
 * An order whose opening has ended, with one opened bid per quote; two items, the second four tenths of the price. All by
 * SQL: the opening itself is not what is tested here.
 */
export async function seedOrder(
  { t }: Ground,
  given: {
    quotes: readonly string[]
    settings?: object
    controlPrice?: string
    reviewMethod?: number
    reviewModel?: number
    state?: OrderState
    /** Part of the bill that each of the two items belongs to. */
    sections?: readonly [string, string]
  },
): Promise<SeededOrder> {
  const {
    quotes,
    settings = { ways: WAYS },
    controlPrice = null,
    reviewMethod = 1,
    reviewModel = 1,
    state = 'open.ended',
    sections = ['', ''],
  } = given
  const now = t.kernel.clock.now()
  const [projectId, orderId] = [newId(), newId()]
  const hospital = COMPANIES.hospital.id
  const user = PEOPLE.buyer.id
  const items = [newId(), newId()]
  const client = await t.owner.connect()
  const stored = await t.kernel.files.put(PDF)
  const bidders: string[] = []
  const run = (text: string, values: unknown[]) => client.query(text, values)
  try {
    // The opening's rows stand without the sealed submissions they come from.
    await client.query(`begin; set local session_replication_role = replica`)
    await run(
      `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
       values (1, $1, $2, '影像设备采购', $3, 'goods', 2000000, $4, $5, $5)`,
      [projectId, `XM${projectId.slice(-12)}`, hospital, user, now],
    )
    for (const [i, id] of items.entries())
      await run(
        `insert into project_item (tenant_id, id, project_id, line, name, unit, quantity, section)
         values (1, $1, $2, $3, $4, '台', $5, $6)`,
        [id, projectId, i + 1, ['主机', '附件'][i], ['2', '4'][i], sections[i]],
      )
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         state, review_method, review_model, estimated_price, control_price, settings, open_at, created_by, created_at, updated_at, published_at)
       values (1, $1, $2, $3, '影像设备采购一标段', 1, $4, $4, $5, $6, $11, 2000000, $7, $8, $9, $10, $9, $9, $9)`,
      [
        orderId,
        projectId,
        `ZB${orderId.slice(-12)}`,
        hospital,
        state,
        reviewMethod,
        controlPrice,
        JSON.stringify(settings),
        now,
        user,
        reviewModel,
      ],
    )
    await run(`insert into opening (tenant_id, order_id, started_at, ended_at) values (1, $1, $2, $2)`, [orderId, now])
    for (const [i, quote] of quotes.entries()) {
      const [tradeId, fileId] = [newId(), newId()]
      bidders.push(tradeId)
      const company = COMPANIES[`supplier${i + 1}` as CompanyKey]
      await run(
        `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
         values (1, $1, $2, $3, 'sign-up', 1, '联系人', '', $4, $5)`,
        [tradeId, orderId, company.id, user, now],
      )
      await run(
        `insert into opening_bidder (tenant_id, order_id, trade_id, submission_id, no, decrypt_state, decrypted_at, quote, price_sheet, confirm_state)
         values (1, $1, $2, $3, $4, 2, $5, $6, $7, 1)`,
        [orderId, tradeId, newId(), i + 1, now, quote, JSON.stringify(sheet(orderId, items, quote))],
      )
      await run(
        `insert into file_object (tenant_id, id, sha256, size, mime, name, use, created_at)
         values (1, $1, decode($2, 'hex'), $3, 'application/pdf', '技术标.pdf', 'opened', $4)`,
        [fileId, stored.sha256, stored.size, now],
      )
      await run(
        `insert into opened_file (tenant_id, order_id, trade_id, position, role, name, file_id, cipher_hash, content_key)
         values (1, $1, $2, 1, 'technical', '技术标.pdf', $3, 'aa', '')`,
        [orderId, tradeId, fileId],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  return { orderId, params: { projectId: orderId }, bidders }
}

export const expertId = (account: Account): string => PEOPLE[account].expert!.expertId
export const employeeId = (account: Account): string => PEOPLE[account].jobs[0]!.employeeId

/** Chooses the usual committee: two technical, two economic experts, one representative. */
export async function choose({ buyer }: Cast, { params }: SeededOrder): Promise<void> {
  await buyer.call(p.setCommittee, {
    params,
    body: {
      expertIds: MEMBERS.filter((m) => m !== 'buyer2').map(expertId),
      employeeIds: [employeeId('buyer2')],
    },
  })
}

/** Committee chosen, review started, avoidance declared by all, `leader` elected. */
export async function begin(world: Cast, order: SeededOrder, leader: Member = 'expert1'): Promise<void> {
  await choose(world, order)
  await world.buyer.call(p.startReview, { params: order.params })
  for (const member of MEMBERS) await declareAll(world, order, member)
  await elect(world, order, { leader, voters: MEMBERS })
}

export async function declareAll({ as }: Cast, { params, bidders }: SeededOrder, member: Member): Promise<void> {
  for (const bidderId of bidders)
    await as(member).call(e.declareAvoidance, { params: { ...params, bidderId }, body: { hasConflict: false } })
}

export async function elect(
  { as }: Cast,
  { params }: SeededOrder,
  { leader, voters }: { leader: Member; voters: readonly Member[] },
): Promise<void> {
  const reviewers = await as(leader).call(expertReads.reviewers, { params })
  const reviewerId = reviewers.find((r) => r.isOwn)!.reviewerId
  for (const voter of voters) await as(voter).call(e.voteLeader, { params, body: { reviewerId } })
}

export async function wayId({ as }: Cast, { params }: SeededOrder, name: string): Promise<string> {
  const { wayList } = await as('expert2').call(e.expertProject, { params })
  return wayList.find((w) => w.name === name)!.wayId
}

/** What a member says of a bidder (by position) in an item: a mark, or pass/fail. */
export type Say = (bidder: number, item: string, member: Member) => string | boolean

/** Every member judges every valid bidder in a way, and submits. */
export async function judge(
  world: Cast,
  order: SeededOrder,
  {
    way: name,
    say,
    members = MEMBERS,
    submit = true,
  }: { way: string; say: Say; members?: readonly Member[]; submit?: boolean },
): Promise<string> {
  const id = await wayId(world, order, name)
  const params = { ...order.params, wayId: id }
  for (const member of members) {
    const sheet = await world.as(member).call(e.ownScores, { params })
    for (const bidder of sheet.bidders) {
      const scores = sheet.items.map((item) => {
        const said = say(order.bidders.indexOf(bidder.bidderId), item.name, member)
        return typeof said === 'string'
          ? { itemId: item.itemId, score: said }
          : { itemId: item.itemId, passed: said, ...(said ? {} : { reason: '未按要求提供' }) }
      })
      await world.as(member).call(e.saveScores, { params: { ...params, bidderId: bidder.bidderId }, body: { scores } })
    }
    if (submit) await world.as(member).call(e.submitWay, { params })
  }
  return id
}

/** Judges and sums up. */
export async function run(
  world: Cast,
  order: SeededOrder,
  { leader = 'expert1', ...rest }: { way: string; say: Say; members?: readonly Member[]; leader?: Member },
) {
  const id = await judge(world, order, rest)
  return world.as(leader).call(e.summariseWay, { params: { ...order.params, wayId: id } })
}

export const processId = async ({ buyer }: World, { params }: SeededOrder, type: number): Promise<string> =>
  (await buyer.call(p.purchaserProject, { params })).processes.find((x) => x.processType === type)!.processId

/** Waits until no report is left to be made. */
export async function reportsMade({ t }: World): Promise<void> {
  await t.settle()
  for (let i = 0; i < 600; i++) {
    const { rowCount } = await t.owner.query('select 1 from leased_work')
    if (rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('a report is still being made')
}

/** The report in force, after its job has run. */
export async function report(world: World, order: SeededOrder) {
  await reportsMade(world)
  const id = await processId(world, order, 3)
  const found = await world.as('expert1').call(expertReads.lastReport, { params: { ...order.params, processId: id } })
  return found!
}

/** Every member signs the report in force. */
export async function signAll(world: World, order: SeededOrder, members: readonly Member[] = MEMBERS): Promise<string> {
  const { reportId, sha256 } = await report(world, order)
  for (const member of members)
    await world.as(member).call(e.signReport, {
      params: { ...order.params, reportId },
      body: { password: DEMO_PASSWORD, sha256: sha256! },
    })
  return reportId
}

function sheet(orderId: string, items: readonly string[], quote: string) {
  const second = Math.round(Number(quote) * 0.1)
  const first = (Number(quote) - second * 4) / 2
  const lines = [String(first), String(second)].map((unitPrice, i) => ({
    itemId: items[i]!,
    line: i + 1,
    unitPrice,
    amount: lineTotal(unitPrice, ['2', '4'][i]!),
    remark: '',
  }))
  return { type: 'kaibiao.quote/1', orderId, currency: 'CNY', lines, total: sum(lines.map((l) => l.amount)), marks: [] }
}

function way(
  [type, name]: readonly [number, string],
  itemKind: 1 | 2,
  items: readonly (readonly [string, string])[],
): WayPlan {
  return {
    type,
    name,
    itemKind,
    fullMark: '0',
    aggregation: 3,
    isAutomatic: false,
    items: items.map(([item, fullMark]) => ({ name: item, standard: '', fullMark, isObjective: false })),
  }
}
