import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { type Account, PEOPLE } from '#demo/people.ts'
import * as buying from '#demo/play/buyer.ts'
import * as play from '#demo/play/talks.ts'
import { signUp } from '#demo/play/supplier.ts'
import { draftSole, SOLE_EXAMPLE, soleDates } from '#demo/sole-sources.ts'
import { winnerDetail } from '#features/procurement/contract/notice.ts'
import { orderDetail, orderTimeline } from '#features/procurement/contract/order.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import * as c from '../contract.ts'

/* The only server process is killed in the middle of a talk: what was recorded stands, what was not is asked for again. */

let server: KillableServer
let params: { orderId: string }
let bidEnd: number

beforeAll(async () => {
  server = await killableServer({ from: 'people' })
  const buyer = await as('buyer')
  const now = new Date()
  const dates = soleDates(now.getTime())
  bidEnd = dates.bidEnd
  params = await draftSole(buyer, SOLE_EXAMPLE, { purchaser: null, dates, now })
  await buying.publish(buyer, params.orderId)
  const { name: contact, mobile } = PEOPLE.supplier1
  await signUp(await as('supplier1'), params.orderId, { contact, mobile, now })
  await buying.approveAll(buyer, params.orderId)
  await play.respond(await as('supplier1'), params.orderId, now)
})

afterAll(() => server.stop())

const talks = async () => (await as('buyer')).call(c.orderTalk, { params })

test('killed behind the deadline and while minutes and their confirmation are written: nothing half, nothing twice', async () => {
  // Down when the response becomes readable: the next process shows it all the same.
  await server.kill()
  await server.owner.query('update clock_shift set ms = $1', [bidEnd + 2 * HOUR - Date.now()])
  await server.start()
  const at = new Date(bidEnd + HOUR)
  const before = await talks()
  expect(before).toMatchObject({ blocked: null, response: { price: '368600.00' }, talks: [] })

  const buyer = await as('buyer')
  await server.killWhileWriting('talk', () => play.record(buyer, params.orderId, at))
  await server.start()
  expect(await talks()).toEqual(before)
  expect((await (await as('buyer')).call(orderDetail, { params })).stage).toBe('待协商')

  // Acknowledged, then killed at once: it stands, and waits for its answer.
  await play.record(await as('buyer'), params.orderId, at)
  await server.kill()
  await server.start()
  const { openId, talks: known } = await (await as('supplier1')).call(c.ownTalk, { params })
  expect(known).toMatchObject([{ talkId: openId, no: 1, price: '350170.00', agreed: null }])

  await expect.poll(() => told('talk.recorded')).toBe(1)

  const reply = { params: { ...params, talkId: openId! }, body: { agree: true } }
  const key = '0b0e3f6c-6a0c-4a5c-9d51-000000000002'
  const asked = await as('supplier1')
  await server.killWhileWriting('candidate', () => asked.call(c.replyTalk, reply, { key }))
  await server.start()

  // The same reply sent once more, with its key and without: it takes effect once.
  const again = await as('supplier1')
  await again.call(c.replyTalk, reply, { key })
  await again.call(c.replyTalk, reply, { key })
  const late = await again.refused(c.replyTalk, { ...reply, body: { agree: false, reason: '价格有误' } })
  expect([late.code, late.message]).toEqual([10002, '该协商情况记录已答复'])

  const owner = await as('buyer')
  expect((await talks()).talks).toMatchObject([{ talkId: openId, no: 1, agreed: true }])
  expect((await owner.call(winnerDetail, { params })).candidates).toMatchObject([{ rank: 1, price: '350170.00' }])
  const said = async () =>
    (await owner.call(orderTimeline, { params, query: {} }))
      .map(({ summary }) => summary)
      .filter((text) => /协商情况/.test(text))
  await expect.poll(said).toEqual(['供应商确认协商情况：350,170.00 元', '提交协商情况记录：商定价格 350,170.00 元'])
  await expect.poll(() => told('talk.replied')).toBe(1)
  expect(await told('talk.recorded')).toBe(1)
})

/** How often each that was told of this was told of it; 0: nobody was. */
async function told(kind: string): Promise<number> {
  const each = 'select count(*) as n from message where kind = $1 group by user_id'
  const { rows } = await server.owner.query<{ n: number }>(`select coalesce(max(n), 0)::int as n from (${each}) t`, [
    kind,
  ])
  return rows[0]!.n
}

function as(account: Account): Promise<HttpClient> {
  return server.login(account, account === 'buyer' ? 'purchaser' : 'supplier')
}
