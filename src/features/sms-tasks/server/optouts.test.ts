import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { setSmsPolicy } from '../contract/policy.ts'
import * as own from '../contract/senders.ts'
import * as c from '../contract/tasks.ts'
import { smsWorld, type SmsWorld } from './testing/sms-world.ts'

const { mobile: M1 } = PEOPLE.supplier1

let world: SmsWorld
let templateId: string
beforeAll(async () => {
  world = await smsWorld()
  templateId = await world.template('资质更新提醒')
  const body = { price: '0.05', quietFrom: 21, quietTo: 8, mostPerDay: 3, reason: '与短信通道的合同' }
  await world.admin.call(setSmsPolicy, { body })
})
afterAll(() => world.sms.close())
beforeEach(async () => {
  Object.assign(world.sms, { status: 200, silent: false, hold: null })
  await world.toHour(12)
  world.sms.delivered.clear()
})

test('a number gets no more of a purchaser in a day than the platform allows', async () => {
  for (let i = 0; i < 3; i++) await world.send(await world.draft(`第 ${i} 次`, templateId, [world.ids.supplier1!]))
  const over = await world.draft('超过', templateId, [world.ids.supplier1!, world.ids.supplier2!])
  await world.send(over)
  expect(await world.states(over)).toEqual({ supplier1: 'skipped', supplier2: 'handed' })
  expect((await world.recipients(over)).map(({ reason }) => reason)).toContain('该号码当天已收到 3 条，达到每日上限')
  expect(world.toNumber(M1)).toHaveLength(3)
  await world.toHour(9)
  await world.send(await world.draft('第二天', templateId, [world.ids.supplier1!]))
  expect(world.toNumber(M1)).toHaveLength(4)
})

describe('who wants none', () => {
  const params = { ownerCompanyId: COMPANIES.hospital.id }
  const leftOut = async (supplierId: string) => {
    const taskId = await world.draft('退订', templateId, [supplierId])
    return (await world.detail(taskId)).plan.leftOut.map(({ reason }) => reason)
  }

  test('unsubscribes in the workbench, also of what waits, and comes back', async () => {
    const { supplier1, sms, ids } = world
    sms.status = 500
    const waiting = await world.draft('在途', templateId, [ids.supplier1!, ids.supplier2!])
    await world.send(waiting)
    const before = world.toNumber(M1).length
    expect((await supplier1.call(own.senderPage, {})).rows).toMatchObject([
      { ownerName: COMPANIES.hospital.name, off: null },
    ])
    await supplier1.call(own.unsubscribe, { params })
    await supplier1.call(own.unsubscribe, { params })
    sms.status = 200
    await world.later(HOUR)
    expect(await world.states(waiting)).toEqual({ supplier1: 'skipped', supplier2: 'handed' })
    expect(world.toNumber(M1)).toHaveLength(before)
    expect(await leftOut(ids.supplier1!)).toEqual(['已退订本单位的短信'])
    expect((await supplier1.call(own.senderPage, {})).rows).toMatchObject([{ off: { byName: '沈瑶' } }])
    await supplier1.call(own.subscribe, { params })
    expect(await leftOut(ids.supplier1!)).toEqual([])
  })

  test('is sent nothing that was in hand and refused meanwhile; nor is what was stopped', async () => {
    const { supplier1, sms, ids, t, buyer } = world
    const inHand = async (title: string, act: (taskId: string) => Promise<unknown>) => {
      const taskId = await world.draft(title, templateId, [ids.supplier1!])
      const { promise, resolve } = Promise.withResolvers<void>()
      Object.assign(sms, { status: 500, hold: promise })
      const before = sms.requests.length
      await buyer.call(c.submitTask, { params: { taskId }, body: { segments: 1 } })
      const settled = t.settle()
      await expect.poll(() => sms.requests.length).toBe(before + 1)
      await act(taskId)
      expect(await world.states(taskId)).toEqual({ supplier1: 'queued' })
      resolve()
      await settled
      Object.assign(sms, { status: 200, hold: null })
      await world.later(31_000)
      await world.later(HOUR)
      expect(world.toNumber(M1)).toEqual([])
      return world.states(taskId)
    }
    expect(await inHand('退订时在途', () => supplier1.call(own.unsubscribe, { params }))).toEqual({
      supplier1: 'skipped',
    })
    await supplier1.call(own.subscribe, { params })
    const stop = (taskId: string) => buyer.call(c.stopTask, { params: { taskId }, body: { reason: '内容有误' } })
    expect(await inHand('停止时在途', stop)).toEqual({ supplier1: 'stopped' })
  })

  test('answers T, signed by the gateway; said before subscribing again it does not count', async () => {
    const { supplier1, ids, t } = world
    const sent = await world.draft('请回复', templateId, [ids.supplier1!, ids.supplier2!])
    await world.send(sent)
    const at = t.kernel.clock.now().toISOString()
    const reply = { kind: 'reply', mobile: M1, text: 'T', at }
    expect(await world.tell(reply, { key: 'another' })).toBe(401)
    expect(await world.tell(reply, { at: t.kernel.clock.now().getTime() - 6 * 60_000 })).toBe(401)
    expect(await world.tell(reply, { tenant: 99 })).toBe(404)
    expect(await world.tell({ kind: 'reply' })).toBe(400)
    await world.tell({ ...reply, text: '收到，谢谢' })
    expect(await leftOut(ids.supplier1!)).toEqual([])
    expect(await world.tell(reply)).toBe(200)
    expect(await world.tell(reply)).toBe(200)
    expect(await leftOut(ids.supplier1!)).toEqual(['已退订本单位的短信'])
    expect((await supplier1.call(own.senderPage, {})).rows).toMatchObject([{ off: null, isOwnNumberOff: true }])
    const answers = (await world.recipients(sent)).map((row) => row.answers.map(({ text }) => text).toSorted())
    expect(answers.flat()).toEqual(['T', '收到，谢谢'])
    await expect(t.owner.query(`update sms_answer set text = ''`)).rejects.toThrow('on record')
    await world.later(1000)
    await supplier1.call(own.subscribe, { params })
    await world.tell(reply)
    expect(await leftOut(ids.supplier1!)).toEqual([])
    // Another tenant's gateway speaks of another tenant's texts.
    await world.tell({ ...reply, at: t.kernel.clock.now().toISOString() }, { tenant: 3 })
    expect(await leftOut(ids.supplier1!)).toEqual([])
  })
})
