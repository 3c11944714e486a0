import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { drawn } from '#demo/play/drawn.ts'
import { beginPanel, declare, drawTurns, holdTalks, judgeResponses } from '#demo/play/panels.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { leavePanel, ownPanel } from '../contract-supplier.ts'

/* Demands that could not be described beforehand: members vote on solutions before the final offers. */

const ACCOUNTS = ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const
const GROUP = { representatives: ['王宁'], experts: ['何清源', '方敏'] }
const WRONG_STATE = { code: 10002 }

let t: TestSystem
let buyer: HttpClient
let members: HttpClient[]
let suppliers: HttpClient[]
let trades: Record<string, string>
let params: { orderId: string }

beforeAll(async () => {
  const from = await fromState('responded')
  t = from.t
  params = { orderId: from.facts.orderId }
  trades = from.facts.trades
  await t.owner.query(
    `update purchase_order set settings = jsonb_set(settings, '{group,isOpen}', 'true') where id = $1`,
    [params.orderId],
  )
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  members = await Promise.all(
    ['buyer2', 'expert1', 'expert2'].map((account) =>
      t.login(account, { workbench: account.startsWith('expert') ? 'expert' : 'purchaser' }),
    ),
  )
  suppliers = await Promise.all(ACCOUNTS.map((account) => t.login(account, { workbench: 'supplier' })))
  await beginPanel(buyer, params.orderId, GROUP)
  for (const member of members) await declare(member, params.orderId)
  for (const member of members) await judgeResponses(member, params.orderId)
})

const desk = (of = buyer) => of.call(c.panelDesk, { params })
const later = (ms: number) => new Date(t.kernel.clock.now().getTime() + ms).toISOString()
const finalOffers = () => buyer.refused(c.callFinalOffers, { params, body: { deadline: later(DAY) } })

test('before the vote no final offer is asked for, and no vote before everybody was talked to', async () => {
  expect((await finalOffers()).message).toBe('须先由小组投票推荐方案')
  expect((await buyer.refused(c.callVote, { params })).message).toContain('4 家供应商未商谈')
  await drawTurns(buyer, params.orderId, t.kernel.clock.now())
  await drawn(t, params.orderId)
  await holdTalks(buyer, params.orderId, {
    supplierOf: (tradeId) => Promise.resolve(suppliers[ACCOUNTS.findIndex((one) => trades[one] === tradeId)]!),
  })
  expect((await finalOffers()).message).toBe('须先由小组投票推荐方案')
})

describe('the vote', () => {
  const vote = async (member: HttpClient, of: readonly string[], part: object = {}) => {
    const { roundNo, own } = await desk(member)
    return {
      params,
      body: { roundNo, tradeIds: of.map((one) => trades[one]!), signature: own!.name, ...part },
    }
  }

  test('is called by the host, once, and asks for at least three', async () => {
    expect([403, 404]).toContain((await members[1]!.refused(c.callVote, { params })).status)
    await buyer.call(c.callVote, { params })
    expect(await buyer.refused(c.callVote, { params })).toMatchObject(WRONG_STATE)
    expect((await desk()).stage).toBe('voting')
    const few = await vote(members[0]!, ['supplier1', 'supplier2'])
    expect((await members[0]!.refused(c.handInVote, few)).message).toBe('请至少推荐 3 家')
    const twice = await vote(members[0]!, ['supplier1', 'supplier1', 'supplier2'])
    expect(await members[0]!.refused(c.handInVote, twice)).toMatchObject({ code: 10001 })
    const forged = await vote(members[0]!, ['supplier1', 'supplier2', 'supplier3'], { signature: '别人' })
    expect(await members[0]!.refused(c.handInVote, forged)).toMatchObject({ code: 10001 })
    for (const stranger of [buyer, suppliers[0]!])
      expect([403, 404]).toContain((await stranger.refused(c.handInVote, few)).status)
  })

  test('is sealed until the last member has voted', async () => {
    await members[0]!.call(c.handInVote, await vote(members[0]!, ['supplier1', 'supplier2', 'supplier3']))
    const again = await vote(members[0]!, ['supplier1', 'supplier2', 'supplier4'])
    expect(await members[0]!.refused(c.handInVote, again)).toMatchObject(WRONG_STATE)
    await members[1]!.call(c.handInVote, await vote(members[1]!, ['supplier1', 'supplier2', 'supplier4']))
    for (const reader of [buyer, ...members]) expect((await desk(reader)).votes).toEqual([])
    expect((await finalOffers()).code).toBe(10002)
  })

  test('ten times at once, the last vote counts once; the majority goes on, and who does not is told', async () => {
    const last = await vote(members[2]!, ['supplier1', 'supplier2', 'supplier3'])
    const sent = await Promise.allSettled(Array.from({ length: 10 }, () => members[2]!.call(c.handInVote, last)))
    expect(sent.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    const seen = await desk()
    expect(seen.stage).toBe('voted')
    expect(seen.votes).toHaveLength(3)
    expect(Object.fromEntries(seen.suppliers.map(({ tradeId, cause }) => [tradeId, cause]))).toEqual({
      [trades.supplier1!]: '',
      [trades.supplier2!]: '',
      [trades.supplier3!]: '',
      [trades.supplier4!]: 'unchosen',
    })
    expect(await suppliers[3]!.call(ownPanel, { params })).toMatchObject({ stand: 'out', cause: 'unchosen' })
    const change = { kinds: ['technical' as const], content: '输液泵须支持直连', deadline: later(2 * HOUR) }
    expect(await buyer.refused(c.proposeChange, { params, body: change })).toMatchObject(WRONG_STATE)
  })

  test('those recommended make final offers; when one leaves before, too few are left', async () => {
    await suppliers[1]!.call(leavePanel, { params, body: { reason: '产能不足' } })
    expect((await desk()).stage).toBe('failed')
    expect(await finalOffers()).toMatchObject(WRONG_STATE)
  })
})
