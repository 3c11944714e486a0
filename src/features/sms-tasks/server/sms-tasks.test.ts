import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { RETRY_MS } from '#features/messages/rules.ts'
import { textPage } from '#features/messages/contract-settings.ts'
import { createOnboarding } from '#features/suppliers/contract/onboarding.ts'
import { supplierPage } from '#features/suppliers/contract/library.ts'
import { blacklisted, newCode, titles } from '#features/suppliers/server/testing/supplier-world.ts'
import { agree, approver, enable } from '#features/workflow/server/testing/flows.ts'
import { inContext } from '#server/context.ts'
import * as policy from '../contract/policy.ts'
import * as own from '../contract/senders.ts'
import * as c from '../contract/tasks.ts'
import * as m from '../contract/templates.ts'
import { NOBODY, smsWorld, type SmsWorld, TEXT } from './testing/sms-world.ts'

const NOT_FOUND = { status: 404 }
const WRONG_STATE = { code: 10002 }
const FREE = { price: null, quietFrom: null, quietTo: null, mostPerDay: null }
const { mobile: M1 } = PEOPLE.supplier1

let world: SmsWorld
let templateId: string
beforeAll(async () => {
  world = await smsWorld()
  templateId = await world.template('资质更新提醒')
  const body = { price: '0.05', quietFrom: 21, quietTo: 8, mostPerDay: 3, reason: '与短信通道的合同' }
  await world.admin.call(policy.setSmsPolicy, { body })
})
afterAll(() => world.sms.close())
beforeEach(async () => {
  Object.assign(world.sms, { status: 200, silent: false, hold: null })
  await world.toHour(12)
  world.sms.delivered.clear()
})

describe('a template', () => {
  test('is refused for what cannot be sent, and says why', async () => {
    const refused = async (text: string, isMarketing = false) =>
      (await world.buyer.refused(m.createTemplate, { body: { name: '不合格的模板', text, isMarketing } })).details
    expect(await refused('{{中标价}}')).toMatchObject([{ path: 'text' }])
    expect(await refused('')).toMatchObject([{ path: 'text', message: '请填写短信正文' }])
    expect(await refused('字'.repeat(501))).toMatchObject([{ message: expect.stringContaining('500') as string }])
    expect(await refused('推介会邀请', true)).toMatchObject([{ message: expect.stringContaining('退订回T') as string }])
  })

  test('gets a version by a change, which tasks do not follow by themselves', async () => {
    const id = await world.template('到货通知', { text: '货到请联系。' })
    const taskId = await world.draft('到货', id, [world.ids.supplier1!])
    const change = (text: string, version: number) =>
      world.buyer.call(m.changeTemplate, {
        params: { templateId: id },
        body: { name: '到货通知', text, isMarketing: false, version },
      })
    await change('货到请致电。', 1)
    await expect(change('第三种说法。', 1)).rejects.toMatchObject({ body: { code: 10003 } })
    await change('货到请致电。', 2)
    await world.review(id, 2)
    const versions = await world.buyer.call(m.templateVersions, { params: { templateId: id } })
    expect(versions.map(({ version, text }) => `${version} ${text}`)).toEqual(['2 货到请致电。', '1 货到请联系。'])
    const body = { title: '到货', templateId: id, conditions: { ...NOBODY, supplierIds: [world.ids.supplier1!] } }
    await world.buyer.call(c.updateTask, { params: { taskId }, body })
    expect(await world.detail(taskId)).toMatchObject({ text: '货到请联系。', templateVersion: 1, newestVersion: 2 })
    await world.buyer.call(c.updateTask, { params: { taskId }, body: { ...body, renews: true } })
    expect(await world.detail(taskId)).toMatchObject({ text: '货到请致电。', templateVersion: 2 })
    await expect(world.t.owner.query(`update sms_template_version set text = ''`)).rejects.toThrow('on record')
  })

  test('has a name of its own, and disabled is used no more', async () => {
    const id = await world.template('停用的模板')
    const again = await world.buyer.refused(m.createTemplate, {
      body: { name: '停用的模板', text: '另一种内容', isMarketing: false },
    })
    expect(again.details).toMatchObject([{ path: 'name', message: '已有名为“停用的模板”的模板' }])
    const taskId = await world.draft('用停用的模板', id, [world.ids.supplier1!])
    const act = (action: 'disable' | 'enable') => ({ params: { templateId: id }, body: { action } })
    await world.buyer.call(m.actOnTemplate, act('disable'))
    const conditions = { ...NOBODY, supplierIds: [world.ids.supplier1!] }
    expect(
      (await world.buyer.refused(c.createTask, { body: { title: '再用', templateId: id, conditions } })).message,
    ).toContain('已停用')
    expect((await world.buyer.refused(c.submitTask, { params: { taskId }, body: { segments: 1 } })).message).toContain(
      '已停用',
    )
    await world.buyer.call(m.actOnTemplate, act('enable'))
    await world.buyer.call(c.removeTask, { params: { taskId } })
    expect(await world.buyer.refused(c.taskDetail, { params: { taskId } })).toMatchObject(NOT_FOUND)
  })
})

test('a template is used once the platform has passed it with its signature, version by version', async () => {
  const { buyer, admin } = world
  const { templateId: id } = await buyer.call(m.createTemplate, {
    body: { name: '待审模板', text: '请登录平台核对信息。', isMarketing: false },
  })
  const conditions = { ...NOBODY, supplierIds: [world.ids.supplier1!] }
  const draft = () => buyer.refused(c.createTask, { body: { title: '待审', templateId: id, conditions } })
  expect((await draft()).message).toContain('审核')
  const found = async () =>
    (await admin.call(m.reviewPage, { query: { keyword: '待审模板' } })).rows.find(({ templateId: own }) => own === id)
  expect(await found()).toMatchObject({ review: 'pending', signature: COMPANIES.hospital.name, version: 1 })
  const params = { templateId: id }
  const without = { version: 1, isPassed: false, reason: '' }
  expect((await admin.refused(m.reviewTemplate, { params, body: without })).details).toMatchObject([{ path: 'reason' }])
  await world.review(id, 1, '请写明核对哪些信息')
  expect(await found()).toMatchObject({ review: 'refused', reviewReason: '请写明核对哪些信息' })
  expect((await draft()).message).toContain('审核')
  await world.t.settle()
  expect(await titles(buyer)).toContain('短信模板未通过审核：待审模板')
  // One verdict for a version, also of ten at once.
  await buyer.call(m.changeTemplate, {
    params,
    body: { name: '待审模板', text: '请登录平台核对开户信息。', isMarketing: false, version: 1 },
  })
  const stale = { version: 1, isPassed: true, reason: '' }
  expect(await admin.refused(m.reviewTemplate, { params, body: stale })).toMatchObject({ code: 10003 })
  const given = await Promise.allSettled(Array.from({ length: 10 }, () => world.review(id, 2)))
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const taskId = await world.draft('已审', id, [world.ids.supplier1!])
  expect(await world.detail(taskId)).toMatchObject({ templateVersion: 2, text: '请登录平台核对开户信息。' })
  // What waits for review does not replace what passed.
  await buyer.call(m.changeTemplate, {
    params,
    body: { name: '待审模板', text: '第三版。', isMarketing: false, version: 2 },
  })
  expect(await world.detail(await world.draft('仍用', id, [world.ids.supplier1!]))).toMatchObject({
    templateVersion: 2,
  })
  const { rows } = await buyer.call(m.templatePage, { query: { state: 'pending' } })
  expect(rows).toMatchObject([{ templateId: id, version: 3, offeredVersion: 2, review: 'pending' }])
  for (const client of [buyer, world.supplier1]) {
    expect(await client.refused(m.reviewPage, {})).toMatchObject({ code: 10008 })
    expect(await client.refused(m.reviewTemplate, { params, body: { ...stale, version: 3 } })).toMatchObject({
      code: 10008,
    })
  }
  await expect(world.t.owner.query(`update sms_template_review set is_passed = true`)).rejects.toThrow('on record')
  // A company that changed its name sends nothing under a name that was not reviewed.
  const rename = (name: string) =>
    world.t.owner.query('update company set name = $2 where id = $1', [COMPANIES.hospital.id, name])
  await rename('江州市人民医院集团')
  const renamed = await world.draft('改名之后', id, [world.ids.supplier1!])
  expect((await buyer.refused(c.submitTask, { params: { taskId: renamed }, body: { segments: 1 } })).message).toContain(
    '签名',
  )
  await rename(COMPANIES.hospital.name)
})

test('a plan shows who is sent what for how much, and who is left out why', async () => {
  const { buyer, t, ids } = world
  await buyer.call(createOnboarding, {
    body: {
      way: 'direct',
      subject: { companyId: null, name: '江州未注册商行', creditCode: newCode(77) },
      categories: ['医疗设备'],
      validFrom: world.today(),
      validUntil: world.inDays(100),
      reason: '长期合作',
      files: [],
    },
  })
  const { rows } = await buyer.call(supplierPage, { query: { keyword: '江州未注册商行' } })
  const unregistered = rows[0]!.supplierId
  await blacklisted(world, buyer, { companyId: COMPANIES.supplier4.id })
  // One person works for two companies, in the second as its first administrator.
  await t.owner.query(`update employee set created_at = created_at + interval '1 day' where company_id = $1`, [
    COMPANIES.supplier5.id,
  ])
  await t.owner.query(
    `insert into employee (tenant_id, id, company_id, user_id, name, is_admin, created_at)
     select 1, $1, $2, $3, '顾一鸣', true, '2020-01-01'`,
    [newId(), COMPANIES.supplier5.id, PEOPLE.supplier2.id],
  )
  const taskId = await world.draft('核对', templateId, [...Object.values(ids), unregistered])
  const { plan, price, counts, cost } = await world.detail(taskId)
  expect(plan).toMatchObject({ recipients: 3, segments: 3, cost: '0.15' })
  expect([price, cost, counts.waiting]).toEqual(['0.05', null, 0])
  expect(plan.previews[0]).toEqual({
    name: COMPANIES.supplier1.name,
    text: `【${COMPANIES.hospital.name}】${COMPANIES.supplier1.name}沈瑶您好，请于月底前更新资质。`,
    segments: 1,
  })
  const why = Object.fromEntries(plan.leftOut.map(({ reason, names }) => [reason, names]))
  expect(why).toEqual({
    '未在平台注册，没有联系人': ['江州未注册商行'],
    在黑名单或失信名单中: [COMPANIES.supplier4.name],
    '与其他收件人的号码相同，只发一次': [COMPANIES.supplier5.name],
  })
  await t.owner.query(`delete from employee where company_id = $1 and user_id = $2`, [
    COMPANIES.supplier5.id,
    PEOPLE.supplier2.id,
  ])
  const narrowed = async (conditions: Partial<c.Conditions>) => {
    const body = { title: '核对', templateId, conditions: { ...NOBODY, ...conditions } }
    await buyer.call(c.updateTask, { params: { taskId }, body })
    return (await world.detail(taskId)).plan.recipients
  }
  expect(await narrowed({ states: ['qualified'] })).toBe(4)
  expect(await narrowed({ states: ['paused'] })).toBe(0)
  expect(await narrowed({ category: '医疗设备' })).toBe(4)
  expect(await narrowed({ category: '药品' })).toBe(0)
  expect(await narrowed({ grades: ['A'] })).toBe(0)
  expect(await narrowed({ regions: ['65'] })).toBe(0)
  const strange = { ...NOBODY, supplierIds: [newId()] }
  expect(
    (await buyer.refused(c.createTask, { body: { title: '别家', templateId, conditions: strange } })).message,
  ).toBeTruthy()
  expect(await buyer.refused(c.submitTask, { params: { taskId }, body: { segments: 1 } })).toMatchObject(WRONG_STATE)
})

describe('sent', () => {
  test('each recipient gets one message, however often it is asked for', async () => {
    const { buyer, sms } = world
    const taskId = await world.draft('每人一条', templateId, [world.ids.supplier1!, world.ids.supplier2!])
    const { plan } = await world.detail(taskId)
    const params = { taskId }
    const begun = await Promise.allSettled(
      Array.from({ length: 10 }, () => buyer.call(c.submitTask, { params, body: { segments: plan.segments } })),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await world.t.settle()
    // An event that comes again, as after a process that died, finds nobody who waits.
    for (let i = 0; i < 3; i++)
      await inContext(world.t.kernel, { tenantId: 1, actor: null }, (ctx) => {
        ctx.emit({ kind: 'sms-task.batch', payload: { taskId } })
        return Promise.resolve()
      })
    await world.t.settle()
    expect([...sms.delivered.values()].map(({ mobile }) => mobile).toSorted()).toEqual(
      [M1, PEOPLE.supplier2.mobile].toSorted(),
    )
    const { state, counts, cost } = await world.detail(taskId)
    expect([state, counts.handed, cost]).toEqual(['sent', 2, '0.10'])
    expect(await titles(buyer)).toContain('短信任务已发送：每人一条')
    const [row] = await world.recipients(taskId)
    expect(row!.mobile).toMatch(/^\d{3}\*{4}\d{4}$/)
    for (const act of [c.removeTask, c.stopTask, c.retryTask])
      expect(await buyer.refused(act as typeof c.stopTask, { params, body: { reason: '不想发了' } })).toMatchObject(
        WRONG_STATE,
      )
    await expect(world.t.owner.query(`update sms_task set text = '另一种' where state = 'sent'`)).rejects.toThrow(
      'on record',
    )
    await expect(world.t.owner.query(`delete from sms_recipient`)).rejects.toThrow('on record')
  })

  test('what arrived is told by the gateway; what did not is sent once more, to nobody else', async () => {
    const { buyer, ids } = world
    const taskId = await world.draft('回执', templateId, [ids.supplier1!, ids.supplier2!, ids.supplier3!])
    await world.send(taskId)
    const last = (mobile: string) => world.toNumber(mobile).at(-1)![0]
    const [one, two] = [last(M1), last(PEOPLE.supplier2.mobile)]
    expect(await world.tell({ kind: 'receipt', id: one, isDelivered: true })).toBe(200)
    expect(await world.tell({ kind: 'receipt', id: two, isDelivered: false, reason: '停机' })).toBe(200)
    expect(await world.tell({ kind: 'receipt', id: newId(), isDelivered: true })).toBe(404)
    expect(await world.states(taskId)).toEqual({ supplier1: 'delivered', supplier2: 'failed', supplier3: 'handed' })
    expect((await world.recipients(taskId)).map(({ reason }) => reason)).toContain('未送达：停机')
    const before = [M1, PEOPLE.supplier3.mobile].map((mobile) => world.toNumber(mobile).length)
    await buyer.call(c.retryTask, { params: { taskId } })
    await world.t.settle()
    expect([M1, PEOPLE.supplier3.mobile].map((mobile) => world.toNumber(mobile).length)).toEqual(before)
    expect(last(PEOPLE.supplier2.mobile)).not.toBe(two)
    expect((await world.detail(taskId)).cost).toBe('0.20')
    await world.tell({ kind: 'receipt', id: last(PEOPLE.supplier2.mobile), isDelivered: false })
    expect(await buyer.refused(c.retryTask, { params: { taskId } })).toMatchObject(WRONG_STATE)
    // The first one arrives after all.
    await world.tell({ kind: 'receipt', id: two, isDelivered: true })
    expect((await world.states(taskId)).supplier2).toBe('delivered')
  })

  test('what no carrier took is tried again under its id, so that nobody gets it twice', async () => {
    const { buyer, sms, ids } = world
    sms.status = 500
    const taskId = await world.draft('通道故障', templateId, [ids.supplier1!])
    await world.send(taskId)
    for (const wait of RETRY_MS) {
      await world.later(wait)
      await world.toHour(12)
    }
    expect(await world.states(taskId)).toEqual({ supplier1: 'failed' })
    expect(await world.detail(taskId)).toMatchObject({ state: 'sent', cost: '0.00' })
    const asked = sms.requests
      .map(({ body }) => JSON.parse(body) as { id: string; mobile: string })
      .filter(({ mobile }) => mobile === M1)
    const admin = await world.t.login('admin', { workbench: 'admin' })
    expect((await admin.call(textPage, { query: { state: 'failed' } })).rows[0]!.recipient).toContain('****')
    sms.status = 200
    await buyer.call(c.retryTask, { params: { taskId } })
    await world.t.settle()
    expect(await world.states(taskId)).toEqual({ supplier1: 'handed' })
    expect(world.toNumber(M1).at(-1)![0]).toBe(asked.at(-1)!.id)
  })

  test('no more is sent than was seen', async () => {
    const taskId = await world.draft('变多了', templateId, [world.ids.supplier1!, world.ids.supplier2!])
    const refused = await world.buyer.refused(c.submitTask, { params: { taskId }, body: { segments: 1 } })
    expect(refused).toMatchObject({ code: 10003, message: '收件人已变化：提交时为 1 条，现为 2 条，请刷新后重新确认' })
    expect((await world.detail(taskId)).state).toBe('draft')
  })
})

describe('the time', () => {
  test('waits for the end of the quiet hours', async () => {
    const { sms } = world
    await world.toHour(22)
    const before = sms.delivered.size
    const taskId = await world.draft('夜里', templateId, [world.ids.supplier1!])
    await world.send(taskId)
    expect((await world.detail(taskId)).state).toBe('scheduled')
    await world.later(9 * HOUR)
    expect(sms.delivered.size).toBe(before)
    await world.toHour(8)
    await expect.poll(() => sms.delivered.size).toBe(before + 1)
    await expect.poll(async () => (await world.detail(taskId)).state).toBe('sent')
  })

  test('a retry does not wake anybody either', async () => {
    const { sms } = world
    await world.toHour(20)
    await world.later(HOUR - 90_000)
    sms.status = 500
    const taskId = await world.draft('将近夜里', templateId, [world.ids.supplier1!])
    await world.send(taskId)
    const asked = sms.requests.length
    sms.status = 200
    await world.later(10 * HOUR)
    expect(sms.requests).toHaveLength(asked)
    await world.toHour(8)
    await world.later(1000)
    expect(await world.states(taskId)).toEqual({ supplier1: 'handed' })
  })

  test('a task that runs into the quiet hours goes on when they end', async () => {
    const { sms } = world
    const taskId = await world.draft('重发到夜里', templateId, [world.ids.supplier1!])
    await world.send(taskId)
    await world.tell({ kind: 'receipt', id: world.toNumber(M1).at(-1)![0], isDelivered: false })
    await world.toHour(22)
    const before = sms.delivered.size
    await world.buyer.call(c.retryTask, { params: { taskId } })
    await world.t.settle()
    expect(await world.detail(taskId)).toMatchObject({ state: 'sending', counts: { waiting: 1 } })
    await world.toHour(8)
    await world.later(1000)
    expect([(await world.detail(taskId)).state, sms.delivered.size - before]).toEqual(['sent', 1])
  })

  test('may be chosen, not behind us and not years ahead', async () => {
    const { buyer, t } = world
    const taskId = await world.draft('定时', templateId, [world.ids.supplier1!])
    const at = (ms: number) => new Date(t.kernel.clock.now().getTime() + ms).toISOString()
    const refused = async (sendAt: string) =>
      (await buyer.refused(c.submitTask, { params: { taskId }, body: { sendAt, segments: 1 } })).details
    expect(await refused(at(-HOUR))).toMatchObject([{ path: 'sendAt' }])
    expect(await refused(at(91 * 24 * HOUR))).toMatchObject([{ path: 'sendAt' }])
    const before = world.sms.delivered.size
    await world.send(taskId, { sendAt: at(2 * HOUR) })
    expect((await world.detail(taskId)).state).toBe('scheduled')
    await world.later(2 * HOUR + 1000)
    expect([(await world.detail(taskId)).state, world.sms.delivered.size - before]).toEqual(['sent', 1])
  })
})

test('stopped, what waits is not sent, also when the carrier is there again', async () => {
  const { buyer, sms } = world
  sms.status = 500
  const before = sms.delivered.size
  const taskId = await world.draft('停止', templateId, [world.ids.supplier1!, world.ids.supplier2!])
  await world.send(taskId)
  expect((await world.detail(taskId)).state).toBe('sending')
  const params = { taskId }
  const body = { reason: '内容有误' }
  await Promise.allSettled([buyer.call(c.stopTask, { params, body }), buyer.call(c.stopTask, { params, body })])
  sms.status = 200
  await world.later(3 * HOUR)
  expect(sms.delivered.size).toBe(before)
  expect(await world.states(taskId)).toEqual({ supplier1: 'stopped', supplier2: 'stopped' })
  expect(await world.detail(taskId)).toMatchObject({ state: 'stopped', stopReason: '内容有误', cost: '0.00' })

  const planned = await world.draft('停止定时', templateId, [world.ids.supplier1!])
  await world.send(planned, { sendAt: new Date(world.t.kernel.clock.now().getTime() + HOUR).toISOString() })
  await buyer.call(c.stopTask, { params: { taskId: planned }, body })
  await world.later(2 * HOUR)
  expect(sms.delivered.size).toBe(before)
})

test('is sent by approval where the company has one', async () => {
  const { buyer, sms } = world
  const before = sms.delivered.size
  const taskId = await world.draft('须审批', templateId, [world.ids.supplier1!])
  await enable(buyer, { type: 'sms', node: 'submit' }, [approver('chief', ['newbie'])])
  const held = await world.send(taskId)
  expect(await world.detail(taskId)).toMatchObject({ state: 'draft', pendingApproval: '短信发送' })
  expect(await buyer.refused(c.removeTask, { params: { taskId } })).toMatchObject(WRONG_STATE)
  expect(sms.delivered.size).toBe(before)
  const newbie = await world.t.login('newbie', { workbench: 'purchaser' })
  await agree(newbie, (held as { approval: { workflowId: string } }).approval.workflowId)
  await world.t.settle()
  expect([(await world.detail(taskId)).state, sms.delivered.size]).toEqual(['sent', before + 1])
})

test('strangers see nothing of it, and the price is the platform’s', async () => {
  const { buyer, other, colleague, supplier1, t } = world
  const taskId = await world.draft('别人的', templateId, [world.ids.supplier1!])
  await t.owner.query(`update employee set rights = rights || '{sms}' where user_id = $1 and company_id = $2`, [
    PEOPLE.multi.id,
    COMPANIES.waterworks.id,
  ])
  await expect
    .poll(() =>
      other.call(c.taskPage, {}).then(
        ({ rows }) => rows,
        () => null,
      ),
    )
    .toEqual([])
  const params = { taskId }
  const fields = { title: '改成我的', templateId, conditions: NOBODY }
  const beijiang = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  for (const client of [other, beijiang]) {
    expect(await client.refused(c.taskDetail, { params })).toMatchObject(NOT_FOUND)
    expect(await client.refused(c.recipientPage, { params })).toMatchObject(NOT_FOUND)
    expect(await client.refused(c.updateTask, { params, body: fields })).toMatchObject(NOT_FOUND)
    expect(await client.refused(c.removeTask, { params })).toMatchObject(NOT_FOUND)
    expect(await client.refused(c.submitTask, { params, body: { segments: 1 } })).toMatchObject(NOT_FOUND)
    expect(await client.refused(c.stopTask, { params, body: { reason: '不想发' } })).toMatchObject(NOT_FOUND)
    expect(await client.refused(c.retryTask, { params })).toMatchObject(NOT_FOUND)
    expect(await client.refused(c.createTask, { body: fields })).toMatchObject(NOT_FOUND)
    expect(await client.refused(m.templateVersions, { params: { templateId } })).toMatchObject(NOT_FOUND)
    const change = { name: '改名', text: TEXT, isMarketing: false, version: 1 }
    expect(await client.refused(m.changeTemplate, { params: { templateId }, body: change })).toMatchObject(NOT_FOUND)
    const off = { params: { templateId }, body: { action: 'disable' as const } }
    expect(await client.refused(m.actOnTemplate, off)).toMatchObject(NOT_FOUND)
    expect((await client.call(m.templatePage, {})).rows).toEqual([])
  }
  for (const client of [colleague, supplier1]) {
    expect(await client.refused(c.taskPage, {})).toMatchObject({ code: 10008 })
    expect(await client.refused(c.taskChoices, {})).toMatchObject({ code: 10008 })
    expect(await client.refused(m.templatePage, {})).toMatchObject({ code: 10008 })
  }
  expect(await buyer.refused(own.senderPage, {})).toMatchObject({ code: 10008 })
  expect(
    await supplier1.refused(own.unsubscribe, { params: { ownerCompanyId: COMPANIES.waterworks.id } }),
  ).toMatchObject(NOT_FOUND)
  expect(await supplier1.refused(own.subscribe, { params: { ownerCompanyId: COMPANIES.waterworks.id } })).toMatchObject(
    NOT_FOUND,
  )
  const admin = await t.login('admin', { workbench: 'admin' })
  expect(await buyer.refused(policy.smsPolicy, {})).toMatchObject({ code: 10008 })
  const body = { price: '-1', quietFrom: 21, quietTo: null, mostPerDay: 5, reason: '试试' }
  expect((await admin.refused(policy.setSmsPolicy, { body })).code).toBe(10001)
  await admin.call(policy.setSmsPolicy, { body: { ...FREE, reason: '免费试用' } })
  expect(await admin.call(policy.smsPolicy, {})).toEqual(FREE)
  expect((await world.detail(taskId)).plan.cost).toBeNull()
})
