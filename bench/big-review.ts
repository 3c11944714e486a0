import type pg from 'pg'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import type { Cast } from '#demo/cast.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import { together } from '#demo/play/together.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import * as purchaser from '#features/review-hall/contract/purchaser.ts'

/** Of the review that is measured. */
export const SIZE = { bidders: 60, items: 80 }
const SEATS: readonly Account[] = ['expert1', 'expert2', 'expert3', 'expert7', 'expert8']

/**
 * A review of 60 bidders with one technical way of 80 items, opened and begun, its members declared. The opening's rows
 * come by SQL, since not the opening is measured. Resolves to the order's id.
 */
export async function bigReview(owner: pg.Pool, cast: Cast): Promise<string> {
  const orderId = await seed(owner)
  const params = { projectId: orderId }
  const buyer = await cast.as('buyer')
  const expertIds = SEATS.map((account) => PEOPLE[account].expert!.expertId)
  await buyer.call(purchaser.setCommittee, { params, body: { expertIds, employeeIds: [] } })
  await buyer.call(purchaser.startReview, { params })
  const clients = await Promise.all(SEATS.map((account) => cast.as(account)))
  const { bidders, me } = await clients[0]!.call(expert.expertProject, { params })
  await together(clients, async (client) => {
    for (const { bidderId } of bidders)
      await client.call(expert.declareAvoidance, { params: { ...params, bidderId }, body: { hasConflict: false } })
    await client.call(expert.voteLeader, { params, body: { reviewerId: me.reviewerId } })
  })
  return orderId
}

/** Marks for every bid but the last, as one member gives them; resolves to milliseconds of each save. */
export async function fillSheet(cast: Cast, orderId: string, seat: Account = 'expert1'): Promise<number[]> {
  const client = await cast.as(seat)
  const { wayList } = await client.call(expert.expertProject, { params: { projectId: orderId } })
  const params = { projectId: orderId, wayId: wayList[0]!.wayId }
  const sheet = await client.call(expert.ownScores, { params })
  const took: number[] = []
  for (const { bidderId } of sheet.bidders.slice(0, -1)) {
    const scores = sheet.items.map(({ itemId }, i) => ({
      itemId,
      score: String((i % 4) / 4),
      reason: '综合比较后评定',
    }))
    const began = performance.now()
    await client.call(expert.saveScores, { params: { ...params, bidderId }, body: { scores } })
    took.push(performance.now() - began)
  }
  return took
}

async function seed(owner: pg.Pool): Promise<string> {
  const [projectId, orderId, itemId] = [newId(), newId(), newId()]
  const { id: hospital } = COMPANIES.hospital
  const user = PEOPLE.buyer.id
  const client = await owner.connect()
  const run = (text: string, values: unknown[]) => client.query(text, values)
  try {
    // The opening's rows stand without the sealed submissions they come from.
    await client.query('begin; set local session_replication_role = replica')
    await run(
      `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
       values (1, $1, $2, '六十家投标人的项目', $3, 'goods', 2000000, $4, now(), now())`,
      [projectId, `XM${projectId.slice(-12)}`, hospital, user],
    )
    await run(
      `insert into project_item (tenant_id, id, project_id, line, name, unit, quantity) values (1, $1, $2, 1, '主机', '台', 2)`,
      [itemId, projectId],
    )
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         state, review_method, estimated_price, settings, open_at, created_by, created_at, updated_at, published_at)
       values (1, $1, $2, $3, '六十家投标人的标段', 1, $4, $4, 'open.ended', 1, 2000000, $5, now(), $6, now(), now(), now())`,
      [orderId, projectId, `ZB${orderId.slice(-12)}`, hospital, JSON.stringify({ ways: ways() }), user],
    )
    await run(`insert into opening (tenant_id, order_id, started_at, ended_at) values (1, $1, now(), now())`, [orderId])
    for (let no = 1; no <= SIZE.bidders; no++) {
      const [tradeId, companyId] = [newId(), newId()]
      const quote = String(1_500_000 + no * 1000)
      await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, $2, $3, 1, now())`, [
        companyId,
        `第${no}投标人医疗设备有限公司（${orderId.slice(-6)}）`,
        `91BENCH${orderId.slice(-8)}${String(no).padStart(3, '0')}`,
      ])
      await run(
        `insert into trade (tenant_id, id, order_id, supplier_company_id, origin, status, contact_name, contact_mobile, created_by, created_at)
         values (1, $1, $2, $3, 'sign-up', 1, '联系人', '', $4, now())`,
        [tradeId, orderId, companyId, user],
      )
      await run(
        `insert into opening_bidder (tenant_id, order_id, trade_id, submission_id, no, decrypt_state, decrypted_at, quote, price_sheet, confirm_state)
         values (1, $1, $2, $3, $4, 2, now(), $5, $6, 1)`,
        [orderId, tradeId, newId(), no, quote, JSON.stringify(sheet(orderId, itemId, quote))],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  return orderId
}

function ways() {
  const items = Array.from({ length: SIZE.items }, (_, i) => ({
    name: `第 ${i + 1} 项技术要求`,
    standard: '完全满足且有证明材料的得满分，部分满足的酌情计分，不满足的不得分',
    fullMark: '1',
    isObjective: false,
  }))
  const technical = {
    type: 4,
    name: '技术评分',
    itemKind: 2,
    fullMark: '80',
    aggregation: 3,
    isAutomatic: false,
    items,
  }
  const price = { type: 3, name: '价格评分', itemKind: 2, fullMark: '20', aggregation: 3, isAutomatic: true, items: [] }
  return [technical, price]
}

function sheet(orderId: string, itemId: string, total: string) {
  const unitPrice = String(Number(total) / 2)
  const line = { itemId, line: 1, unitPrice, amount: total, remark: '' }
  return { type: 'kaibiao.quote/1', orderId, currency: 'CNY', lines: [line], total, marks: [] }
}
