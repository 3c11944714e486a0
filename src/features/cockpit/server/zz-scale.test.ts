import { expect, test } from 'vitest'
import { publish } from '#features/procurement/server/testing/tender.ts'
import { testSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'

test('scale', async () => {
  const t = await testSystem({ from: 'people' })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const one = await t.login('supplier1', { workbench: 'supplier' })
  const { orderId, projectId } = await publish({ t, buyer, suppliers: [] }, { title: '监护仪采购' })
  await t.owner.query(
    `with p as (insert into project select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'code', 'P' || n, 'region', case n % 3 when 0 then '江州市' else '北京市' end))).*
      from project p, generate_series(1, 10000) n where p.id = $1 returning id, code)
    insert into purchase_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', 'X' || p.code, 'project_id', p.id, 'title', '设备采购' || p.code))).*
      from purchase_order o, p where o.id = $2`,
    [projectId, orderId],
  )
  await t.owner.query('analyze')
  await one.call(contract.saveProfile, {
    body: {
      categories: ['goods'],
      keywords: ['监护仪', '输液泵', '手术'],
      regions: ['江州', '海州'],
      least: '1000',
      most: '9000000',
    },
  })
  const times: number[] = []
  for (let i = 0; i < 6; i++) {
    const from = performance.now()
    const { total } = await one.call(contract.matches, { query: {} })
    times.push(Math.round(performance.now() - from))
    expect(total).toBe(50)
  }
  console.log('SCALE', times.join(' '))
})
