import { beforeAll, describe, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import * as std from '../contract/standard.ts'
import { PRESETS } from '../rules/presets.ts'
import { type ChargeWorld, chargeWorld, CONFIG, GOODS, publish } from './testing/charges.ts'

/* What is charged, and by which formula: kept, published, computed. */

let t: ChargeWorld['t']
let facts: ChargeWorld['facts']
let admin: ChargeWorld['admin']
let buyer: ChargeWorld['buyer']
let agent: ChargeWorld['agent']
let suppliers: ChargeWorld['suppliers']
let world: ChargeWorld['world']
let before: ChargeWorld['before']
beforeAll(async () => {
  ;({ t, facts, admin, buyer, agent, suppliers, world, before } = await chargeWorld())
})

const detail = (id: string) => t.client().call(std.standardDetail, { params: { id } })

describe('standards', () => {
  test('gaps and overlaps are kept as drafts and refused at publication; leaps want a yes', async () => {
    const tiers = (to: string, from: string) => [
      { from: '0', to, rate: '1.5' },
      { from, to: null, rate: '1' },
    ]
    const terms = {
      formula: 2 as const,
      elements: [{ type: 1 as const, value: 'winnerAmount' }],
      tiers: tiers('100', '200'),
    }
    const made = await buyer.call(std.addTemplate, { body: { name: '自订', terms } })
    expect(made.findings).toMatchObject([{ message: '第 1 档与第 2 档之间有空档' }])
    const params = { templateId: made.templateId }
    const { configId } = await buyer.call(std.addConfig, { body: { ...CONFIG, templateId: made.templateId } })
    expect(await buyer.refused(std.publishStandard, { body: {} })).toMatchObject({
      code: 10001,
      message: '服务费：第 1 档与第 2 档之间有空档',
    })
    await buyer.call(std.changeTemplate, {
      params,
      body: { name: '自订', terms: { ...terms, tiers: tiers('200', '100') } },
    })
    expect((await buyer.refused(std.publishStandard, { body: {} })).message).toBe('服务费：第 1 档与第 2 档重叠')
    await buyer.call(std.changeTemplate, {
      params,
      body: { name: '自订', terms: { ...terms, tiers: tiers('1000', '1000') } },
    })
    expect(await buyer.refused(std.publishStandard, { body: {} })).toMatchObject({ code: 10017 })
    expect((await buyer.refused(std.dropTemplate, { params })).message).toBe('有收费项目正在使用该模板，请先更换')
    await buyer.call(std.changeConfig, { params: { configId }, body: CONFIG })
    await buyer.call(std.dropTemplate, { params })
    const { publicationId, no } = await publish(buyer)
    expect(no).toBe(1)
    expect((await buyer.refused(std.publishStandard, { body: { note: '再次' } })).message).toContain('已公示的一致')
    await before(publicationId!)
  })

  test('strangers, other roles and wrong content are refused', async () => {
    const { own } = await buyer.call(std.chargeConfigs, {})
    const { configId } = own[0]!
    for (const client of [agent, admin]) {
      expect(
        await client.refused(std.changeConfig, { params: { configId }, body: { feeType: 2, setting: 3 } }),
      ).toMatchObject(client === admin ? { status: 404 } : { code: 10001 })
      expect(await client.refused(std.dropConfig, { params: { configId } })).toMatchObject({ status: 404 })
    }
    expect((await suppliers[0]!.refused(std.addConfig, { body: CONFIG })).status).toBe(403)
    const wrong = async (body: object) => (await buyer.refused(std.addConfig, { body: { ...CONFIG, ...body } })).message
    expect(await wrong({ feeType: 5 })).toBe('本单位不收取该项费用')
    expect(await wrong({ setting: 1 })).toBe('该项费用不能这样收取')
    expect(await wrong({ templateId: null })).toBe('请选择收费模板')
    expect(await wrong({ memberDiscounts: { basic: '5' } })).toBe('该项费用没有会员优惠')
    expect(await wrong({ payer: 'purchaser' })).toBe('该项费用由中标（成交）供应商支付')
    const twice = await buyer.call(std.addConfig, { body: { ...CONFIG, methods: [1] } })
    expect((await buyer.refused(std.publishStandard, { body: {} })).message).toBe('服务费对同一采购方式设置了两次')
    await buyer.call(std.dropConfig, { params: twice })
  })

  test('computes 22.55 万元 for works of 6,000 万元 for everybody, and nothing but by the closed grammar', async () => {
    const anybody = t.client()
    const ask = (query: object) => anybody.call(std.computeFee, { query })
    const { amount, lines, isReference } = await ask({ templateId: PRESETS[2]!.id, winnerAmount: '60000000' })
    expect([amount, lines.at(-1)!.amount, isReference]).toEqual(['225500.00', '225500.00', true])
    const [line] = (await detail(COMPANIES.hospital.id)).standards[0]!.lines
    expect((await ask({ configId: line!.configId, winnerAmount: '1000000' })).amount).toBe('15000.00')
    const refused = async (query: object) => (await anybody.refused(std.computeFee, { query })).status
    expect(await refused({ templateId: GOODS })).toBe(400)
    expect(await refused({ templateId: COMPANIES.agency.id, winnerAmount: '1' })).toBe(404)
    expect(await refused({ winnerAmount: '1' })).toBe(400)
    expect(await refused({ templateId: GOODS, winnerAmount: '-1' })).toBe(400)
    const code = { formula: 1 as const, elements: [{ type: 3 as const, value: 'process.exit()' }] }
    const { templateId, findings } = await buyer.call(std.addTemplate, { body: { name: '代码', terms: code } })
    expect(findings[0]!.level).toBe('wrong')
    expect(await refused({ templateId, winnerAmount: '1' })).toBe(404)
    await buyer.call(std.dropTemplate, { params: { templateId } })
  })

  test('a published order keeps its version; what was published cannot be altered', async () => {
    const seen = async () => (await detail(facts.orderId)).standards.map(({ companyId, no }) => [companyId, no])
    expect(await seen()).toEqual([[COMPANIES.hospital.id, 1]])
    const { own } = await buyer.call(std.chargeConfigs, {})
    await buyer.call(std.changeConfig, {
      params: { configId: own[0]!.configId },
      body: { ...CONFIG, templateId: PRESETS[1]!.id },
    })
    expect((await buyer.call(std.chargeConfigs, {})).isChanged).toBe(true)
    expect((await publish(buyer, { note: '调整' })).no).toBe(2)
    expect(await seen()).toEqual([[COMPANIES.hospital.id, 1]])
    expect((await detail(facts.orderId)).standards[0]!.lines[0]!.template!.templateId).toBe(GOODS)
    expect((await detail(COMPANIES.hospital.id)).standards[0]!.no).toBe(2)
    await expect(world.act((ctx) => ctx.tx.deleteFrom('charge_publication').execute())).rejects.toThrow(/permission/)
    expect(await t.client().refused(std.standardDetail, { params: { id: GOODS } })).toMatchObject({ status: 404 })
    expect(await t.client().refused(std.standardDetail, { params: { id: 'x' } })).toMatchObject({ status: 404 })
  })
})
