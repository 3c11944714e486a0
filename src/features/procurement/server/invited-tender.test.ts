import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { consented } from '#demo/play/consent.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import * as portal from '../contract/portal.ts'
import { createProject } from '../contract/project.ts'
import * as tender from '../contract/supplier.ts'
import * as trade from '../contract/trade.ts'
import { invitedBidding } from '../methods/invited-bidding.ts'
import { NoticeKind } from '../rules/enums.ts'
import { draft, join, publicise, reviewed, tenderWorld, type TenderWorld, text } from './testing/tender.ts'

/* A tender with invited suppliers, and that it exists for nobody else. Three are invited, the fourth is the stranger. */

const K = NoticeKind.values
const INVITED = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier3.id]
const reason = '具备承担本项目的能力，资信良好'
const NOT_FOUND = { status: 404, code: 404 }

let world: TenderWorld
let invited: HttpClient[]
let stranger: HttpClient
let nobody: HttpClient
beforeAll(async () => {
  world = await tenderWorld()
  ;[invited, stranger, nobody] = [world.suppliers.slice(0, 3), world.suppliers[3]!, world.t.client()]
})

const invite = (orderId: string, companyIds: readonly string[]) =>
  world.buyer.call(c.addInvitees, { params: { orderId }, body: { companyIds: [...companyIds], reason } })
const publish = (orderId: string) => ({ params: { orderId }, body: { acceptWarnings: true } })

/** Published, with three invited. */
async function running(title = '受邀标段') {
  const made = await draft(world, { method: invitedBidding.code, title })
  await invite(made.orderId, INVITED)
  const { noticeId } = done(await world.buyer.call(order.publishOrder, publish(made.orderId)))
  await world.t.settle()
  return { ...made, noticeId, params: { orderId: made.orderId } }
}

test('a draft invites at least three, never the own company, and is frozen by its publication', async () => {
  const { buyer, t } = world
  const made = await draft(world, { method: invitedBidding.code })
  const params = { orderId: made.orderId }
  expect(
    (await buyer.refused(c.addInvitees, { params, body: { companyIds: [COMPANIES.hospital.id], reason } })).code,
  ).toBe(10001)
  await invite(made.orderId, INVITED.slice(0, 2))
  const law = await buyer.refused(order.publishOrder, publish(made.orderId))
  expect(law.message).toContain('受邀请单位只有 2 家，不得少于 3 家')
  const told = async () =>
    (await buyer.call(order.publishCheck, { params })).rows.filter((row) => row.text.startsWith('受邀'))
  expect(await told()).toEqual([{ state: 'note', text: '受邀供应商 2 家，应不少于 3 家', path: null }])
  await invite(made.orderId, INVITED.slice(2))
  const remove = { params: { ...params, companyId: INVITED[2]! } }
  await buyer.call(c.removeInvitee, remove)
  expect(await buyer.refused(c.removeInvitee, remove)).toMatchObject(NOT_FOUND)
  await invite(made.orderId, INVITED.slice(2))
  expect(await told()).toEqual([{ state: 'ok', text: '受邀供应商 3 家', path: null }])
  // Nobody knows of the draft.
  await t.settle()
  expect(await invited[0]!.refused(tender.tenderDetail, { params })).toMatchObject(NOT_FOUND)
  // Who is no longer a certified supplier cannot be invited.
  const certify = (is: boolean) =>
    t.owner.query('update company_tenant set is_certified = $2 where company_id = $1', [INVITED[0], is])
  await certify(false)
  expect((await buyer.refused(order.publishOrder, publish(made.orderId))).message).toContain('已不是在用的认证供应商')
  await certify(true)
  await buyer.call(order.publishOrder, publish(made.orderId))
  expect((await buyer.refused(c.removeInvitee, remove)).code).toBe(10002)
  const { notices } = await buyer.call(order.orderDetail, { params })
  expect(notices).toMatchObject([{ kind: K.invitation }])
})

test('the letter is told to each, read, accepted by signing up, or declined; a decline is taken back', async () => {
  const { buyer, t } = world
  const { params, orderId, title } = { ...(await running('回复标段')), title: '回复标段' }
  const states = async () => (await buyer.call(c.orderInvitees, { params })).rows.map((row) => row.state).toSorted()
  const { rows: told } = await t.owner.query(
    `select link from message where kind = 'order.invited' and title like '%' || $1`,
    [title],
  )
  const invites = (await buyer.call(c.orderInvitees, { params })).rows
  const letters = new Set(invites.map(({ inviteId }) => `/supplier/invitation/purchase/${orderId}/invites/${inviteId}`))
  expect(new Set(told.map((row: { link: string }) => row.link))).toEqual(letters)
  expect(told.length).toBeGreaterThanOrEqual(3)
  expect(await states()).toEqual(['told', 'told', 'told'])
  for (const supplier of invited) await supplier.call(tender.readInvitation, { params })
  expect(await states()).toEqual(['read', 'read', 'read'])

  // Once more to one alone, not at once again, and to nobody else.
  const again = { params: { ...params, inviteId: invites[0]!.inviteId } }
  expect((await buyer.refused(c.sendInvitationAgain, again)).message).toContain('刚刚已发送')
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 11 * 60_000))
  await buyer.call(c.sendInvitationAgain, again)
  expect(await buyer.refused(c.sendInvitationAgain, again)).toMatchObject({ code: 10002 })
  await t.settle()
  const { rows: sent } = await t.owner.query(
    `select link, count(*)::int as n from message where kind = 'order.invited' and title like '%' || $1 group by link`,
    [title],
  )
  const most = Math.max(...sent.map((row: { n: number }) => row.n))
  expect(sent.filter((row: { n: number }) => row.n === most)).toMatchObject([
    { link: `/supplier/invitation/purchase/${orderId}/invites/${invites[0]!.inviteId}` },
  ])
  expect((await buyer.call(c.invitationDetail, again)).sentAgainAt).not.toBeNull()

  const decline = { params, body: { reason: '产能已满，无法按期供货' } }
  expect((await invited[1]!.refused(tender.declineInvitation, { params, body: { reason: ' ' } })).code).toBe(10001)
  await invited[1]!.call(tender.declineInvitation, decline)
  await t.settle()
  const { rows: heard } = await t.owner.query(`select content from message where kind = 'invitation.declined'`)
  expect(JSON.stringify(heard)).toContain('产能已满')
  expect((await buyer.call(c.orderInvitees, { params })).rows.find((row) => row.state === 'declined')).toMatchObject({
    name: COMPANIES.supplier2.name,
    declineReason: '产能已满，无法按期供货',
  })
  const seen = await invited[1]!.call(tender.tenderDetail, { params })
  expect(seen).toMatchObject({ isInvited: true, hasDeclined: true, invitation: { reason: '产能已满，无法按期供货' } })
  expect(seen.actions.map((one) => one.action)).toEqual(['signUp'])

  await join(world, orderId, { supplier: invited[0]! })
  expect((await invited[0]!.refused(tender.declineInvitation, decline)).message).toContain('已报名')
  await join(world, orderId, { supplier: invited[1]!, pass: false })
  expect(await states()).toEqual(['accepted', 'accepted', 'read'])
  await invited[1]!.call(tender.withdrawSignUp, { params })
  expect(await states()).toEqual(['accepted', 'read', 'read'])
  // Declining and signing up at once: one of them holds.
  const licence = await invited[1]!.upload('qualification', '营业执照.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'))
  const files = [{ fileId: licence.fileId, kind: '营业执照', name: '营业执照.pdf' }]
  await Promise.allSettled([
    invited[1]!.call(tender.signUp, { params, body: { contactName: '甲', contactMobile: '13800000000', files } }),
    invited[1]!.call(tender.declineInvitation, decline),
  ])
  const { trade: own, hasDeclined } = await invited[1]!.call(tender.tenderDetail, { params })
  expect({ signedUp: own?.status === 0, hasDeclined }).toEqual({ signedUp: true, hasDeclined: false })

  // No history of the order tells who was invited.
  expect(JSON.stringify(await buyer.call(order.orderTimeline, { params }))).not.toMatch(/邀请供应商|谢绝/)
  // Further ones are invited while sign-up is open, and not after it.
  await invite(orderId, [COMPANIES.supplier5.id])
  const late = { params, body: { companyIds: [COMPANIES.supplier6.id], reason } }
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 6 * DAY))
  // With the time that the law leaves the others, and no less.
  expect(await buyer.refused(c.addInvitees, late)).toMatchObject({
    code: 10019,
    message: expect.stringContaining('20 日'),
  })
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 3 * DAY))
  expect((await invited[2]!.refused(tender.declineInvitation, decline)).code).toBe(10002)
  expect((await buyer.refused(c.addInvitees, late)).code).toBe(10002)
})

describe('for whoever was not invited', () => {
  let one: Awaited<ReturnType<typeof running>>
  let changed: string
  let clarified: string
  beforeAll(async () => {
    one = await running('暗标段')
    await join(world, one.orderId, { supplier: invited[0]! })
    const change = { title: '交货期变更', content: text('交货期顺延。'), acceptWarnings: true }
    changed = done(await world.buyer.call(notice.publishChange, { params: one.params, body: change })).noticeId
    await invited[0]!.call(tender.askQuestion, { params: one.params, body: { content: '是否接受联合体？' } })
    const [question] = await world.buyer.call(notice.orderQuestions, { params: one.params })
    const answers = [{ questionId: question!.questionId, answer: '不接受。' }]
    const body = { title: '澄清', answers }
    clarified = done(await world.buyer.call(notice.publishClarification, { params: one.params, body })).noticeId
  })

  test('no page, file, sign-up, reply or question of it exists', async () => {
    const { params } = one
    const file = { params: { ...params, fileId: one.documentId } }
    const licence = { contactName: '甲', contactMobile: '13800000000', files: [] }
    expect(await stranger.refused(tender.tenderDetail, { params })).toMatchObject(NOT_FOUND)
    expect(await stranger.refused(tender.tenderFileDownload, file)).toMatchObject(NOT_FOUND)
    expect(await stranger.refused(tender.signUp, { params, body: licence })).toMatchObject(NOT_FOUND)
    expect(await stranger.refused(tender.readInvitation, { params })).toMatchObject(NOT_FOUND)
    expect(await stranger.refused(tender.declineInvitation, { params, body: { reason: '产能已满' } })).toMatchObject(
      NOT_FOUND,
    )
    expect(await stranger.refused(tender.askQuestion, { params, body: { content: '提问' } })).toMatchObject(NOT_FOUND)
    for (const noticeId of [one.noticeId, changed, clarified]) {
      expect(await stranger.refused(tender.supplierNotice, { params: { noticeId } })).toMatchObject(NOT_FOUND)
      for (const client of [nobody, stranger, invited[0]!])
        expect(await client.refused(portal.portalNotice, { params: { noticeId } })).toMatchObject(NOT_FOUND)
    }
    for (const client of [nobody, stranger])
      expect(await client.refused(portal.portalCalendar, { params })).toMatchObject(NOT_FOUND)
    expect((await invited[1]!.file(portal.portalCalendar, { params })).name).toContain('.ics')
  })

  test('no list or search names it', async () => {
    const keyword = '暗标段'
    for (const query of [{}, { keyword }, { tab: 'sign-up' as const }]) {
      const { rows } = await stranger.call(tender.publicTenders, { query })
      expect(rows.filter((row) => row.orderId === one.orderId)).toEqual([])
    }
    const { rows } = await invited[2]!.call(tender.publicTenders, { query: { keyword } })
    expect(rows).toMatchObject([{ orderId: one.orderId, isInvited: true, tradeId: null }])
    for (const query of [{ pageSize: 100 }, { keyword }, { method: 2 }, { kind: K.change }, { kind: K.invitation }]) {
      const page = await nobody.call(portal.portalNotices, { query })
      expect(page.rows.filter((row) => row.orderId === one.orderId)).toEqual([])
    }
  })

  test('an invited one that has not signed up reads letter and change, but no answers', async () => {
    for (const noticeId of [one.noticeId, changed])
      expect((await invited[1]!.call(tender.supplierNotice, { params: { noticeId } })).noticeId).toBe(noticeId)
    expect(await invited[1]!.refused(tender.supplierNotice, { params: { noticeId: clarified } })).toMatchObject(
      NOT_FOUND,
    )
    const { notices, files } = await invited[1]!.call(tender.tenderDetail, { params: one.params })
    expect([notices.map((row) => row.kind), files]).toEqual([[K.invitation, K.change], []])
    await world.t.settle()
    const { rows } = await world.t.owner.query(
      `select count(distinct company_id)::int as n from message m join employee e on e.user_id = m.user_id
       where m.kind = 'notice.published' and m.title like '%交货期变更'`,
    )
    expect(rows).toEqual([{ n: 3 }])
  })

  test('candidates, result and abortion are public all the same', async () => {
    const ended = await running('公示标段')
    const { tradeId } = await join(world, ended.orderId, { supplier: invited[0]! })
    await reviewed(world, ended.orderId, [tradeId])
    const { noticeId } = await publicise(world, ended.orderId)
    expect((await nobody.call(portal.portalNotice, { params: { noticeId } })).siblings).toEqual([])
    expect((await stranger.call(tender.supplierNotice, { params: { noticeId } })).noticeId).toBe(noticeId)
    const failed = await running('流标标段')
    await world.buyer.call(order.declareAbortive, { params: failed.params, body: { reason: '投标人不足三家' } })
    const { rows } = await nobody.call(portal.portalNotices, { query: { keyword: '流标标段' } })
    expect(rows.map((row) => row.kind)).toEqual([K.abortive])
    // The next run begins with the same suppliers.
    const again = await world.buyer.call(order.copyOrder, { params: failed.params })
    const next = await world.buyer.call(c.orderInvitees, { params: { orderId: again.orderId } })
    expect([next.mode, next.rows.map((row) => row.state)]).toEqual(['draft', ['chosen', 'chosen', 'chosen']])
  })
})

test('the purchaser that an agency runs it for learns neither whom it invites nor who replies, before the opening', async () => {
  const { t, buyer: purchaser } = world
  const agent = await t.login('agent', { workbench: 'agency' })
  const theirs = { ...world, buyer: agent }
  const entrusted = await agent.call(createProject, {
    body: {
      name: '代理项目',
      category: 'goods',
      regime: 'tender',
      budget: '2000000',
      region: '江州市',
      funds: '财政资金',
      purchaserCompanyId: COMPANIES.hospital.id,
    },
  })
  await consented(agent, entrusted.projectId)
  const made = await draft(theirs, { method: invitedBidding.code, projectId: entrusted.projectId })
  const params = { orderId: made.orderId }
  await agent.call(c.addInvitees, { params, body: { companyIds: INVITED.slice(0, 2), reason } })
  const rules = async (client: HttpClient) =>
    (await client.call(order.orderDetail, { params })).findings.map((finding) => finding.ruleId)
  expect([(await rules(agent)).includes('invitees'), (await rules(purchaser)).includes('invitees')]).toEqual([
    true,
    false,
  ])
  await agent.call(c.addInvitees, { params, body: { companyIds: INVITED.slice(2), reason } })
  await agent.call(order.publishOrder, publish(made.orderId))
  const { tradeId, licenceId } = await join(theirs, made.orderId, { supplier: invited[0]! })
  expect(await purchaser.refused(c.orderInvitees, { params })).toMatchObject(NOT_FOUND)
  expect((await purchaser.refused(trade.tradePage, { params })).code).not.toBe(0)
  expect(await purchaser.refused(trade.tradeDetail, { params: { tradeId } })).toMatchObject(NOT_FOUND)
  expect(await purchaser.refused(trade.tradeFileDownload, { params: { tradeId, fileId: licenceId } })).toMatchObject(
    NOT_FOUND,
  )
  expect(await purchaser.refused(trade.prepareTradeFiles, { params })).toMatchObject(NOT_FOUND)
  expect((await purchaser.call(order.orderDetail, { params })).signUps).toBeNull()
  const history = JSON.stringify(await purchaser.call(order.orderTimeline, { params }))
  expect(history).not.toContain(COMPANIES.supplier1.name)
  expect(history).toContain('order.publish')
  await t.owner.query("update purchase_order set state = 'open.reading' where id = $1", [made.orderId])
  expect((await purchaser.call(order.orderDetail, { params })).signUps).toMatchObject({ passed: 1 })
})

test('an open tender is as open as it was: who was asked by name may decline, who was not signs up', async () => {
  const made = await draft(world, { title: '公开标段' })
  const params = { orderId: made.orderId }
  expect((await world.buyer.refused(c.addInvitees, { params, body: { companyIds: INVITED, reason } })).code).toBe(10002)
  await world.buyer.call(order.publishOrder, publish(made.orderId))
  await invite(made.orderId, INVITED.slice(0, 1))
  await invited[0]!.call(tender.declineInvitation, { params, body: { reason: '产能已满' } })
  expect(await stranger.refused(tender.declineInvitation, { params, body: { reason: '产能已满' } })).toMatchObject(
    NOT_FOUND,
  )
  expect((await stranger.call(tender.tenderDetail, { params })).invitation).toBeNull()
  await join(world, made.orderId, { supplier: stranger })
})
