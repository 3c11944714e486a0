import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { HOUR } from '#contract/time.ts'
import { titles } from '#features/suppliers/server/testing/supplier-world.ts'
import { inContext } from '#server/context.ts'
import * as c from '../contract/tasks.ts'
import * as m from '../contract/templates.ts'
import { NOBODY, smsWorld, type SmsWorld } from './testing/sms-world.ts'

/* A version that the platform passed is taken back. */

const WRONG_STATE = { code: 10002 }
const REASON = '内容与采购业务无关'

let world: SmsWorld
beforeAll(async () => {
  world = await smsWorld()
})
afterAll(() => world.sms.close())
beforeEach(async () => {
  Object.assign(world.sms, { status: 200, silent: false, hold: null })
  await world.toHour(12)
  world.sms.delivered.clear()
})

const one = () => [world.ids.supplier1!]
const both = () => [world.ids.supplier1!, world.ids.supplier2!]
const given = (templateId: string, version = 1, reason = REASON) => ({
  params: { templateId },
  body: { version, reason },
})
const revoke = async (templateId: string, version = 1) => {
  await world.admin.call(m.revokeTemplate, given(templateId, version))
  await world.t.settle()
}
const change = (templateId: string, name: string, text: string, version = 1) =>
  world.buyer.call(m.changeTemplate, { params: { templateId }, body: { name, text, isMarketing: false, version } })

test('what is under way stops, what waits is refused, and whoever it concerns is told', async () => {
  const { buyer, admin, sms } = world
  const id = await world.template('撤销的模板')
  const failed = await world.draft('曾失败', id, one())
  await world.send(failed)
  await world.tell({ kind: 'receipt', id: [...sms.delivered.keys()].at(-1)!, isDelivered: false })
  sms.status = 500
  const sending = await world.draft('发送中', id, both())
  await world.send(sending)
  const planned = await world.draft('定时', id, one())
  await world.send(planned, { sendAt: new Date(world.t.kernel.clock.now().getTime() + HOUR).toISOString() })
  const draft = await world.draft('草稿', id, one())
  expect([(await world.detail(sending)).state, (await world.detail(planned)).state]).toEqual(['sending', 'scheduled'])
  // Ten at once are one.
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => admin.call(m.revokeTemplate, given(id))))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await world.t.settle()
  for (const taskId of [sending, planned])
    expect(await world.detail(taskId)).toMatchObject({
      state: 'stopped',
      stoppedByName: '平台',
      stopReason: `模板第 1 版已撤销：${REASON}`,
    })
  expect(await world.states(sending)).toEqual({ supplier1: 'stopped', supplier2: 'stopped' })
  sms.status = 200
  const before = sms.delivered.size
  await world.later(3 * HOUR)
  expect(sms.delivered.size).toBe(before)
  expect((await buyer.refused(c.submitTask, { params: { taskId: draft }, body: { segments: 1 } })).message).toContain(
    REASON,
  )
  expect((await world.detail(draft)).revokedReason).toBe(REASON)
  expect(await buyer.refused(c.retryTask, { params: { taskId: failed } })).toMatchObject(WRONG_STATE)
  const conditions = { ...NOBODY, supplierIds: one() }
  const again = { body: { title: '另一个', templateId: id, conditions } }
  expect((await buyer.refused(c.createTask, again)).message).toContain('已被平台撤销')
  const told = await titles(buyer)
  expect(told).toContain('短信模板已被平台撤销：撤销的模板')
  expect(told.filter((title) => title.startsWith('短信任务已停止')).toSorted()).toEqual([
    '短信任务已停止：发送中',
    '短信任务已停止：定时',
  ])
  const { rows } = await buyer.call(m.templatePage, { query: { state: 'revoked' } })
  expect(rows).toMatchObject([{ templateId: id, offeredVersion: null, review: 'revoked', reviewReason: REASON }])
  // A new version goes its own way.
  await change(id, '撤销的模板', '请登录平台核对。')
  await world.review(id, 2)
  const body = { title: '草稿', templateId: id, conditions, renews: true }
  await buyer.call(c.updateTask, { params: { taskId: draft }, body })
  await world.send(draft)
  expect((await world.detail(draft)).state).toBe('sent')
})

test('an earlier version is taken back from those that still use it alone', async () => {
  const id = await world.template('两个版本')
  const old = await world.draft('旧内容', id, one())
  await world.send(old, { sendAt: new Date(world.t.kernel.clock.now().getTime() + HOUR).toISOString() })
  await change(id, '两个版本', '新的内容。')
  await world.review(id, 2)
  const current = await world.draft('新内容', id, one())
  await revoke(id, 1)
  expect((await world.detail(old)).state).toBe('stopped')
  await world.send(current)
  expect((await world.detail(current)).state).toBe('sent')
  const versions = await world.admin.call(m.reviewVersions, { params: { templateId: id } })
  expect(versions.map(({ version, review }) => [version, review])).toEqual([
    [2, 'passed'],
    [1, 'revoked'],
  ])
  // Neither does an earlier one come back when the newest is taken back.
  const three = await world.template('又两个版本')
  await change(three, '又两个版本', '新的内容。')
  await world.review(three, 2)
  await revoke(three, 2)
  const { rows } = await world.buyer.call(m.templatePage, { query: { keyword: '又两个版本' } })
  expect(rows).toMatchObject([{ offeredVersion: null }])
})

test('no part leaves between the revocation and the stop', async () => {
  const id = await world.template('分批发送')
  world.sms.status = 500
  const taskId = await world.draft('分批', id, both())
  await world.send(taskId)
  const { owner, kernel } = world.t
  await owner.query(`update sms_recipient set state = 'waiting', text_id = null where task_id = $1`, [taskId])
  // As between the commit of a revocation and the subscriber that stops its tasks.
  await owner.query(
    `insert into sms_template_revocation (tenant_id, template_id, version, reason, by_name, at)
     values (1, $1, 1, '撤销', '平台', now())`,
    [id],
  )
  world.sms.status = 200
  await inContext(kernel, { tenantId: 1, actor: null }, (ctx) => {
    ctx.emit({ kind: 'sms-task.batch', payload: { taskId } })
    return Promise.resolve()
  })
  await world.t.settle()
  expect(await world.states(taskId)).toEqual({ supplier1: 'waiting', supplier2: 'waiting' })
})

test('is the platform’s alone, with a reason, of what it passed', async () => {
  const { buyer, admin, supplier1, t } = world
  const id = await world.template('谁能撤销')
  for (const client of [buyer, supplier1]) {
    expect(await client.refused(m.revokeTemplate, given(id))).toMatchObject({ code: 10008 })
    expect(await client.refused(m.reviewVersions, { params: { templateId: id } })).toMatchObject({ code: 10008 })
  }
  expect((await admin.refused(m.revokeTemplate, given(id, 1, ' '))).details).toMatchObject([{ path: 'reason' }])
  expect(await admin.refused(m.revokeTemplate, given(id, 2))).toMatchObject(WRONG_STATE)
  expect((await admin.refused(m.revokeTemplate, given(newId()))).status).toBe(404)
  expect((await admin.refused(m.reviewVersions, { params: { templateId: newId() } })).status).toBe(404)
  const elsewhere = await t.login('admin', { workbench: 'admin', tenantId: 3 })
  expect((await elsewhere.refused(m.revokeTemplate, given(id))).status).toBe(404)
  const { templateId } = await buyer.call(m.createTemplate, {
    body: { name: '未通过的', text: '请登录平台。', isMarketing: false },
  })
  expect(await admin.refused(m.revokeTemplate, given(templateId))).toMatchObject(WRONG_STATE)
  await world.review(templateId, 1, '请写明内容')
  expect(await admin.refused(m.revokeTemplate, given(templateId))).toMatchObject(WRONG_STATE)
  await revoke(id)
  expect(await admin.refused(m.revokeTemplate, given(id))).toMatchObject({ ...WRONG_STATE, message: '第 1 版已撤销' })
  await expect(t.owner.query(`update sms_template_revocation set reason = '另一种'`)).rejects.toThrow('on record')
})

test('whoever runs the platform is told of each version that waits', async () => {
  const { buyer, admin } = world
  const { templateId } = await buyer.call(m.createTemplate, {
    body: { name: '新来的模板', text: '请登录平台。', isMarketing: false },
  })
  await world.t.settle()
  const waiting = async () => (await titles(admin)).filter((title) => title === '短信模板待审核：新来的模板').length
  expect(await waiting()).toBe(1)
  // A new name alone is no new version.
  await change(templateId, '改了名字', '请登录平台。')
  await change(templateId, '新来的模板', '请及时登录平台。')
  await world.t.settle()
  expect(await waiting()).toBe(2)
})
