import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { commitmentOf, type DrawRecord } from '#contract/draw.ts'
import { commitToDraw, ownDraws, revealForDraw, sourceOf } from '#contract/draw-calls.ts'
import { steppedChecks } from '#contract/draw-steps.ts'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { drawn as drawnOf } from '#demo/play/drawn.ts'
import { inbox } from '#features/home/contract.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { awardsOf, orderRow } from '#features/procurement/server/public.ts'
import { join, publicise, publish, reviewed, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import * as c from '../contract.ts'
import { meetingArchive } from './minutes-pdf.ts'

/* The hospital's people choose a winner: five of them, of whom one steps aside. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
/** What a member's browser adds to a lot. */
const VALUE = 'a1'.repeat(32)
const ACCOUNTS = ['buyer', 'buyer2', 'newbie', 'multi', 'expert6'] as const

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
let world: TenderWorld
let people: HttpClient[]
let ids: string[]
let spare: string

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  const hire = async (account: 'expert6' | 'expert9') => {
    const id = newId()
    await t.owner.query(
      `insert into employee (tenant_id, id, company_id, user_id, name, status, rights, direct_rights, created_at, accepted_at)
       values (1, $1, $2, $3, $4, 1, '{technicalReview}', '{technicalReview}', now(), now())`,
      [id, COMPANIES.hospital.id, PEOPLE[account].id, PEOPLE[account].name],
    )
    return id
  }
  const hired = await hire('expert6')
  spare = await hire('expert9')
  ids = [...ACCOUNTS.slice(0, 4).map((account) => PEOPLE[account].jobs[0]!.employeeId), hired]
  people = await Promise.all(ACCOUNTS.map((account) => t.login(account, { workbench: 'purchaser' })))
  // Of several companies one is entered.
  await people[3]!.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
  buyer = people[0]!
  agent = await t.login('agent', { workbench: 'agency' })
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  world = { t, buyer, suppliers }
})

/** A tender whose candidates' publicity is over; trades by rank. */
async function tender() {
  const made = await publish(world)
  const trades: string[] = []
  for (const supplier of world.suppliers) trades.push((await join(world, made.orderId, { supplier })).tradeId)
  await reviewed(world, made.orderId, trades)
  await publicise(world, made.orderId)
  await t.owner.query(`update purchase_order set publicity_end = $2 where id = $1`, [
    made.orderId,
    new Date(t.kernel.clock.now().getTime() - DAY),
  ])
  return { ...made, trades, params: { orderId: made.orderId } }
}
const fields = (orderIds: string[], change: object = {}) => ({
  title: '设备采购定标会',
  rule: 'vote' as const,
  ballot: 'secret' as const,
  place: '三楼会议室',
  meetAt: new Date(t.kernel.clock.now().getTime() + DAY).toISOString(),
  orderIds,
  memberIds: ids,
  chairId: ids[0]!,
  ...change,
})
/** Called, and everybody comes. */
async function called(orderIds: string[], change: object = {}) {
  const params = await buyer.call(c.createMeeting, { body: fields(orderIds, change) })
  await buyer.call(c.callMeeting, { params })
  for (const client of people) await client.call(c.replyMeeting, { params, body: { attends: true } })
  await buyer.call(c.beginMeeting, { params })
  return params
}
const detail = (client: HttpClient, params: { meetId: string }) => client.call(c.meetingDetail, { params })
const vote = (client: HttpClient, meetId: string, { orderId, tradeId }: { orderId: string; tradeId: string }) =>
  client.call(c.castVote, { params: { meetId, orderId }, body: { tradeId, reason: '综合最优' } })
async function signed(params: { meetId: string }) {
  await buyer.call(c.writeMinutes, { params, body: { minutes: '会议听取评审情况汇报，经表决确定中标人。' } })
  for (const [i, client] of people.entries())
    await client.call(c.signMinutes, { params, body: { signature: PEOPLE[ACCOUNTS[i]!].name } })
  await t.settle()
}
const award = async (orderId: string, change: object) => {
  const { draft } = await buyer.call(winnerDetail, { params: { orderId } })
  return { params: { orderId }, body: { title: draft.title, content: draft.content, acceptWarnings: true, ...change } }
}

describe('a meeting', () => {
  test('takes five or more members, an odd number, nobody of the review and nobody bound to a bidder', async () => {
    const { orderId } = await tender()
    const refused = async (change: object) =>
      (await buyer.refused(c.createMeeting, { body: fields([orderId], change) })).message
    expect(await refused({ memberIds: [ids[0]!, ids[0]!] })).toBe('定标成员不能重复')
    expect(await refused({ chairId: spare })).toBe('主持人须为定标成员之一')
    expect(await refused({ orderIds: [newId()] })).toBe('采购单不存在')
    // 询价 is won by the lowest price: nobody may choose another.
    const asMethod = (method: number) =>
      t.owner.query('update purchase_order set method = $2 where id = $1', [orderId, method])
    await asMethod(5)
    expect(await refused({})).toContain('不适用定标会')
    expect((await buyer.call(c.meetingChoices, {})).orders.map((one) => one.orderId)).not.toContain(orderId)
    await asMethod(1)
    expect((await buyer.call(c.meetingChoices, {})).orders.map((one) => one.orderId)).toContain(orderId)
    const foreign = PEOPLE.supplier1.jobs[0]!.employeeId
    expect(await refused({ memberIds: [...ids.slice(0, 4), foreign] })).toContain('采购人或经办单位')
    // Whoever holds no right has no workbench to answer, vote and sign in.
    const rights = (given: string) =>
      t.owner.query('update employee set rights = $2, direct_rights = $2 where id = $1', [ids[4], given])
    await rights('{}')
    expect(await refused({})).toContain('已授予权限')
    expect((await buyer.call(c.meetingChoices, {})).people.map(({ employeeId }) => employeeId)).not.toContain(ids[4])
    await rights('{technicalReview}')
    const reviewer = (on: boolean) =>
      on
        ? t.owner.query(
            `insert into reviewer (tenant_id, id, order_id, sort, user_id, name, role) values (1, $1, $2, 1, $3, '王宁', 'owner')`,
            [newId(), orderId, PEOPLE.buyer2.id],
          )
        : t.owner.query('delete from reviewer where order_id = $1', [orderId])
    await reviewer(true)
    expect(await refused({})).toBe('王宁参加了评审，不能作为定标成员')
    await reviewer(false)
    const params = await buyer.call(c.createMeeting, { body: fields([orderId], { memberIds: ids.slice(0, 4) }) })
    expect((await buyer.refused(c.callMeeting, { params })).message).toContain('5 人以上单数')
    await buyer.call(c.updateMeeting, { params, body: fields([orderId]) })
    // A draft is the organiser's alone.
    expect(await people[1]!.refused(c.meetingDetail, { params })).toMatchObject(NOT_FOUND)
    await buyer.call(c.callMeeting, { params })
    expect(await refused({})).toContain('已列入其他定标会')
    await buyer.call(c.cancelMeeting, { params, body: { reason: '改期' } })
    expect(await detail(buyer, params)).toMatchObject({ state: 'cancelled', cancelReason: '改期' })
  })

  test('holds its orders up, lets members step aside and be replaced, and begins when all come', async () => {
    const { orderId, params: at, trades } = await tender()
    const params = await buyer.call(c.createMeeting, { body: fields([orderId]) })
    await buyer.call(c.callMeeting, { params })
    await t.settle()
    expect((await people[1]!.call(inbox, { query: { pageSize: 100 } })).rows.map(({ label }) => label)).toContain(
      '答复定标会邀请',
    )
    expect((await buyer.call(winnerDetail, { params: at })).blocked).toContain('定标会尚未结束')
    expect((await buyer.refused(publishWinner, await award(orderId, { tradeId: trades[0] }))).message).toContain(
      '定标会',
    )
    for (const client of people.slice(0, 4)) await client.call(c.replyMeeting, { params, body: { attends: true } })
    expect((await people[4]!.refused(c.replyMeeting, { params, body: { attends: false } })).message).toBe(
      '回避须填写原因',
    )
    expect((await buyer.refused(c.beginMeeting, { params })).message).toContain('1 名成员未确认')
    await people[4]!.call(c.replyMeeting, { params, body: { attends: false, reason: '与候选人有近亲属任职' } })
    expect(await people[4]!.refused(c.meetingDetail, { params })).toMatchObject(NOT_FOUND)
    expect((await buyer.refused(c.beginMeeting, { params })).message).toContain('5 人以上单数')
    const { memberId } = (await detail(buyer, params)).memberList.find(({ isOut }) => isOut)!
    await buyer.call(c.replaceMember, { params, body: { memberId, employeeId: spare } })
    expect(await buyer.refused(c.replaceMember, { params, body: { memberId, employeeId: ids[4]! } })).toMatchObject(
      WRONG_STATE,
    )
    const ninth = await t.login('expert9', { workbench: 'purchaser' })
    await ninth.call(c.replyMeeting, { params, body: { attends: true } })
    await buyer.call(c.beginMeeting, { params })
    await buyer.call(c.cancelMeeting, { params, body: { reason: '材料不全' } })
    expect((await buyer.call(winnerDetail, { params: at })).blocked).toBeNull()
  })

  test('opens votes when the last is in, goes on without a majority, and its winner is the award’s, with the meeting as reason', async () => {
    const { orderId, trades } = await tender()
    const params = await called([orderId])
    const [first, second, third] = trades as [string, string, string]
    const choices = [first, first, second, second]
    for (const [i, tradeId] of choices.entries()) await vote(people[i]!, params.meetId, { orderId, tradeId })
    expect(
      (await people[0]!.refused(c.castVote, { params: { ...params, orderId }, body: { tradeId: second } })).message,
    ).toBe('您已投票，不能修改')
    // Sealed from everybody: call, audit, events. Who has voted is no secret.
    const [item] = (await detail(buyer, params)).agenda
    expect(item).toMatchObject({ rounds: [], ownVote: first, chosen: null })
    expect(item!.voted).toHaveLength(4)
    const facts = await t.owner.query<{ body: string }>(
      `select body::text as body from audit_entry where body->>'entity' = 'award-meeting' and body->>'action' = 'award-meeting.vote'`,
    )
    expect(facts.rows.some(({ body }) => trades.some((id) => body.includes(id)))).toBe(false)
    expect((await buyer.refused(c.cancelMeeting, { params, body: { reason: '不合意' } })).message).toContain(
      '已有成员投票',
    )
    expect(
      (await buyer.refused(c.writeMinutes, { params, body: { minutes: '十个字以上的会议纪要' } })).message,
    ).toContain('未确定结果')
    expect(
      (await people[4]!.refused(c.castVote, { params: { ...params, orderId }, body: { tradeId: newId() } })).status,
    ).toBe(400)
    await vote(people[4]!, params.meetId, { orderId, tradeId: third })
    // 2, 2, 1: the two go on. A secret ballot names nobody.
    const next = (await detail(buyer, params)).agenda[0]!
    expect(next).toMatchObject({ round: 2, options: expect.arrayContaining([first, second]), chosen: null })
    expect(next.rounds).toMatchObject([{ round: 1, named: [] }])
    expect(
      (await people[0]!.refused(c.castVote, { params: { ...params, orderId }, body: { tradeId: third } })).message,
    ).toContain('可投票的候选人')
    // Sixteen at once: each member's vote counts once.
    await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) =>
        people[i % 5]!.call(
          c.castVote,
          { params: { ...params, orderId }, body: { tradeId: i % 5 < 3 ? second : first } },
          { key: `vote-${i}` },
        ),
      ),
    )
    const counted = (await detail(buyer, params)).agenda[0]!
    expect(counted.chosen).toBe(second)
    expect(counted.rounds[1]!.tally).toEqual([
      { tradeId: second, votes: 3 },
      { tradeId: first, votes: 2 },
    ])
    await buyer.call(c.writeMinutes, { params, body: { minutes: '经两轮投票，过半数成员同意第二名候选人中标。' } })
    expect((await people[1]!.refused(c.signMinutes, { params, body: { signature: '别人' } })).message).toContain('王宁')
    for (const [i, client] of people.entries()) {
      expect((await buyer.call(winnerDetail, { params: { orderId } })).meeting).toBeNull()
      await client.call(c.signMinutes, {
        params,
        body: { signature: PEOPLE[ACCOUNTS[i]!].name, remark: i === 4 ? '保留意见' : '' },
      })
    }
    await t.settle()
    // The minutes tell the sums of each round and all signatures, and of a secret ballot nobody's choice.
    const text = (await pdfText((await buyer.file(c.meetingMinutes, { params })).content)).replaceAll(' ', '')
    for (const said of ['过半数成员同意', '2 / 3', '2 / 2', '1 / 0', '保留意见', '会议确定', PEOPLE.newbie.name])
      expect(text).toContain(said.replaceAll(' ', ''))
    expect(text).not.toContain('综合最优')
    expect(await agent.refused(c.meetingMinutes, { params })).toMatchObject(NOT_FOUND)
    const { meeting, blocked } = await buyer.call(winnerDetail, { params: { orderId } })
    expect([meeting?.tradeId, blocked]).toEqual([second, null])
    expect((await buyer.refused(publishWinner, await award(orderId, { tradeId: first }))).message).toContain('定标会')
    await buyer.call(publishWinner, await award(orderId, { tradeId: second }))
    const [won] = await inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
      awardsOf(ctx, orderId),
    )
    expect(won).toMatchObject({ tradeId: second })
    expect(won!.reason).toContain('经定标会')
    const archived = await inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
      meetingArchive.entries(ctx as never, await orderRow(ctx, orderId)),
    )
    expect(archived).toMatchObject([{ folder: 'result', path: expect.stringMatching(/^定标会纪要-.+\.pdf$/) }])
    expect((await buyer.call(orderDetail, { params: { orderId } })).state).toBe('winner.fixed')
  })

  test('names who voted what of an open ballot, decides by the lowest price without votes, and by lot among the first', async () => {
    const [a, b, d] = [await tender(), await tender(), await tender()]
    const open = await called([a.orderId], { ballot: 'open', rule: 'discussion' })
    for (const client of people) await vote(client, open.meetId, { orderId: a.orderId, tradeId: a.trades[0]! })
    expect((await detail(people[2]!, open)).agenda[0]!.rounds[0]!.named).toHaveLength(5)
    const lowest = await called([b.orderId], { rule: 'lowest' })
    expect((await detail(buyer, lowest)).agenda[0]).toMatchObject({ chosen: b.trades[0], mayVote: false })
    expect(
      await people[1]!.refused(c.castVote, {
        params: { ...lowest, orderId: b.orderId },
        body: { tradeId: b.trades[0]! },
      }),
    ).toMatchObject(WRONG_STATE)
    await signed(lowest)
    expect((await buyer.call(winnerDetail, { params: { orderId: b.orderId } })).meeting?.reason).toContain('价格最低')
    const lot = await called([d.orderId], { rule: 'lot' })
    const [own] = await people[1]!.call(ownDraws, { query: { subject: lot.meetId } })
    const commitment = { params: { drawId: own!.drawId }, body: { commitment: commitmentOf(VALUE) } }
    await people[1]!.call(commitToDraw, commitment)
    expect(await agent.refused(commitToDraw, commitment)).toMatchObject(NOT_FOUND)
    for (const [i, client] of people.entries())
      await vote(client, lot.meetId, { orderId: d.orderId, tradeId: d.trades[i < 3 ? 0 : 1]! })
    await lotIsDrawn(lot, d)
    expect((await detail(buyer, open)).agenda[0]!.draw).toBeNull()
  })

  /** The votes are in, three for the first and two for the second; a member's browser has committed to a value. */
  async function lotIsDrawn(params: { meetId: string }, { orderId, trades }: { orderId: string; trades: string[] }) {
    const waiting = (await detail(buyer, params)).agenda[0]!
    expect(waiting).toMatchObject({ chosen: null, draw: { stage: 'revealing' } })
    expect(waiting.draw!.participants.map(({ role }) => role)).toEqual(['定标成员'])
    // Nothing is decided, and nobody is replaced, while it is drawn.
    expect(await buyer.refused(c.writeMinutes, { params, body: { minutes: '会议已经确定了中标人。' } })).toMatchObject(
      WRONG_STATE,
    )
    const { memberList } = await detail(buyer, params)
    const other = { memberId: memberList[0]!.memberId, employeeId: spare, reason: '另有公务' }
    expect((await buyer.refused(c.replaceMember, { params, body: other })).message).toContain('抽签进行中')
    await people[1]!.call(revealForDraw, { params: { drawId: waiting.draw!.drawId }, body: { value: VALUE } })
    await drawnOf(t, params.meetId)

    const { draw, chosen } = (await detail(buyer, params)).agenda[0]!
    expect(draw!.parts[0]!.options.map(({ value }) => value).toSorted()).toEqual([trades[0]!, trades[1]!].toSorted())
    expect(draw!.result).toEqual([{ label: '中标人', value: chosen }])
    const { parts, closed, operatorSeed, result } = draw!
    const source = sourceOf(draw!)!
    expect(closed!.reveals).toHaveLength(1)
    expect(steppedChecks({ parts, source, result }).filter(({ ok }) => !ok)).toEqual([])
    await signed(params)
    const told = (await pdfText((await buyer.file(c.meetingMinutes, { params })).content)).replaceAll(' ', '')
    for (const said of [operatorSeed!, draw!.closedHash!, '经抽签确定']) expect(told).toContain(said)
    const filed = await inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
      meetingArchive.entries(ctx as never, await orderRow(ctx, orderId)),
    )
    const record = JSON.parse(
      (filed.find(({ path }) => path.includes('定标抽签记录'))!.content as Buffer).toString(),
    ) as DrawRecord
    expect(record).toEqual({ parts, source, result })
  }

  test('does not exist for strangers, and asks organisers for the right', async () => {
    const { orderId } = await tender()
    const params = await called([orderId])
    for (const client of [agent]) {
      expect(await client.refused(c.meetingDetail, { params })).toMatchObject(NOT_FOUND)
      expect(
        await client.refused(c.castVote, { params: { ...params, orderId }, body: { tradeId: newId() } }),
      ).toMatchObject(NOT_FOUND)
      for (const call of [c.callMeeting, c.beginMeeting, c.removeMeeting])
        expect(await client.refused(call, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.updateMeeting, { params, body: fields([orderId]) })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.replyMeeting, { params, body: { attends: true } })).toMatchObject(NOT_FOUND)
      expect(
        await client.refused(c.replaceMember, { params, body: { memberId: newId(), employeeId: newId() } }),
      ).toMatchObject(NOT_FOUND)
      expect(
        await client.refused(c.writeMinutes, { params, body: { minutes: '十个字以上的会议纪要内容' } }),
      ).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.signMinutes, { params, body: { signature: '李衡' } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.cancelMeeting, { params, body: { reason: '无关' } })).toMatchObject(NOT_FOUND)
    }
    // A member who does not buy sits in it and organises nothing.
    expect(await people[1]!.refused(c.cancelMeeting, { params, body: { reason: '无权' } })).toMatchObject(NOT_FOUND)
    expect((await people[1]!.refused(c.createMeeting, { body: fields([orderId]) })).status).toBe(403)
    expect((await people[1]!.call(c.meetingPage, { query: {} })).rows.length).toBeGreaterThan(0)
    expect((await agent.call(c.meetingPage, { query: {} })).rows).toEqual([])
    expect((await world.suppliers[0]!.refused(c.meetingPage, { query: {} })).status).toBe(403)
    expect((await agent.refused(c.createMeeting, { body: fields([orderId]) })).message).toBe('采购单不存在')
  })
})

test('a member who does not vote is replaced with a reason, one who does not sign is put on record', async () => {
  const { orderId, trades } = await tender()
  const params = await called([orderId])
  const [first, second] = trades as [string, string, string]
  for (const client of people.slice(0, 4)) await vote(client, params.meetId, { orderId, tradeId: first })
  const seats = (await detail(buyer, params)).memberList
  const seatOf = (n: number) => seats.find(({ employeeId }) => employeeId === ids[n])!.memberId
  const replace = (n: number, body: object) => ({ params, body: { memberId: seatOf(n), employeeId: spare, ...body } })
  expect((await buyer.refused(c.replaceMember, replace(4, {}))).message).toContain('须填写原因')
  expect(await people[1]!.refused(c.replaceMember, replace(4, { reason: '无权' }))).toMatchObject(NOT_FOUND)
  // The fourth had voted: its vote is void, and the fifth comes back into play.
  await buyer.call(c.replaceMember, replace(3, { reason: '因公外出，不能继续参会' }))
  expect((await detail(buyer, params)).agenda[0]).toMatchObject({ rounds: [], chosen: null })
  expect((await detail(buyer, params)).agenda[0]!.voted).toHaveLength(3)
  await vote(people[4]!, params.meetId, { orderId, tradeId: second })
  // Five votes lie there, four of them of members: nothing is counted before the new one has voted.
  expect((await detail(buyer, params)).agenda[0]!.chosen).toBeNull()
  const ninth = await t.login('expert9', { workbench: 'purchaser' })
  expect(await ninth.refused(c.castVote, { params: { ...params, orderId }, body: { tradeId: second } })).toMatchObject(
    NOT_FOUND,
  )
  expect((await ninth.call(inbox, { query: { pageSize: 100 } })).rows.map(({ label }) => label)).toContain(
    '答复定标会邀请',
  )
  await ninth.call(c.replyMeeting, { params, body: { attends: true } })
  await vote(ninth, params.meetId, { orderId, tradeId: second })
  expect((await detail(buyer, params)).agenda[0]).toMatchObject({
    chosen: first,
    rounds: [
      {
        tally: [
          { tradeId: first, votes: 3 },
          { tradeId: second, votes: 2 },
        ],
      },
    ],
  })
  await buyer.call(c.writeMinutes, { params, body: { minutes: '会议听取评审情况汇报，经表决确定中标人。' } })
  const close = { params, body: { reason: '对结果有异议，拒绝签字且未书面说明' } }
  for (const n of [0, 1]) {
    await people[n]!.call(c.signMinutes, { params, body: { signature: PEOPLE[ACCOUNTS[n]!].name } })
    expect((await buyer.refused(c.closeMeeting, close)).message).toContain('过半数成员签字')
  }
  await people[2]!.call(c.signMinutes, { params, body: { signature: PEOPLE[ACCOUNTS[2]].name } })
  expect(await people[1]!.refused(c.closeMeeting, close)).toMatchObject(NOT_FOUND)
  const ends = await Promise.allSettled([
    buyer.call(c.closeMeeting, close),
    ...Array.from({ length: 7 }, (_, i) => buyer.call(c.closeMeeting, close, { key: `close-${i}` })),
  ])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await t.settle()
  const ended = await detail(buyer, params)
  expect(ended.state).toBe('signed')
  expect(ended.memberList.filter(({ remark }) => remark.startsWith('未签字（'))).toHaveLength(2)
  expect((await buyer.call(winnerDetail, { params: { orderId } })).meeting?.tradeId).toBe(first)
})

test('what was written is bound, each time', async () => {
  expect(await faultsOf(t, ['award_meeting', 'award_vote'])).toEqual([])
})
