import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import * as notices from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import * as projects from '#features/procurement/contract/project.ts'
import * as tenders from '#features/procurement/contract/supplier.ts'
import * as trades from '#features/procurement/contract/trade.ts'
import { draft, PDF, publish } from '#features/procurement/server/testing/tender.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as categories from '../contract/categories.ts'
import * as choices from '../contract/choices.ts'
import type { ContentOf } from '../contract/content.ts'
import * as c from '../contract/templates.ts'
import { starterOf } from '../rules/starters.ts'
import { checkTemplates } from './check.ts'
import { bodyOf, newDraft, notice, published, templateWorld, type World } from './testing/template-world.ts'

let world: World
beforeAll(async () => {
  world = await templateWorld()
})
const setDefault = { action: 'setDefault' } as const

describe('notices', () => {
  test('a template is offered, filled, and remembered with the order', async () => {
    const { buyer, agent } = world
    const made = await draft(world)
    const own = await published(buyer, 'notice', '1', notice('{{采购人}}采购{{标段名称}}', '{{项目概况}}'))
    const elsewhere = await published(agent, 'notice', '1')
    const offered = await buyer.call(notices.noticeTemplates, { query: { kind: 1 } })
    expect(offered[0]).toMatchObject({ templateId: own.versionId, isOwn: true })
    expect(offered.map((one) => one.templateId)).not.toContain(elsewhere.versionId)
    const render = (templateId: string) => ({ params: { orderId: made.orderId, templateId } })
    const filled = await buyer.call(notices.renderTemplate, render(own.versionId))
    expect(filled).toMatchObject({ title: '医用设备采购第一标段公告', unresolved: ['项目概况'] })
    expect((await buyer.refused(notices.renderTemplate, render(elsewhere.versionId))).status).toBe(404)
    // Once per order and purpose.
    await buyer.call(notices.renderTemplate, render(own.versionId))
    const uses = await buyer.call(c.templateUses, { params: own, query: {} })
    expect(uses.rows).toEqual([expect.objectContaining({ orderId: made.orderId, versionNo: 1, purpose: '招标公告' })])
    expect((await buyer.call(c.templateDetail, { params: own })).uses).toBe(1)
    // A template that is in use can be retired; the order keeps what it has.
    await buyer.call(c.actOnTemplate, { params: own, body: { action: 'retire' } })
    expect((await buyer.refused(notices.renderTemplate, render(own.versionId))).status).toBe(404)
    // A draft order that used a template can still be deleted.
    await buyer.call(orders.deleteOrder, { params: made })
    expect((await buyer.call(c.templateUses, { params: own, query: {} })).rows).toEqual([])
  })

  test('preview fills an own order only, and marks what it lacks', async () => {
    const { buyer, agent, admin } = world
    const { orderId } = await draft(world)
    const body = { scope: '5', content: notice('{{采购人}}，{{中标人}}'), orderId }
    const params = { kind: 'notice' as const }
    const seen = await buyer.call(c.previewTemplate, { params, body })
    expect(JSON.stringify(seen.content)).toContain('江州市第一人民医院')
    expect(seen.missing).toEqual([{ path: 'body', name: '中标人' }])
    const example = await buyer.call(c.previewTemplate, { params, body: { ...body, orderId: null } })
    expect(example.missing).toEqual([])
    expect((await agent.refused(c.previewTemplate, { params, body })).status).toBe(404)
    expect((await admin.refused(c.previewTemplate, { params, body })).code).toBe(10013)
    const late = { scope: 'supplier', content: notice('{{承诺单位}}'), orderId }
    const commitment = await buyer.call(c.previewTemplate, { params: { kind: 'integrity-commitment' }, body: late })
    expect(JSON.stringify(commitment.content)).toContain('〔承诺单位〕')
  })
})

describe('commitments', () => {
  test('what was in force at publication is accepted with the sign-up, as it was read', async () => {
    const { t, buyer, suppliers } = world
    const before = await publish(world)
    const { templateId, versionId, contentHash } = await published(buyer, 'integrity-commitment', 'supplier')
    await buyer.call(c.actOnTemplate, { params: { templateId }, body: setDefault })
    const after = await publish(world)
    const [first, second] = suppliers as [World['buyer'], World['buyer']]
    const seen = async (orderId: string, client = first) =>
      (await client.call(tenders.tenderDetail, { params: { orderId } })).commitment
    // Published before: nothing is demanded.
    expect(await seen(before.orderId)).toBeNull()
    const commitment = (await seen(after.orderId))!
    expect(commitment).toMatchObject({ versionId, versionHash: contentHash, versionNo: 1 })
    expect(JSON.stringify(commitment.body)).toContain('江州市第一人民医院')
    expect(JSON.stringify(commitment)).not.toContain('{{')
    const licence = await first.upload('qualification', '营业执照.pdf', PDF)
    const body = {
      contactName: '联系人',
      contactMobile: '13800000000',
      files: [{ fileId: licence.fileId, kind: '营业执照', name: '营业执照.pdf' }],
    }
    const params = { orderId: after.orderId }
    const missing = await first.refused(tenders.signUp, { params, body })
    expect(missing).toMatchObject({ code: 10001, details: [expect.objectContaining({ path: 'commitment' })] })
    const foreign = (await seen(after.orderId, second))!
    const wrong = { ...body, commitment: { versionId, textHash: foreign.textHash } }
    expect(await first.refused(tenders.signUp, { params, body: wrong })).toMatchObject({ code: 10003 })
    const accepted = { ...body, commitment: { versionId, textHash: commitment.textHash } }
    const { tradeId } = await first.call(tenders.signUp, { params, body: accepted })
    // A newer version does not reach the order.
    const now = await buyer.call(c.templateDetail, { params: { templateId } })
    const newer = { ...(now.content as ContentOf<'integrity-commitment'>), title: '新承诺书' }
    await buyer.call(c.publishTemplate, { params: { templateId }, body: bodyOf(now, { content: newer }) })
    expect((await seen(after.orderId))?.versionId).toBe(versionId)
    const { commitment: proof } = await buyer.call(trades.tradeDetail, { params: { tradeId } })
    expect(proof).toMatchObject({
      versionId,
      versionHash: contentHash,
      textHash: commitment.textHash,
      body: commitment.body,
    })
    expect(await checkTemplates(t.kernel, 1)).toEqual([])
    await expect(t.owner.query('update commitment_acceptance set accepted_at = now()')).rejects.toThrow(
      'cannot be changed',
    )
    await t.owner.query('alter table commitment_acceptance disable trigger immutable')
    await t.owner.query(`update commitment_acceptance set text = jsonb_set(text, '{title}', '"改"')`)
    expect(await checkTemplates(t.kernel, 1)).toEqual([expect.objectContaining({ what: 'commitment' })])
    await buyer.call(c.actOnTemplate, { params: { templateId }, body: { action: 'retire' } })
  })
})

describe('choices', () => {
  test('an order works with the chosen version until it has done its work', async () => {
    const { t, buyer, agent, newbie } = world
    const { orderId } = await draft(world)
    const report = await published(buyer, 'review-report', '')
    const foreign = await published(agent, 'review-report', '')
    const params = { orderId, kind: 'review-report' as const }
    const choice = await buyer.call(choices.orderChoice, { params })
    expect(choice).toMatchObject({ chosen: null, closed: null })
    // A preview shows the order's own title and number, not an example's.
    expect(choice.values).toMatchObject({ 标段名称: choice.orderTitle, 标段编号: choice.orderCode })
    const listed = await newbie.call(choices.usableTemplates, { params: { kind: 'review-report' }, query: {} })
    expect(listed.map((one) => one.versionId)).toEqual([report.versionId])
    await newbie.call(choices.chooseForOrder, { params, body: { versionId: report.versionId } })
    await newbie.call(choices.chooseForOrder, { params, body: { versionId: report.versionId } })
    expect((await buyer.call(choices.orderChoice, { params })).chosen).toMatchObject({ versionId: report.versionId })
    const choose = (client: typeof buyer, versionId: string | null) =>
      client.refused(choices.chooseForOrder, { params, body: { versionId } })
    expect((await choose(buyer, foreign.versionId)).status).toBe(404)
    expect((await choose(agent, foreign.versionId)).status).toBe(404)
    expect((await agent.refused(choices.orderChoice, { params })).status).toBe(404)
    expect((await agent.refused(choices.usableTemplate, { params: report })).status).toBe(404)
    expect((await choose(t.client(), null)).status).toBe(401)
    const avatar = { orderId, kind: 'ai-avatar' as const }
    expect((await buyer.refused(choices.chooseForOrder, { params: avatar, body: report })).status).toBe(404)
    await t.owner.query("update purchase_order set state = 'review.summarised' where id = $1", [orderId])
    expect(await choose(buyer, null)).toMatchObject({ code: 10002 })
    const closed = await buyer.refused(choices.chooseForOrder, { params: avatar, body: { versionId: null } })
    expect(closed.message).toContain('已开标')
  })

  test('a review template that went into a published order is counted there', async () => {
    const { buyer } = world
    const scheme = await published(buyer, 'selection', '')
    const { content } = await buyer.call(choices.usableTemplate, { params: scheme })
    const { ways, price } = content as ContentOf<'selection'>
    const { orderId } = await publish(world, {
      settings: { ways, price, qualifications: [], selectionVersion: scheme.versionId },
    })
    const { rows } = await buyer.call(c.templateUses, { params: scheme, query: {} })
    expect(rows).toEqual([expect.objectContaining({ orderId, purpose: '评审办法' })])
    // One that is not the company's own is kept in the order, and counted nowhere.
    await publish(world, { settings: { ways, price, selectionVersion: newId() } })
  })
})

test('a bill is exported by its template and imported by it', async () => {
  const { buyer, agent } = world
  const { projectId } = await draft(world)
  const { columns } = starterOf('material', '') as ContentOf<'material'>
  const own = {
    ...columns[0]!,
    field: '' as const,
    title: '质保期',
    type: 'integer' as const,
    unit: '月',
    example: '36',
  }
  const made = await published(buyer, 'material', '', { columns: [...columns, own] })
  const file = await buyer.file(c.materialSheet, { params: made })
  expect(file.name).toBe('测试模板.xlsx')
  const upload = async (client: typeof buyer, content: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '清单.xlsx')
    return client.raw(
      'POST',
      `/api/workbench/buyer/projects/${projectId}/items/import?template=${made.versionId}`,
      form,
    )
  }
  // The template itself holds one example line.
  expect(await upload(buyer, file.content)).toEqual({ count: 1, errors: [], hidden: [] })
  const { lines } = await buyer.call(projects.projectDetail, { params: { projectId } })
  expect(lines[0]).toMatchObject({ name: '监护仪', spec: '十二导联，含支架；质保期：36月', quantity: '10' })
  const broken = await writeSheet({
    title: '清单',
    columns: [
      { key: 'name', title: '名称', type: 'text' },
      { key: 'unit', title: '单位', type: 'text' },
      { key: 'quantity', title: '数量', type: 'quantity' },
      { key: 'own', title: '质保期', type: 'text' },
    ],
    rows: [{ name: '床', unit: '张', quantity: '2', own: '三年' }],
  })
  const wrong = (await upload(buyer, broken)) as { count: number; errors: { column: string }[] }
  expect(wrong).toMatchObject({ count: 0, errors: [{ column: '质保期' }] })
  await expect(upload(agent, file.content)).rejects.toMatchObject({ status: 404 })
})

test('a picture of the host is the own one, and everybody’s once published', async () => {
  const { t, buyer, agent, suppliers } = world
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = await buyer.upload('template-picture', '主持人.png', png)
  const made = await newDraft(buyer, 'ai-avatar', '')
  const content = made.content as ContentOf<'ai-avatar'>
  const picture = { fileId: file.fileId, name: '主持人.png', size: png.length }
  const withPicture = { ...content, host: { ...content.host, picture } }
  const body = bodyOf(made, { content: withPicture })
  const own = await newDraft(agent, 'ai-avatar', '')
  const stolen = await agent.refused(c.saveDraft, { params: own, body: bodyOf(own, { content: withPicture }) })
  expect(stolen).toMatchObject({ code: 10001 })
  const show = { params: { fileId: file.fileId } }
  expect((await suppliers[0]!.refused(c.templatePicture, show)).status).toBe(404)
  await buyer.call(c.publishTemplate, { params: made, body })
  expect((await suppliers[0]!.file(c.templatePicture, show)).content).toEqual(png)
  expect((await t.client().refused(c.templatePicture, show)).status).toBe(401)
})

describe('categories', () => {
  const fields = (code: string, name = '分类') => ({ code, name })

  test('make a tree of the own and the platform’s', async () => {
    const { admin, buyer, agent, newbie, suppliers } = world
    const add = async (client: typeof buyer, code: string, parentId: string | null = null) =>
      (await client.call(categories.addDemandCategory, { body: { ...fields(code), parentId } })).categoryId
    const root = await add(admin, 'A')
    const [one, two] = [await add(buyer, 'A.1', root), await add(buyer, 'A.2', root)]
    const list = async (client: typeof buyer) => client.call(categories.demandCategories, {})
    expect((await list(buyer)).map((row) => [row.code, row.mayEdit])).toEqual([
      ['A', false],
      ['A.1', true],
      ['A.2', true],
    ])
    expect((await list(agent)).map((row) => row.code)).toEqual(['A'])
    await buyer.call(categories.sortDemandCategories, { body: { parentId: root, categoryIds: [two, one] } })
    expect((await list(buyer)).map((row) => row.code)).toEqual(['A', 'A.2', 'A.1'])
    const refused = (body: { parentId: string | null; categoryIds: string[] }) =>
      buyer.refused(categories.sortDemandCategories, { body })
    expect((await refused({ parentId: root, categoryIds: [two] })).code).toBe(10003)
    const taken = await buyer.refused(categories.addDemandCategory, { body: fields('A') })
    expect(taken).toMatchObject({ code: 10003 })
    const deep = await add(buyer, 'A.1.1.1', await add(buyer, 'A.1.1', one))
    expect((await buyer.refused(categories.addDemandCategory, { body: { ...fields('X'), parentId: deep } })).code).toBe(
      10001,
    )
    expect((await buyer.refused(categories.deleteDemandCategory, { params: { categoryId: one } })).code).toBe(10002)
    await published(buyer, 'demands-parameter', two)
    expect((await buyer.refused(categories.deleteDemandCategory, { params: { categoryId: two } })).code).toBe(10002)
    const off = { params: { categoryId: two }, body: { ...fields('A.2', '改名'), isEnabled: false } }
    await buyer.call(categories.updateDemandCategory, off)
    expect((await list(buyer)).find((row) => row.code === 'A.2')).toMatchObject({ isEnabled: false, templates: 1 })
    for (const call of [
      agent.refused(categories.updateDemandCategory, off),
      agent.refused(categories.deleteDemandCategory, { params: { categoryId: two } }),
      agent.refused(categories.addDemandCategory, { body: { ...fields('B'), parentId: two } }),
      buyer.refused(categories.deleteDemandCategory, { params: { categoryId: root } }),
      agent.refused(c.createTemplate, { params: { kind: 'review-report' }, body: { name: '名', copyOf: two } }),
    ])
      expect((await call).status).toBe(404)
    const foreignScope = { params: { kind: 'demands-parameter' as const }, body: { name: '名', scope: two } }
    expect((await agent.refused(c.createTemplate, foreignScope)).code).toBe(10001)
    expect((await newbie.refused(categories.addDemandCategory, { body: fields('C') })).code).toBe(10008)
    expect((await suppliers[0]!.refused(categories.demandCategories, {})).code).toBe(10008)
    await buyer.call(categories.deleteDemandCategory, { params: { categoryId: deep } })
  })
})
