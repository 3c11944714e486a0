import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import type { HttpError } from '#server/testing/http-client.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import * as project from '../contract/project.ts'
import * as tender from '../contract/supplier.ts'
import { doc, paragraph } from '../rules/rich-text.ts'
import { draft, join, publish, scheduleFrom, tenderWorld, text, type TenderWorld } from './testing/tender.ts'

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

const now = () => world.t.kernel.clock.now()
const inDays = (days: number) => new Date(now().getTime() + days * DAY).toISOString()

describe('publishing', () => {
  test('names everything that is missing', async () => {
    const { buyer } = world
    const { projectId } = await buyer.call(project.createProject, {
      body: { name: '空项目', category: 'goods', regime: 'enterprise', budget: '100' },
    })
    const none = { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null }
    const { orderId } = await buyer.call(order.createOrder, {
      body: {
        projectId,
        title: '空标段',
        estimatedPrice: '200',
        controlPrice: '300',
        schedule: none,
        settings: {},
        announcement: { title: '公告 {{公示截止时间}}', content: text('概况 {{项目概况}}') },
      },
    })
    const refused = await buyer.refused(order.publishOrder, { params: { orderId }, body: {} })
    expect(refused).toMatchObject({ status: 400, code: 10001 })
    const paths = (refused.details as { path: string; message: string }[]).map((d) => d.path)
    for (const path of [
      'schedule.saleStart',
      'schedule.bidEnd',
      'schedule.openAt',
      'announcement.content',
      'files',
      'items',
      'estimatedPrice',
      'controlPrice',
      'settings.ways',
    ])
      expect(paths).toContain(path)
    expect(JSON.stringify(refused.details)).toContain('{{项目概况}}')
    expect(JSON.stringify(refused.details)).toContain('{{公示截止时间}}')
    // The preview says the same, and what is right.
    const { rows } = await buyer.call(order.publishCheck, { params: { orderId } })
    expect(rows.flatMap(({ state, text: message, path }) => (state === 'wrong' ? { path, message } : []))).toEqual(
      refused.details,
    )
    expect(rows.filter(({ state }) => state === 'ok').map((row) => row.text)).toEqual(['公告标题和正文'])
  })

  test('the legal calendar blocks, warns, and is accepted', async () => {
    const { buyer } = world
    const lawful = scheduleFrom(now())
    const short = await draft(world, {
      schedule: { ...lawful, questionEnd: inDays(2), bidEnd: inDays(15), openAt: inDays(15) },
    })
    const blocked = await buyer.refused(order.publishOrder, { params: short, body: { acceptWarnings: true } })
    expect(blocked).toMatchObject({ status: 422, code: 10019 })
    expect((blocked.details as { ruleId: string }[])[0]!.ruleId).toBe('bid-preparation')
    const bond = await draft(world, { bond: '20000.01' })
    expect(await buyer.refused(order.publishOrder, { params: bond, body: {} })).toMatchObject({ code: 10019 })

    const late = await draft(world, { schedule: { ...lawful, questionEnd: inDays(20) } })
    const warned = await buyer.refused(order.publishOrder, { params: late, body: {} })
    expect(warned).toMatchObject({ status: 409, code: 10017, isConfirm: true })
    expect(await buyer.call(order.publishOrder, { params: late, body: { acceptWarnings: true } })).toHaveProperty(
      'noticeId',
    )
  })

  test('a tenant may block what the law leaves to judgement', async () => {
    const { t, buyer } = world
    const late = await draft(world, { schedule: { ...scheduleFrom(now()), questionEnd: inDays(20) } })
    const set = (value: unknown) =>
      t.owner.query(
        `update tenant set config = config || jsonb_build_object('legalCalendar', $1::jsonb) where id = 1`,
        [JSON.stringify(value)],
      )
    await set({ severity: { 'question-deadline': 'block' } })
    expect(await buyer.refused(order.publishOrder, { params: late, body: { acceptWarnings: true } })).toMatchObject({
      code: 10019,
    })
    await set({})
  })

  test('a round of offers in a tender is blocked, unless the tenant leaves it to judgement (§43)', async () => {
    const { t, buyer } = world
    const rounds = await draft(world)
    const { settings, ...fields } = rounds.body
    await buyer.call(order.updateOrder, {
      params: rounds,
      body: { ...fields, settings: { ...settings, offerRounds: 1 } },
    })
    const blocked = await buyer.refused(order.publishOrder, { params: rounds, body: { acceptWarnings: true } })
    expect(blocked).toMatchObject({ code: 10019, details: [{ ruleId: 'price-negotiation', severity: 'block' }] })
    const severity = { 'price-negotiation': 'warn' }
    await t.owner.query(`update tenant set config = config || $1 where id = 1`, [
      JSON.stringify({ legalCalendar: { severity } }),
    ])
    const warned = await buyer.refused(order.publishOrder, { params: rounds, body: {} })
    expect(warned).toMatchObject({ code: 10017, details: [{ ruleId: 'price-negotiation', severity: 'warn' }] })
    const { schedule, estimatedPrice, bond = '0' } = fields
    const asked = { projectId: rounds.projectId, method: 1, schedule, estimatedPrice, bond }
    const ruleOf = async (offerRounds?: number) =>
      (await buyer.call(order.checkSchedule, { body: { ...asked, offerRounds } })).findings.find(
        (one) => one.ruleId === 'price-negotiation',
      )
    expect(await ruleOf()).toMatchObject({ ok: true })
    expect(await ruleOf(2)).toMatchObject({ ok: false, severity: 'warn', citation: '《招标投标法》第四十三条' })
    await buyer.call(order.publishOrder, { params: rounds, body: { acceptWarnings: true } })
    const { findings } = await buyer.call(order.orderDetail, { params: rounds })
    expect(findings).toContainEqual(expect.objectContaining({ ruleId: 'price-negotiation', ok: false }))
    await t.owner.query(`update tenant set config = config - 'legalCalendar' where id = 1`)
  })

  test('what a review could not begin with is not published', async () => {
    const { buyer } = world
    const made = await draft(world)
    const { settings, ...fields } = made.body
    const { ways = [] } = settings
    const passOnly = ways.filter((way) => way.itemKind === 1)
    const paths = async (change: object) => {
      await buyer.call(order.updateOrder, { params: made, body: { ...fields, settings, ...change } })
      const refused = await buyer.refused(order.publishOrder, { params: made, body: {} })
      return (refused.details as { path: string; message: string }[]).map(({ path, message }) => [path, message])
    }
    expect(await paths({ reviewMethod: 7, settings: { ...settings, ways: passOnly } })).toEqual([
      ['settings.ways', '各评分项满分合计为 0 分，应为 100 分'],
    ])
    expect(await paths({ reviewMethod: 6, controlPrice: null })).toEqual([
      ['controlPrice', '价格承诺法须公布承诺价格（最高限价）'],
    ])
    expect(await paths({ reviewMethod: 5, settings: { ...settings, ways: passOnly } })).toEqual([
      ['settings.ways', '合理低价法须有价格评分'],
    ])
    const price = { randomBases: [3, 5], randomRates: ['95', '97.5'] }
    await buyer.call(order.updateOrder, {
      params: made,
      body: { ...fields, reviewMethod: 7, settings: { ...settings, price } },
    })
    await buyer.call(order.publishOrder, { params: made, body: {} })
    const published = await buyer.call(order.orderDetail, { params: made })
    expect(published).toMatchObject({ reviewMethod: 7, settings: { price } })
  })

  test('limits of the lines above the limit of the whole are a warning', async () => {
    const { buyer } = world
    const slip = await draft(world, { controlPrice: '71' })
    const warned = await buyer.refused(order.publishOrder, { params: slip, body: {} })
    expect(warned).toMatchObject({ code: 10017, details: [{ ruleId: 'item-limits' }] })
  })

  test('twice is refused, two at once publish once, a repeated request gets the first answer', async () => {
    const { t, buyer } = world
    const { orderId } = await draft(world)
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => buyer.call(order.publishOrder, { params: { orderId }, body: {} })),
    )
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    const refusals = results.flatMap((r) => (r.status === 'rejected' ? [(r.reason as HttpError).body.code] : []))
    expect(refusals).toEqual([10002, 10002, 10002, 10002, 10002])
    const { rows } = await t.owner.query('select 1 from notice where order_id = $1', [orderId])
    expect(rows).toHaveLength(1)

    const again = await draft(world)
    const key = randomUUID()
    const first = await buyer.call(order.publishOrder, { params: again, body: {} }, { key })
    expect(await buyer.call(order.publishOrder, { params: again, body: {} }, { key })).toEqual(first)
    const other = await buyer.refused(order.publishOrder, { params: again, body: { acceptWarnings: true } }, { key })
    expect(other).toMatchObject({ status: 422, code: 10004 })
  })

  test('what is published cannot be edited, deleted, or get other items', async () => {
    const { buyer } = world
    const made = await publish(world)
    const fields = made.body
    expect(await buyer.refused(order.updateOrder, { params: made, body: fields })).toMatchObject({ code: 10002 })
    expect(await buyer.refused(order.deleteOrder, { params: made })).toMatchObject({ code: 10002 })
    expect(await buyer.refused(project.replaceItems, { params: made, body: { items: [] } })).toMatchObject({
      code: 10002,
    })
    expect(await buyer.refused(project.deleteProject, { params: made })).toMatchObject({ code: 10002 })
    for (const [call, body] of [
      [notice.publishCandidates, { title: '公示', content: text('公示'), publicityDays: 3 }],
      [notice.publishWinner, { tradeId: made.orderId, title: '结果', content: text('结果') }],
    ] as const)
      expect(await buyer.refused(call, { params: made, body: body as never })).toMatchObject({ code: 10002 })
    expect(await buyer.refused(order.archiveOrder, { params: made })).toMatchObject({ code: 10002 })
  })
})

test('a published notice cannot be changed, not even by the owner of the database', async () => {
  const { t } = world
  const { noticeId } = await publish(world)
  const refused = (statement: string) => expect(t.owner.query(statement)).rejects.toMatchObject({ code: 'KB002' })
  await refused(`update notice set title = '改' where id = '${noticeId}'`)
  await refused(`delete from notice where id = '${noticeId}'`)
  await refused('truncate notice cascade')
})

test('amounts and rich text are refused in a wrong form', async () => {
  const { buyer } = world
  const { body } = await draft(world)
  for (const estimatedPrice of ['1e6', '-1', '1,000', '1.234', '01', '']) {
    const refused = await buyer.refused(order.createOrder, { body: { ...body, estimatedPrice } })
    expect(refused).toMatchObject({ status: 400, code: 10001 })
  }
  const script = { type: 'doc', content: [{ type: 'script', text: 'alert(1)' }] }
  const announcement = { title: '公告', content: script }
  expect(await buyer.refused(order.createOrder, { body: { ...body, announcement } })).toMatchObject({ code: 10001 })
})

test('a draft is edited, copied without dates, and deleted', async () => {
  const { t, buyer } = world
  const made = await draft(world)
  const fields = made.body
  await buyer.call(order.updateOrder, { params: made, body: { ...fields, title: '改名的标段' } })
  const copied = await buyer.call(order.copyOrder, { params: made })
  const copy = await buyer.call(order.orderDetail, { params: copied })
  expect(copy).toMatchObject({
    title: '改名的标段',
    status: 0,
    announcement: { title: '医用设备采购招标公告', content: null },
  })
  expect(Object.values(copy.schedule)).toEqual([null, null, null, null, null, null])
  expect(copy.files).toHaveLength(1)
  expect(copied.code).not.toBe(made.code)
  await buyer.call(order.deleteOrder, { params: copied })
  expect((await buyer.refused(order.orderDetail, { params: copied })).status).toBe(404)
  const { rows } = await t.owner.query('select 1 from notice where order_id = $1', [copied.orderId])
  expect(rows).toEqual([])
})

describe('a change', () => {
  test('less than 15 days before the deadline must move it', async () => {
    const { t, buyer, suppliers } = world
    const made = await publish(world)
    await join(world, made.orderId, { supplier: suppliers[0]! })
    const params = { orderId: made.orderId }
    await t.advanceTo(new Date(Date.parse(made.body.schedule.bidEnd!) - 10 * DAY))
    const change = { title: '修改技术参数', content: text('参数修改') }
    const refused = await buyer.refused(notice.publishChange, { params, body: change })
    expect(refused).toMatchObject({ code: 10019, details: [{ ruleId: 'amendment' }] })
    const clarify = { title: '澄清', answers: [], content: text('澄清参数'), affectsBids: true }
    expect(await buyer.refused(notice.publishClarification, { params, body: clarify })).toMatchObject({ code: 10019 })
    const moved = inDays(16)
    await buyer.call(notice.publishChange, { params, body: { ...change, schedule: { bidEnd: moved, openAt: moved } } })
    const due = await t.owner.query<{ due_at: Date }>('select due_at from timer where key = $1', [
      `order:${made.orderId}:bid-deadline`,
    ])
    expect(due.rows[0]!.due_at.toISOString()).toBe(moved)
    // What does not affect bids may come later.
    await buyer.call(notice.publishChange, {
      params,
      body: { title: '地点', content: text('地点变更'), affectsBids: false },
    })
    expect((await buyer.call(order.orderDetail, { params })).version).toBe(3)
  })

  test('cannot clear a date, set one in the past, or come after the deadline', async () => {
    const { t, buyer } = world
    const made = await publish(world)
    const params = { orderId: made.orderId }
    const change = { title: '变更', content: text('变更') }
    for (const schedule of [
      { bidEnd: null },
      { bidEnd: inDays(-1) },
      { questionEnd: inDays(-1) },
      { openAt: inDays(26) },
    ])
      expect(await buyer.refused(notice.publishChange, { params, body: { ...change, schedule } })).toMatchObject({
        code: schedule.openAt ? 10019 : 10001,
      })
    await t.advanceTo(made.body.schedule.bidEnd!)
    expect(await buyer.refused(notice.publishChange, { params, body: change })).toMatchObject({
      code: 10002,
      message: '投标已截止，不能变更',
    })
    const clarify = { title: '澄清', answers: [], content: text('澄清') }
    expect(await buyer.refused(notice.publishClarification, { params, body: clarify })).toMatchObject({ code: 10002 })
  })
})

test('signing up has its demands and its end', async () => {
  const { t, buyer, suppliers } = world
  const made = await publish(world)
  const params = { orderId: made.orderId }
  const body = { contactName: '甲', contactMobile: '13800000000', files: [] }
  const missing = await suppliers[0]!.refused(tender.signUp, { params, body })
  expect(missing).toMatchObject({ code: 10001, message: '请上传营业执照' })
  const { tradeId } = await join(world, made.orderId, { supplier: suppliers[0]!, pass: false })
  const twice = await suppliers[0]!.refused(tender.signUp, { params, body })
  expect(twice).toMatchObject({ code: 10002 })
  await suppliers[0]!.call(tender.withdrawSignUp, { params })
  const again = await join(world, made.orderId, { supplier: suppliers[0]! })
  expect(again.tradeId).toBe(tradeId)
  expect(await suppliers[0]!.refused(tender.withdrawSignUp, { params })).toMatchObject({ code: 10002 })
  await t.advanceTo(made.body.schedule.signUpEnd!)
  expect(await suppliers[1]!.refused(tender.signUp, { params, body })).toMatchObject({ code: 41005 })
  await t.advanceTo(made.body.schedule.questionEnd!)
  expect(await suppliers[0]!.refused(tender.askQuestion, { params, body: { content: '太迟的问题' } })).toMatchObject({
    code: 10021,
  })
  expect((await buyer.call(order.orderDetail, { params })).stage).toBe('投标中')
})

describe('what a notice says of the order', () => {
  test('follows the order until publication, and is fixed by it', async () => {
    const { buyer } = world
    const content = text('投标保证金：{{投标保证金}}；报名时须提交：{{报名资料}}。')
    const announcement = { title: '{{标段名称}}招标公告', content }
    const made = await draft(world, { bond: '15000.00', announcement })
    await buyer.call(order.updateOrder, {
      params: made,
      body: { ...made.body, bond: '12000.00', announcement, title: '改过名的标段' },
    })
    await buyer.call(order.publishOrder, { params: made, body: {} })
    const { notices } = await buyer.call(order.orderDetail, { params: made })
    const params = { orderId: made.orderId, noticeId: notices[0]!.noticeId }
    const published = await buyer.call(notice.buyerNotice, { params })
    expect(published.title).toBe('改过名的标段招标公告')
    expect(JSON.stringify(published.content)).toContain('投标保证金：12,000.00 元')
    expect(JSON.stringify(published)).not.toContain('{{')
  })

  test('is refused where it states something else', async () => {
    const { buyer } = world
    const wrong = text('投标保证金：60,000 元。报名时须提交：无。')
    const settings = { ...(await draft(world)).body.settings, qualifications: [{ name: '营业执照', required: true }] }
    const made = await draft(world, { bond: '15000.00', settings, announcement: { title: '公告', content: wrong } })
    const refused = await buyer.refused(order.publishOrder, { params: made, body: {} })
    expect(refused).toMatchObject({ status: 400, code: 10001 })
    expect(
      (refused.details as { path: string; message: string }[]).filter((d) => d.path === 'announcement.content'),
    ).toEqual([
      { path: 'announcement.content', message: '正文写明投标保证金“60,000 元”，与采购单的“15,000.00 元”不一致' },
      { path: 'announcement.content', message: '正文写明报名时须提交“无”，与采购单的“营业执照”不一致' },
    ])
  })

  test('a change that names other dates than it makes is refused', async () => {
    const { buyer } = world
    const made = await draft(world)
    await buyer.call(order.publishOrder, { params: made, body: {} })
    const body = { title: '变更公告', schedule: {}, files: [], affectsBids: false, acceptWarnings: true }
    const content = text('投标截止时间延至 2099-01-01 09:30。')
    const refused = await buyer.refused(notice.publishChange, { params: made, body: { ...body, content } })
    expect(refused).toMatchObject({ status: 400, code: 10001 })
    expect(refused.message).toContain('投标截止时间“2099-01-01 09:30”')
    const live = text('投标截止时间仍为 {{投标截止时间}}。')
    await buyer.call(notice.publishChange, { params: made, body: { ...body, content: live } })
  })
})

test('templates are filled, and name what they lack', async () => {
  const { t, buyer } = world
  const made = await draft(world)
  const templates = await buyer.call(notice.noticeTemplates, { query: { kind: 1 } })
  const [{ templateId }] = templates as [(typeof templates)[number]]
  const filled = await buyer.call(notice.renderTemplate, { params: { orderId: made.orderId, templateId } })
  expect(JSON.stringify(filled.content)).toContain('{{最高限价}}')
  expect(await buyer.call(notice.noticeFields, { params: { orderId: made.orderId } })).toMatchObject({
    采购人: '江州市第一人民医院',
    最高限价: '900,000.00 元',
  })
  expect(filled.unresolved).toEqual(['项目概况'])

  // Own and the tenant's templates are offered, another company's is not.
  const content = JSON.stringify({ title: '{{标段名称}}公告', body: doc(paragraph('{{采购人}}，{{流标原因}}')) })
  const insert = async (company: string | null) => {
    const [id, version, user] = [randomUUID(), randomUUID(), randomUUID()]
    await t.owner.query(
      `insert into template (tenant_id, id, company_id, kind, scope, name, status, draft, version_no, created_by, created_at,
        updated_by, updated_at) values (1, $1, $2, 'notice', '1', '自有模板', 1, $3, 1, $4, now(), $4, now())`,
      [id, company, content, user],
    )
    await t.owner.query(
      `insert into template_version (tenant_id, id, template_id, version_no, scope, name, content, content_hash,
        published_by, published_at) values (1, $1, $2, 1, '1', '自有模板', $3, '', $4, now())`,
      [version, id, content, user],
    )
    return version
  }
  const tenantWide = await insert(null)
  const foreign = await insert(randomUUID())
  const listed = await buyer.call(notice.noticeTemplates, { query: { kind: 1 } })
  expect(listed.map((row) => row.templateId)).toContain(tenantWide)
  expect(listed.map((row) => row.templateId)).not.toContain(foreign)
  const render = (id: string) => ({ params: { orderId: made.orderId, templateId: id } })
  expect(await buyer.call(notice.renderTemplate, render(tenantWide))).toMatchObject({
    title: `${made.body.title}公告`,
    unresolved: ['流标原因'],
  })
  expect((await buyer.refused(notice.renderTemplate, render(foreign))).status).toBe(404)
})
