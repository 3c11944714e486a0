import { expect, test } from 'vitest'
import { fromState } from '#demo/states/from-state.ts'
import * as c from '../contract.ts'

test('varieties are a company’s own, each name once for a unit', async () => {
  const { t } = await fromState('people')
  const seller = await t.login('buyer', { workbench: 'purchaser' })
  const body = { name: '废钢', unit: '吨' }
  const { varietyId } = await seller.call(c.createSaleVariety, { body })
  const oil = { name: '废矿物油', unit: '千克', qualification: '危险废物经营许可证' }
  await seller.call(c.createSaleVariety, { body: oil })
  expect(await seller.refused(c.createSaleVariety, { body: { ...body, qualification: '无' } })).toMatchObject({
    message: '已有品种“废钢（吨）”',
  })
  const change = { params: { varietyId }, body: { ...body, name: '废旧钢材', isActive: false } }
  const agency = await t.login('agent', { workbench: 'agency' })
  expect(await agency.refused(c.updateSaleVariety, change)).toMatchObject({ status: 404 })
  const clash = { ...change, body: { ...oil, isActive: true } }
  expect((await seller.refused(c.updateSaleVariety, clash)).status).toBe(409)
  await seller.call(c.updateSaleVariety, change)
  expect(await seller.call(c.saleVarieties, {})).toMatchObject([
    { name: '废矿物油', qualification: '危险废物经营许可证', isActive: true },
    { name: '废旧钢材', isActive: false },
  ])
  expect(await agency.call(c.saleVarieties, {})).toEqual([])
})
