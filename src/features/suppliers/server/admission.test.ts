import { beforeAll, describe, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as tender from '#features/procurement/contract/supplier.ts'
import * as trade from '#features/procurement/contract/trade.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import { draft, join, publish, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as d from '../contract/certificates.ts'
import * as l from '../contract/listings.ts'
import * as c from '../contract/library.ts'
import { admitted, blacklisted, PDF, type SupplierWorld, supplierWorld, titles } from './testing/supplier-world.ts'

/* What an owner decided about suppliers, as invitations and sign-ups of its orders meet it. */

let world: SupplierWorld
let buyer: HttpClient
let suppliers: HttpClient[]
let runs: TenderWorld
const reason = '具备承担能力'
const ids = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier3.id, COMPANIES.supplier4.id]

beforeAll(async () => {
  world = await supplierWorld()
  buyer = world.buyer
  suppliers = await Promise.all([1, 2, 3, 4].map((n) => world.t.login(`supplier${n}`, { workbench: 'supplier' })))
  runs = { t: world.t, buyer, suppliers }
  for (const companyId of ids) await admitted(world, buyer, { companyId })
})

const invite = (orderId: string, companyIds: string[]) => ({ params: { orderId }, body: { companyIds, reason } })
const idOf = async (companyId: string) =>
  (await buyer.call(c.supplierPage, { query: { pageSize: 100 } })).rows.find((row) => row.companyId === companyId)!
    .supplierId
const signUp = (orderId: string) => ({
  params: { orderId },
  body: { contactName: '联系人', contactMobile: '13800000000', files: [] },
})

describe('who is blacklisted', () => {
  test('is neither invited nor signs up; what it has signed up for goes on', async () => {
    const running = await publish(runs, { title: '进行中的标段' })
    const { tradeId } = await join(runs, running.orderId, { supplier: suppliers[0]!, pass: false })
    const open = await publish(runs, { title: '公开的标段' })
    const invited = await draft(runs, { method: invitedBidding.code, title: '邀请的标段' })
    await buyer.call(addInvitees, invite(invited.orderId, [ids[0]!, ids[1]!, ids[2]!]))
    const listingId = await blacklisted(world, buyer, { companyId: ids[0]! })
    // Nothing new.
    const other = await draft(runs, { method: invitedBidding.code, title: '另一个标段' })
    const refused = await buyer.refused(addInvitees, invite(other.orderId, [ids[0]!, ids[1]!]))
    expect(refused.message).toContain(COMPANIES.supplier1.name)
    expect(refused.message).toContain('黑名单')
    expect((await suppliers[0]!.refused(tender.signUp, signUp(open.orderId))).message).toContain(
      '采购人已将贵单位列入黑名单',
    )
    // A draft that named it before says so before it is published, and is not published.
    const check = await buyer.refused(order.publishOrder, { params: invited, body: {} })
    expect(JSON.stringify(check)).toContain('黑名单')
    // What runs goes on.
    await buyer.call(trade.decideTrade, { params: { tradeId }, body: { pass: true } })
    // Nobody else is concerned, and once lifted everything is open again.
    await join(runs, open.orderId, { supplier: suppliers[1]! })
    await buyer.call(l.liftListing, { params: { listingId }, body: { reason: '复查后撤销' } })
    await join(runs, open.orderId, { supplier: suppliers[0]! })
    await buyer.call(addInvitees, invite(other.orderId, [ids[0]!]))
  })
})

test('an internal grade keeps from invitations, never from a tender that the law opens to all', async () => {
  const supplierId = await idOf(ids[3]!)
  await buyer.call(c.gradeSupplier, {
    params: { supplierId },
    body: { grade: 'D', until: world.inDays(300), reason: '年度考核不合格' },
  })
  const made = await draft(runs, { method: invitedBidding.code, title: '邀请标段' })
  expect((await buyer.refused(addInvitees, invite(made.orderId, [ids[3]!]))).message).toContain('等级为 D')
  const open = await publish(runs, { title: '依法公开的标段' })
  await join(runs, open.orderId, { supplier: suppliers[3]! })
})

test('who is paused is not selected, and keeps the letter that it has', async () => {
  const made = await draft(runs, { method: invitedBidding.code, title: '已发邀请的标段' })
  await buyer.call(addInvitees, invite(made.orderId, [ids[0]!, ids[1]!, ids[2]!]))
  const published = await buyer.call(order.publishOrder, { params: made, body: { acceptWarnings: true } })
  expect(published.noticeId).toBeTruthy()
  await world.t.settle()
  const pause = { action: 'pause' as const, reason: '交货逾期，限期整改' }
  await buyer.call(c.actOnSupplier, { params: { supplierId: await idOf(ids[2]!) }, body: pause })
  const next = await draft(runs, { method: invitedBidding.code, title: '下一个标段' })
  expect((await buyer.refused(addInvitees, invite(next.orderId, [ids[2]!]))).message).toContain('暂停')
  await join(runs, made.orderId, { supplier: suppliers[2]! })
})

describe('a demanded document that has expired in the purchaser’s library', () => {
  const KIND = '营业执照'
  const fields = { kind: KIND, number: '91320400', issuer: '江州市市场监督管理局' }
  let orderId: string
  let certificateId: string
  const own = async () => (await suppliers[1]!.call(tender.tenderDetail, { params: { orderId } })).lapses
  const seen = async (tradeId: string) => (await buyer.call(trade.tradeDetail, { params: { tradeId } })).lapses
  const pass = (tradeId: string) => ({ params: { tradeId }, body: { pass: true } })

  test('is told to the supplier before it signs up, and keeps it from being approved', async () => {
    const supplierId = await idOf(ids[1]!)
    orderId = (await publish(runs, { title: '要求营业执照的标段' })).orderId
    expect(await own()).toEqual([])
    const { fileId } = await buyer.upload('supplier-file', '执照.pdf', PDF)
    const validUntil = world.today()
    const body = { ...fields, validUntil, files: [{ fileId, name: '执照.pdf' }] }
    certificateId = (await buyer.call(d.addCertificate, { params: { supplierId }, body })).certificateId
    // It holds on its last day, and ends before offers are due.
    const standing = { kind: KIND, validUntil, isRequired: true, isExpired: false, renewedUntil: null }
    expect(await own()).toEqual([standing])
    await world.t.settle()
    await world.t.advanceTo(`${world.inDays(1)}T09:00:00+08:00`)
    expect(await own()).toEqual([{ ...standing, isExpired: true }])
    // Nobody else reads of it.
    expect((await suppliers[2]!.call(tender.tenderDetail, { params: { orderId } })).lapses).toEqual([])
    const { tradeId } = await join(runs, orderId, { supplier: suppliers[1]!, pass: false })
    expect(await seen(tradeId)).toEqual([{ ...standing, isExpired: true }])
    const refused = await buyer.refused(trade.decideTrade, pass(tradeId))
    expect(refused).toMatchObject({ status: 409, code: 10027 })
    expect(refused.message).toContain(`“营业执照”有效期至 ${validUntil}，已过期`)
    await buyer.call(trade.decideTrade, { params: { tradeId }, body: { pass: false, reason: '证件已过有效期' } })
  })

  test('is renewed by another file with its last day alone', async () => {
    const [supplier] = [suppliers[1]!]
    const sent = async (bytes: Buffer, validUntil: string | null) => {
      const { fileId } = await supplier.upload('qualification', '新执照.pdf', bytes)
      const files = [{ fileId, kind: KIND, name: '新执照.pdf', validUntil }]
      return { params: { orderId }, body: { contactName: '沈瑶', contactMobile: '13800000000', files } }
    }
    const renewed = Buffer.concat([PDF, Buffer.from('% renewed')])
    const over = await supplier.refused(tender.signUp, await sent(renewed, world.inDays(-1)))
    expect(over).toMatchObject({ status: 400, message: /已过期，请提交有效期内的证件/ })
    const same = await supplier.refused(tender.signUp, await sent(PDF, world.inDays(500)))
    expect(same).toMatchObject({ status: 400, message: /是同一份文件/ })
    const wrong = await supplier.refused(tender.signUp, await sent(renewed, '明年'))
    expect(wrong.status).toBe(400)
    const silent = await supplier.call(tender.signUp, await sent(renewed, null))
    expect(await buyer.refused(trade.decideTrade, pass(silent.tradeId))).toMatchObject({ code: 10027 })
    await buyer.call(trade.decideTrade, { params: silent, body: { pass: false, reason: '未填写有效期' } })
    const { tradeId } = await supplier.call(tender.signUp, await sent(renewed, world.inDays(500)))
    expect(await seen(tradeId)).toMatchObject([{ isExpired: true, renewedUntil: world.inDays(500) }])
    await buyer.call(trade.decideTrade, pass(tradeId))
    const { rows } = await world.t.owner.query(
      `select body -> 'data' -> 'lapses' -> 0 ->> 'renewedUntil' as until from audit_entry
       where body ->> 'action' = 'trade.decide' and body -> 'data' ->> 'tradeId' = $1 and body -> 'data' ->> 'pass' = 'true'`,
      [tradeId],
    )
    expect(rows).toEqual([{ until: world.inDays(500) }])
  })

  test('counts no more once the purchaser keeps the renewed one, which is offered to its company alone', async () => {
    const kept = async (client: HttpClient) =>
      (await client.call(tender.keptDocuments, {})).rows.filter(({ source }) => source === 'library')
    expect(await kept(suppliers[1]!)).toEqual([])
    const { fileId } = await buyer.upload('supplier-file', '换发的执照.pdf', Buffer.concat([PDF, Buffer.from('% 2')]))
    const validUntil = world.inDays(900)
    const body = { ...fields, validUntil, files: [{ fileId, name: '换发的执照.pdf' }] }
    await buyer.call(d.updateCertificate, { params: { certificateId }, body })
    expect(await own()).toEqual([])
    const [document] = await kept(suppliers[1]!)
    expect(document).toMatchObject({ kind: KIND, number: '91320400', validUntil, fileId })
    expect(await kept(suppliers[2]!)).toEqual([])
    const reuse = { params: { fileId }, body: { sha256: document!.sha256 } }
    expect(await suppliers[2]!.refused(tender.reuseDocument, reuse)).toMatchObject({ status: 404 })
    const changed = { ...reuse, body: { sha256: '0'.repeat(64) } }
    expect(await suppliers[1]!.refused(tender.reuseDocument, changed)).toMatchObject({ status: 409 })
    const taken = await suppliers[1]!.call(tender.reuseDocument, reuse)
    expect(taken.sha256).toBe(document!.sha256)
    // A record of its own: the purchaser's file itself is no file of the supplier's.
    expect(taken.fileId).not.toBe(fileId)
    const next = await publish(runs, { title: '选用登记证件的标段' })
    const signed = (id: string) => ({
      params: { orderId: next.orderId },
      body: {
        contactName: '沈瑶',
        contactMobile: '13800000000',
        files: [{ fileId: id, kind: KIND, name: '换发的执照.pdf', validUntil }],
      },
    })
    expect((await suppliers[1]!.refused(tender.signUp, signed(fileId))).status).toBe(400)
    const { tradeId } = await suppliers[1]!.call(tender.signUp, signed(taken.fileId))
    await buyer.call(trade.decideTrade, pass(tradeId))
  })
})

test('the result of a recruit order makes and renews records, once', async () => {
  const orderId = '0190aaaa-0000-7000-8000-000000000001'
  const entry = (companyId: string) => ({
    companyId,
    categories: ['物业服务'],
    from: world.today(),
    until: world.inDays(700),
  })
  const entries = [entry(COMPANIES.supplier5.id), entry(ids[0]!), entry(ids[2]!)]
  const publishResult = () =>
    inContext(world.t.kernel, { tenantId: 1, actor: null }, async (ctx) => {
      const payload = { orderId, ownerCompanyId: COMPANIES.hospital.id, entries }
      ctx.emit({ kind: 'recruit.resultPublished', payload })
    })
  await publishResult()
  await publishResult()
  await world.t.settle()
  const rows = (await buyer.call(c.supplierPage, { query: { category: '物业服务' } })).rows
  const by = (id: string) => rows.find(({ companyId }) => companyId === id)
  expect(rows).toHaveLength(3)
  expect(by(COMPANIES.supplier5.id)).toMatchObject({ state: 'qualified', origin: 'recruit', categories: ['物业服务'] })
  expect(by(ids[0]!)).toMatchObject({ state: 'qualified', origin: 'direct', validUntil: world.inDays(700) })
  // A pause was somebody's decision.
  expect(by(ids[2]!)).toMatchObject({ state: 'paused', categories: ['医疗设备', '物业服务'] })
  const { history } = await buyer.call(c.supplierDetail, { params: { supplierId: by(ids[0]!)!.supplierId } })
  expect(history.filter(({ action }) => action === 'recruit')).toHaveLength(1)
  const supplier5 = await world.t.login('supplier5', { workbench: 'supplier' })
  expect((await titles(supplier5)).filter((title) => title.startsWith('已进入'))).toHaveLength(1)
})
