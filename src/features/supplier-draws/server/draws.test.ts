import { beforeAll, expect, test } from 'vitest'
import { commitmentOf } from '#contract/draw.ts'
import { steppedChecks } from '#contract/draw-steps.ts'
import { commitToDraw, ownDraws, revealForDraw } from '#contract/draw-calls.ts'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { drawn as drawnOf } from '#demo/play/drawn.ts'
import { supplierPage, gradeSupplier } from '#features/suppliers/contract/library.ts'
import {
  admitted,
  blacklisted,
  type SupplierWorld,
  supplierWorld,
} from '#features/suppliers/server/testing/supplier-world.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as c from '../contract.ts'

const NOT_FOUND = { status: 404 }
const WRONG_STATE = { code: 10002 }
const VALUE = 'ab'.repeat(32)
const NOBODY: c.Conditions = { category: '', grades: [], regions: [], certificate: '' }

let world: SupplierWorld
let buyer: HttpClient
beforeAll(async () => {
  world = await supplierWorld()
  ;({ buyer } = world)
  for (const key of ['supplier1', 'supplier2', 'supplier3', 'supplier4', 'supplier5'] as const)
    await admitted(world, buyer, {
      companyId: COMPANIES[key].id,
      categories: key === 'supplier3' ? ['医用耗材'] : ['医疗设备'],
    })
  await blacklisted(world, buyer, { companyId: COMPANIES.supplier4.id })
  const { rows } = await buyer.call(supplierPage, { query: { keyword: COMPANIES.supplier5.name } })
  await buyer.call(gradeSupplier, {
    params: { supplierId: rows[0]!.supplierId },
    body: { grade: 'D', until: world.inDays(100), reason: '考核不合格' },
  })
})

const fields = {
  title: '监护仪询价邀请',
  purpose: '询价采购邀请供应商',
  conditions: { ...NOBODY, category: '医疗设备' },
  number: 1,
  substitutes: 1,
}
const prepared = async (change: Partial<typeof fields> = {}) =>
  (await buyer.call(c.createDraw, { body: { ...fields, ...change } })).drawId
const detail = (drawId: string) => buyer.call(c.drawDetail, { params: { drawId } })

/** Lets the draw come to its end. */
async function made(drawId: string) {
  const revealing = await detail(drawId)
  if (revealing.draw.stage === 'revealing') await world.t.advanceTo(revealing.draw.frozen!.revealUntil)
  await drawnOf(world.t, drawId)
  return detail(drawId)
}

test('says who can be drawn, and why others cannot', async () => {
  const { rows, eligible } = await buyer.call(c.previewDraw, { body: { conditions: NOBODY } })
  const why = Object.fromEntries(rows.map(({ name, excluded }) => [name, excluded]))
  expect(eligible).toBe(3)
  expect(why[COMPANIES.supplier4.name]).toContain('已被列入黑名单')
  expect(why[COMPANIES.supplier5.name]).toContain('等级为 D')
  const narrowed = async (conditions: Partial<c.Conditions>) =>
    (await buyer.call(c.previewDraw, { body: { conditions: { ...NOBODY, ...conditions } } })).eligible
  expect(await narrowed({ category: '医用耗材' })).toBe(1)
  expect(await narrowed({ grades: ['A'] })).toBe(0)
  expect(await narrowed({ regions: [COMPANIES.supplier1.creditCode.slice(2, 4)] })).toBeGreaterThan(0)
  expect(await narrowed({ regions: ['65'] })).toBe(0)
  expect(await narrowed({ certificate: '医疗器械经营许可证' })).toBe(0)
  expect((await buyer.refused(c.previewDraw, { body: { conditions: { ...NOBODY, regions: ['99'] } } })).status).toBe(
    400,
  )
})

test('draws by the parts of all who take part, once, for good', async () => {
  const drawId = await prepared()
  const params = { drawId }
  const [own] = await buyer.call(ownDraws, { query: { subject: drawId } })
  await buyer.call(commitToDraw, { params: { drawId: own!.drawId }, body: { commitment: commitmentOf(VALUE) } })
  for (const client of [world.other, world.colleague, world.supplier1]) {
    expect(await client.refused(commitToDraw, { params, body: { commitment: commitmentOf(VALUE) } })).toMatchObject(
      NOT_FOUND,
    )
    expect([403, 404]).toContain((await client.refused(c.drawDetail, { params })).status)
    expect([403, 404]).toContain((await client.refused(c.startDraw, { params, body: {} })).status)
  }
  const begun = await Promise.allSettled(
    Array.from({ length: 10 }, () => buyer.call(c.startDraw, { params, body: { againReason: '' } })),
  )
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await detail(drawId)).toMatchObject({ state: 'drawing', draw: { stage: 'revealing' } })
  expect(await buyer.refused(c.updateDraw, { params, body: fields })).toMatchObject(WRONG_STATE)
  expect(await buyer.refused(c.cancelDraw, { params, body: { reason: '想要的没来' } })).toMatchObject(WRONG_STATE)
  expect(await buyer.refused(c.drawRecord as never, { params } as never)).toMatchObject(WRONG_STATE)
  await buyer.call(revealForDraw, { params, body: { value: VALUE } })
  const drawn = await made(drawId)
  expect(drawn.state).toBe('drawn')
  const names = drawn.pool.filter(({ rank }) => rank !== null).map(({ name }) => name)
  expect(names.toSorted()).toEqual([COMPANIES.supplier1.name, COMPANIES.supplier2.name].toSorted())
  expect(drawn.drawn).toEqual([names[0]])
  expect(drawn.draw.closed!.reveals).toHaveLength(1)
  expect(drawn.pool.filter(({ excluded }) => excluded !== '')).toHaveLength(2)
  const record = JSON.parse((await buyer.file(c.drawRecord, { params })).content.toString()) as Parameters<
    typeof steppedChecks
  >[0]
  expect(record.result).toEqual(drawn.draw.result)
  expect(steppedChecks(record).filter(({ ok }) => !ok)).toEqual([])
  for (const table of ['supplier_draw', 'supplier_draw_pool'])
    await expect(world.t.owner.query(`delete from ${table}`)).rejects.toThrow('on record')
})

test('a second draw from the same suppliers names its reason, and both stay on record', async () => {
  const drawId = await prepared({ title: '改个名称再抽一次' })
  const params = { drawId }
  const refused = await buyer.refused(c.startDraw, { params, body: { againReason: '' } })
  expect(refused.message).toBe('相同范围的供应商已在“监护仪询价邀请”中抽取过，请填写再次抽取的原因')
  expect((await detail(drawId)).state).toBe('prepared')
  await buyer.call(c.startDraw, { params, body: { againReason: '首次抽中的供应商书面谢绝' } })
  const drawn = await made(drawId)
  expect(drawn).toMatchObject({
    state: 'drawn',
    isAgain: true,
    againReason: '首次抽中的供应商书面谢绝',
    againOf: { title: '监护仪询价邀请' },
  })
  expect((await buyer.call(c.drawPage, { query: { state: 'drawn' } })).total).toBe(2)
})

test('too few are no draw; what is cancelled stays, and strangers see nothing', async () => {
  const drawId = await prepared({ number: 3 })
  const params = { drawId }
  expect((await buyer.refused(c.startDraw, { params, body: {} })).message).toContain('可抽取的供应商')
  await buyer.call(c.updateDraw, { params, body: { ...fields, number: 2, substitutes: 0 } })
  await buyer.call(c.cancelDraw, { params, body: { reason: '改为公开征集' } })
  expect(await buyer.refused(c.startDraw, { params, body: {} })).toMatchObject(WRONG_STATE)
  expect(await detail(drawId)).toMatchObject({ state: 'cancelled', cancelReason: '改为公开征集' })
  expect((await world.other.call(c.drawPage, { query: {} })).rows).toEqual([])
  expect(await buyer.refused(c.drawDetail, { params: { drawId: newId() } })).toMatchObject(NOT_FOUND)
})
