import { expect, test } from 'vitest'
import { formatDate } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as own from '../contract/supplier.ts'
import * as c from '../contract/trade.ts'
import { recruitWorld } from './testing/world.ts'

test('an application whose certificate has run out is not passed, until it is sent back and renewed', async () => {
  const w = await recruitWorld()
  const { t, buyer } = w
  const [first, second] = w.suppliers as [HttpClient, HttpClient]
  const day = (days: number) => formatDate(new Date(w.later(days)))
  const { orderId } = await w.published({ endsAt: w.later(5) })
  const until = async (client: HttpClient, validUntil: string) => {
    const body = await w.application(client)
    return { ...body, documents: body.documents!.map((one) => ({ ...one, validUntil })) }
  }
  const last = day(1)
  const { tradeId } = await first.call(own.applyTo, { params: { orderId }, body: await until(first, last) })
  // This one runs out behind the end of the call.
  const later = await second.call(own.applyTo, { params: { orderId }, body: await until(second, day(6)) })
  const pass = { params: { tradeId }, body: { decision: 'pass' as const } }
  const passAction = async () =>
    (await buyer.call(c.tradeDetail, { params: { tradeId } })).actions.find(({ action }) => action === 'pass')
  expect((await passAction())?.reason ?? null).toBeNull()
  await t.settle()
  await t.advanceTo(`${day(2)}T09:00:00+08:00`)
  const message = `医疗器械经营许可证有效期至 ${last}，已过期`
  expect((await passAction())?.reason).toBe(message)
  expect(await buyer.refused(c.decideTrade, pass)).toMatchObject({ code: 10002, message })
  await w.decide(tradeId, 'sendBack', '许可证已过期，请提交换发后的证件')
  const again = { params: { tradeId }, body: await until(first, last) }
  expect((await first.refused(own.applyAgain, again)).message).toContain('过期')
  await first.call(own.applyAgain, { params: { tradeId }, body: await until(first, day(400)) })
  await buyer.call(c.decideTrade, pass)
  // Behind the end nobody can renew: what held at the end passes.
  await t.settle()
  await t.advanceTo(`${day(8)}T09:00:00+08:00`)
  await w.decide(later.tradeId, 'pass')
})
