import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { homePage } from '#features/home/contract.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { secondProcess } from '#server/testing/second-process.ts'
import * as d from '../contract/certificates.ts'
import * as c from '../contract/library.ts'
import { addDays } from '../rules/days.ts'
import { lapses } from './order-admission.ts'
import { admitted, NOT_FOUND, PDF, type SupplierWorld, supplierWorld, titles, todos } from './testing/supplier-world.ts'

let world: SupplierWorld
let buyer: HttpClient
let supplierId: string
const KIND = '医疗器械经营许可证'
const company = COMPANIES.supplier1

beforeAll(async () => {
  world = await supplierWorld()
  buyer = world.buyer
  await admitted(world, buyer, { companyId: company.id, until: world.inDays(900) })
  supplierId = (await buyer.call(c.supplierPage, { query: {} })).rows[0]!.supplierId
})

const fields = (change: object = {}) => ({
  kind: KIND,
  number: '苏常食药监械经营许20260001号',
  issuer: '江州市市场监督管理局',
  scope: '第三类医疗器械',
  validUntil: world.inDays(100),
  files: [],
  ...change,
})
const expiredKinds = () =>
  inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) => {
    const found = await lapses(ctx, {
      order: { purchaserCompanyId: COMPANIES.hospital.id },
      companyId: company.id,
      kinds: [KIND, '其他'],
      before: world.today(),
    })
    return found.map(({ kind }) => kind)
  })

test('a certificate is kept once, with its file, by its owner alone', async () => {
  const { fileId } = await buyer.upload('supplier-file', '许可证.pdf', PDF)
  const body = fields({ files: [{ fileId, name: '许可证.pdf' }] })
  const params = { supplierId }
  expect((await buyer.refused(d.addCertificate, { params, body: fields({ number: '' }) })).status).toBe(400)
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => buyer.call(d.addCertificate, { params, body })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [row] = (await buyer.call(d.certificatePage, { query: {} })).rows
  expect(row).toMatchObject({ kind: KIND, state: 'valid', daysLeft: 100 })
  const { certificateId } = row!
  expect(await world.other.refused(d.addCertificate, { params, body: fields() })).toMatchObject(NOT_FOUND)
  const theirs = { params: { certificateId }, body: fields() }
  expect(await world.other.refused(d.updateCertificate, theirs)).toMatchObject(NOT_FOUND)
  expect(await buyer.refused(d.updateCertificate, { ...theirs, params: { certificateId: newId() } })).toMatchObject(
    NOT_FOUND,
  )
  const file = { certificateId, fileId }
  expect((await buyer.file(d.certificateFile, { params: file })).content.equals(PDF)).toBe(true)
})

test('owner and supplier are reminded 60, 30 and 7 days before, once each, and expired is a state of its own', async () => {
  // Another process on the same database hears of the same timers.
  const second = await secondProcess(world.t)
  const until = world.inDays(100)
  const reminded = async (client: HttpClient) =>
    (await titles(client)).filter((title) => title.startsWith('资质')).toReversed()
  for (const before of [60, 30, 7]) {
    await world.t.advanceTo(`${addDays(until, -before)}T08:59:00+08:00`)
    const earlier = await reminded(buyer)
    await world.t.advanceTo(`${addDays(until, -before)}T09:01:00+08:00`)
    expect((await reminded(buyer)).length).toBe(earlier.length + 1)
  }
  expect(await reminded(buyer)).toEqual([60, 30, 7].map((before) => `资质将在 ${before} 天后到期：${company.name}`))
  expect(await reminded(world.supplier1)).toEqual([60, 30, 7].map((before) => `资质将在 ${before} 天后到期：${KIND}`))
  await world.t.advanceTo(`${until}T23:00:00+08:00`)
  expect(await expiredKinds()).toEqual([])
  await world.t.advanceTo(`${addDays(until, 1)}T10:00:00+08:00`)
  expect(await expiredKinds()).toEqual([KIND])
  expect((await reminded(buyer)).at(-1)).toBe(`资质已过期：${company.name}`)
  expect((await second.login('buyer', 'purchaser')).workbench).toBe('purchaser')
  const page = await buyer.call(d.certificatePage, { query: { state: 'expired' } })
  expect(page.rows).toMatchObject([{ state: 'expired', daysLeft: -1 }])
  expect(page.counts).toMatchObject({ expired: 1, valid: 0 })
  expect((await buyer.call(c.supplierPage, { query: { certificates: 'expired' } })).rows).toMatchObject([
    { certificates: { expired: 1, expiring: 0 } },
  ])
  expect((await buyer.call(homePage, {})).figures).toContainEqual(
    expect.objectContaining({ label: '已过期资质', value: '1' }),
  )
  expect((await todos(buyer)).find(({ label }) => label === '更新过期资质')).toMatchObject({
    title: `${company.name}：${KIND}`,
  })
})

test('a renewed certificate holds again, and is reminded of by its new end', async () => {
  const [row] = (await buyer.call(d.certificatePage, { query: {} })).rows
  const params = { certificateId: row!.certificateId }
  await buyer.call(d.updateCertificate, { params, body: fields({ validUntil: world.inDays(40) }) })
  expect(await expiredKinds()).toEqual([])
  const before = (await titles(buyer)).length
  await world.t.advanceTo(`${world.inDays(10)}T09:01:00+08:00`)
  expect((await titles(buyer)).length).toBe(before + 1)
  await buyer.call(d.removeCertificate, { params, body: { reason: '重复登记' } })
  expect(await buyer.refused(d.removeCertificate, { params, body: { reason: '重复登记' } })).toMatchObject(NOT_FOUND)
  expect(await expiredKinds()).toEqual([])
})
