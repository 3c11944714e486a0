import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { agree, approver, enable } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as grades from '../contract/grades.ts'
import * as c from '../contract/library.ts'
import * as o from '../contract/onboarding.ts'
import * as s from '../contract/shares.ts'
import {
  admitted,
  newCode,
  NOT_FOUND,
  registered,
  type SupplierWorld,
  supplierWorld,
  titles,
  todos,
  WRONG_STATE,
} from './testing/supplier-world.ts'

let world: SupplierWorld
let buyer: HttpClient
let colleague: HttpClient
let other: HttpClient
beforeAll(async () => {
  world = await supplierWorld()
  ;({ buyer, colleague, other } = world)
})

const terms = (change: object = {}) => ({
  categories: ['医疗设备'],
  validFrom: world.today(),
  validUntil: world.inDays(365),
  reason: '参加过本院设备采购，履约良好',
  files: [],
  ...change,
})
const recommend = (client: HttpClient, subject: object, change: object = {}) =>
  client.call(o.createOnboarding, {
    body: { way: 'recommend', subject: { companyId: null, name: '', creditCode: '', ...subject }, ...terms(change) },
  })
const recordOf = async (client: HttpClient, companyId: string) =>
  (await client.call(c.supplierPage, { query: { pageSize: 100 } })).rows.find((row) => row.companyId === companyId)
const detail = async (client: HttpClient, companyId: string) => {
  const { supplierId } = (await recordOf(client, companyId))!
  return client.call(c.supplierDetail, { params: { supplierId } })
}

describe('onboarding', () => {
  test('a colleague recommends, a keeper admits, and everybody concerned is told', async () => {
    const companyId = COMPANIES.supplier1.id
    const params = await recommend(colleague, { companyId })
    expect(await recordOf(buyer, companyId)).toMatchObject({ state: 'potential', origin: 'recommend' })
    await colleague.call(o.proposeOnboarding, { params })
    expect(await recordOf(buyer, companyId)).toMatchObject({ state: 'onboarding' })
    await world.t.settle()
    expect(await titles(buyer)).toContain(`推荐供应商待审核：${COMPANIES.supplier1.name}`)
    expect((await todos(buyer)).find(({ label }) => label === '审核推荐入库')).toMatchObject({
      title: COMPANIES.supplier1.name,
    })
    // Who recommends does not decide, and enters nobody directly.
    expect(await colleague.refused(o.acceptOnboarding, { params, body: {} })).toMatchObject({ status: 403 })
    const direct = { way: 'direct' as const, subject: registered(COMPANIES.supplier2.id), ...terms() }
    expect((await colleague.refused(o.createOnboarding, { body: direct })).status).toBe(403)
    expect((await colleague.refused(o.onboardingPage, { query: { way: 'direct' } })).status).toBe(403)
    // Taken back, changed and handed in again.
    await colleague.call(o.withdrawOnboarding, { params })
    await colleague.call(o.updateOnboarding, {
      params,
      body: terms({ categories: ['医疗设备', '医用耗材', '医疗设备'] }),
    })
    await colleague.call(o.proposeOnboarding, { params })
    expect(await colleague.refused(o.updateOnboarding, { params, body: terms() })).toMatchObject(WRONG_STATE)
    await buyer.call(o.acceptOnboarding, { params, body: {} })
    expect(await buyer.refused(o.acceptOnboarding, { params, body: {} })).toMatchObject(WRONG_STATE)
    const seen = await detail(buyer, companyId)
    expect(seen).toMatchObject({
      state: 'qualified',
      categories: ['医疗设备', '医用耗材'],
      validUntil: world.inDays(365),
      isRegistered: true,
    })
    expect(seen.history.map(({ to }) => to)).toEqual([
      'qualified',
      'onboarding',
      'potential',
      'onboarding',
      'potential',
    ])
    await world.t.settle()
    expect(await titles(colleague)).toContain(`推荐入库已通过：${COMPANIES.supplier1.name}`)
    expect(await titles(world.supplier1)).toContain(`已进入${COMPANIES.hospital.name}供应商库`)
    // What was decided nobody alters, and no line of the history goes.
    const fixed = [
      ['update supplier_onboarding set reason = $2 where id = $1', params.onboardingId],
      ['update supplier_event set reason = $2 where supplier_id = $1', seen.supplierId],
    ] as const
    for (const [text, id] of fixed) await expect(world.t.owner.query(text, [id, 'x'])).rejects.toThrow('on record')
  })

  test('a company that the library has is offered, not made again; the code decides, not the name', async () => {
    const again = { way: 'direct' as const, subject: registered(COMPANIES.supplier1.id), ...terms() }
    expect((await buyer.refused(o.createOnboarding, { body: again })).message).toContain('已在供应商库中')
    const { creditCode } = COMPANIES.supplier1
    const found = await buyer.call(c.lookUpCompany, { query: { creditCode } })
    expect(found).toMatchObject({
      company: { companyId: COMPANIES.supplier1.id },
      supplier: { name: COMPANIES.supplier1.name, state: 'qualified' },
    })
    expect((await recommend(buyer, { name: '改了名', creditCode }).catch((e: Error) => e.message)) as string).toContain(
      COMPANIES.supplier1.name,
    )
    // Somebody else of the same name is another company.
    const namesake = newCode(1)
    await recommend(buyer, { name: COMPANIES.supplier1.name, creditCode: namesake })
    const rows = (await buyer.call(c.supplierPage, { query: { keyword: COMPANIES.supplier1.name } })).rows
    expect(rows.map(({ creditCode: code, state }) => `${code} ${state}`).toSorted()).toEqual(
      [`${creditCode} qualified`, `${namesake} potential`].toSorted(),
    )
    expect(rows.find(({ creditCode: code }) => code === namesake)).toMatchObject({ isRegistered: false })
  })

  test('what is no company, and what cannot be, is refused in words', async () => {
    const said = async (subject: object, change: object = {}) =>
      (
        await buyer.refused(o.createOnboarding, {
          body: { way: 'direct', subject: { companyId: null, name: '', creditCode: '', ...subject }, ...terms(change) },
        })
      ).message
    expect(await said({ name: '某公司', creditCode: '123' })).toContain('信用代码不正确')
    expect(await said({ creditCode: newCode(2) })).toBe('请填写企业名称')
    expect(await said({ companyId: COMPANIES.hospital.id })).toBe('不能选择本单位')
    expect(await said({ companyId: newId() })).toContain('不存在')
    expect(await said({ companyId: COMPANIES.bjSupplier.id })).toContain('不存在')
    const past = { validFrom: '2020-01-01', validUntil: '2021-01-01' }
    expect(await said({ companyId: COMPANIES.supplier2.id }, past)).toContain('不能早于今天')
  })

  test('an approval decides where the company has one, and two at once admit once', async () => {
    await enable(buyer, { type: 'suppliers', node: 'onboarding' }, [approver('chief', ['newbie'])])
    const companyId = COMPANIES.supplier2.id
    const { onboardingId } = await buyer.call(o.createOnboarding, {
      body: { way: 'direct', subject: registered(companyId), ...terms() },
    })
    const params = { onboardingId }
    const held = await buyer.call(o.acceptOnboarding, { params, body: {} })
    const workflowId = held.approval!.workflowId
    expect(await recordOf(buyer, companyId)).toMatchObject({ state: 'potential' })
    expect(await buyer.refused(o.acceptOnboarding, { params, body: {} })).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(o.removeOnboarding, { params })).toMatchObject(WRONG_STATE)
    const newbie = await world.t.login('newbie', { workbench: 'purchaser' })
    const both = await Promise.allSettled([agree(newbie, workflowId), agree(newbie, workflowId)])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await recordOf(buyer, companyId)).toMatchObject({ state: 'qualified' })
    expect((await detail(buyer, companyId)).history.filter(({ action }) => action === 'admit')).toHaveLength(1)
  })

  test('a refusal has its reason, and the record is potential again', async () => {
    const companyId = COMPANIES.supplier3.id
    const params = await recommend(colleague, { companyId })
    await colleague.call(o.proposeOnboarding, { params })
    await buyer.call(o.refuseOnboarding, { params, body: { remark: '同类供应商已足够' } })
    expect(await recordOf(buyer, companyId)).toMatchObject({ state: 'potential' })
    await world.t.settle()
    expect(await titles(colleague)).toContain(`推荐入库未通过：${COMPANIES.supplier3.name}`)
    expect((await buyer.call(o.onboardingDetail, { params })).remark).toBe('同类供应商已足够')
  })
})

describe('a record', () => {
  test('is paused, resumed and let go with reasons, and the supplier hears why', async () => {
    const { supplierId } = (await recordOf(buyer, COMPANIES.supplier1.id))!
    const params = { supplierId }
    const act = (action: 'pause' | 'resume' | 'leave') => ({ params, body: { action, reason: '交货屡次逾期' } })
    expect((await buyer.refused(c.actOnSupplier, { params, body: { action: 'pause', reason: '' } })).status).toBe(400)
    await buyer.call(c.actOnSupplier, act('pause'))
    expect(await buyer.refused(c.actOnSupplier, act('pause'))).toMatchObject(WRONG_STATE)
    await world.t.settle()
    expect(await titles(world.supplier1)).toContain(`${COMPANIES.hospital.name}供应商库：已暂停`)
    await buyer.call(c.actOnSupplier, act('resume'))
    await buyer.call(c.renewSupplier, {
      params,
      body: { categories: ['体外诊断'], validUntil: world.inDays(30), reason: '年度复核' },
    })
    expect(await recordOf(buyer, COMPANIES.supplier1.id)).toMatchObject({
      categories: ['体外诊断'],
      state: 'qualified',
    })
    const found = (category: string) => buyer.call(c.supplierPage, { query: { category } })
    expect((await found('体外诊断')).rows).toHaveLength(1)
    expect((await found('医用耗材')).rows).toHaveLength(0)
    expect(await buyer.call(c.supplierCategories, {})).toContain('体外诊断')
  })

  test('is nobody else’s: not another owner’s, not another tenant’s, not a supplier’s', async () => {
    const { supplierId } = (await recordOf(buyer, COMPANIES.supplier1.id))!
    const params = { supplierId }
    const body = { action: 'pause' as const, reason: '越权尝试' }
    const bj = await world.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    for (const stranger of [other, bj]) {
      expect(await stranger.refused(c.supplierDetail, { params })).toMatchObject(NOT_FOUND)
      expect(await stranger.refused(c.actOnSupplier, { params, body })).toMatchObject(NOT_FOUND)
      expect(await stranger.refused(s.sharePage, { params })).toMatchObject(NOT_FOUND)
    }
    expect(await recordOf(other, COMPANIES.supplier1.id)).toBeUndefined()
    for (const outsider of [world.supplier1, colleague])
      expect((await outsider.refused(c.supplierPage, { query: {} })).status).toBe(403)
    // The same company is in two libraries, each by itself.
    await admitted(world, other, { companyId: COMPANIES.supplier1.id, categories: ['管材'] })
    expect(await recordOf(other, COMPANIES.supplier1.id)).toMatchObject({ categories: ['管材'] })
    expect(await recordOf(buyer, COMPANIES.supplier1.id)).toMatchObject({ categories: ['体外诊断'] })
  })

  test('is shown to another purchaser as far as it was shared, and no longer', async () => {
    const { supplierId } = (await recordOf(buyer, COMPANIES.supplier1.id))!
    const params = { supplierId }
    const share = (change: object = {}) => ({
      params,
      body: {
        toCompanyId: COMPANIES.waterworks.id,
        fields: ['state' as const, 'grade' as const],
        until: world.inDays(10),
        reason: '联合采购',
        ...change,
      },
    })
    expect((await buyer.refused(s.shareSupplier, share({ toCompanyId: COMPANIES.hospital.id }))).status).toBe(400)
    expect((await buyer.refused(s.shareSupplier, share({ toCompanyId: COMPANIES.supplier1.id }))).status).toBe(400)
    const { shareId } = await buyer.call(s.shareSupplier, share())
    expect((await buyer.refused(s.shareSupplier, share())).message).toContain('先结束原共享')
    const [seen] = (await other.call(s.sharedPage, { query: {} })).rows
    expect(seen).toMatchObject({
      ownerName: COMPANIES.hospital.name,
      state: 'qualified',
      grade: null,
      fields: ['state', 'grade'],
    })
    expect([seen!.categories, seen!.certificates, seen!.lists, seen!.orders]).toEqual([null, null, null, null])
    expect(JSON.stringify(seen)).not.toContain('体外诊断')
    expect(await other.refused(s.endShare, { params: { shareId } })).toMatchObject(NOT_FOUND)
    await buyer.call(s.endShare, { params: { shareId } })
    expect(await buyer.refused(s.endShare, { params: { shareId } })).toMatchObject(WRONG_STATE)
    expect((await other.call(s.sharedPage, { query: {} })).rows).toEqual([])
    const { shares } = await buyer.call(s.sharePage, { params })
    expect(shares).toMatchObject([{ toName: COMPANIES.waterworks.name, isInForce: false }])
  })
})

describe('grades', () => {
  test('are given by a person with a reason, for a time; what was before stays', async () => {
    const { supplierId } = (await recordOf(buyer, COMPANIES.supplier1.id))!
    const give = (grade: 'A' | 'C', until = world.inDays(90)) =>
      ({ params: { supplierId }, body: { grade, until, reason: '年度考核' } }) as const
    expect((await buyer.refused(c.gradeSupplier, give('A', '2020-01-01'))).status).toBe(400)
    await buyer.call(c.gradeSupplier, give('A'))
    await buyer.call(c.gradeSupplier, give('C'))
    expect(await buyer.refused(c.gradeSupplier, give('C'))).toMatchObject(WRONG_STATE)
    const seen = await detail(buyer, COMPANIES.supplier1.id)
    expect(seen.grade).toBe('C')
    expect(seen.grades.map(({ grade }) => grade)).toEqual(['C', 'A'])
    expect(seen.admission).toMatchObject({ level: 'warn' })
    expect((await buyer.call(c.supplierPage, { query: { grade: 'C' } })).rows).toHaveLength(1)
    const potential = (await recordOf(buyer, COMPANIES.supplier3.id))!
    const early = { params: { supplierId: potential.supplierId }, body: give('A').body }
    expect(await buyer.refused(c.gradeSupplier, early)).toMatchObject(WRONG_STATE)
  })

  test('mean what the owner says, in versions; of two changes at once one is told', async () => {
    const seen = await buyer.call(grades.gradeHierarchy, {})
    expect(seen.version).toBe(0)
    const content = {
      grades: seen.content.grades.map((row) => (row.grade === 'C' ? { ...row, strictness: 'block' as const } : row)),
    }
    const body = { version: 0, content, note: 'C 级不再邀请' }
    const both = await Promise.allSettled([
      buyer.call(grades.saveHierarchy, { body }),
      buyer.call(grades.saveHierarchy, { body }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await buyer.call(grades.gradeHierarchy, {})).version).toBe(1)
    expect((await detail(buyer, COMPANIES.supplier1.id)).admission).toMatchObject({ level: 'block' })
    // The other owner’s preset is untouched.
    expect((await other.call(grades.gradeHierarchy, {})).version).toBe(0)
    const rating = await buyer.call(grades.ratingRules, {})
    const wrong = { ...rating.content, bounds: { A: 70, B: 75, C: 60 } }
    expect(
      (await buyer.refused(grades.saveRating, { body: { version: 0, content: wrong, note: '调整' } })).status,
    ).toBe(400)
    await buyer.call(grades.saveRating, {
      body: { version: 0, content: { ...rating.content, bounds: { A: 95, B: 75, C: 60 } }, note: '提高 A 级标准' },
    })
    expect((await buyer.call(grades.ratingRules, {})).versions).toMatchObject([{ version: 1, note: '提高 A 级标准' }])
  })
})

test('the library is found by its filters', async () => {
  const find = async (query: object) => (await buyer.call(c.supplierPage, { query })).rows.map(({ name }) => name)
  expect(await find({ keyword: COMPANIES.supplier1.creditCode })).toEqual([COMPANIES.supplier1.name])
  expect(await find({ origin: 'direct', state: 'qualified' })).toEqual([COMPANIES.supplier2.name])
  expect(await find({ listed: 'black' })).toEqual([])
  expect(await find({ certificates: 'expired' })).toEqual([])
  expect((await buyer.call(c.supplierPage, { query: {} })).counts).toMatchObject({ qualified: 2 })
})

test('a qualification ends with its last day in Beijing', async () => {
  const { supplierId } = (await recordOf(buyer, COMPANIES.supplier1.id))!
  const until = world.inDays(30)
  await world.t.advanceTo(`${until}T23:59:00+08:00`)
  expect(await recordOf(buyer, COMPANIES.supplier1.id)).toMatchObject({ state: 'qualified' })
  await world.t.advanceTo(new Date(Date.parse(`${until}T00:00:00+08:00`) + 24 * 3600_000 + 60_000))
  expect(await recordOf(buyer, COMPANIES.supplier1.id)).toMatchObject({ state: 'paused' })
  const resume = { params: { supplierId }, body: { action: 'resume' as const, reason: '继续合作' } }
  expect((await buyer.refused(c.actOnSupplier, resume)).message).toContain('请先调整有效期')
  const renewed = { categories: ['体外诊断'], validUntil: world.inDays(100), reason: '续期' }
  await buyer.call(c.renewSupplier, { params: { supplierId }, body: renewed })
  await buyer.call(c.actOnSupplier, resume)
  expect(await titles(buyer)).toContain(`合格有效期已届满：${COMPANIES.supplier1.name}`)
})
