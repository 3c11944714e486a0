import { beforeAll, expect, test } from 'vitest'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import type { HttpClient, HttpError } from '#server/testing/http-client.ts'
import * as audit from '../contract-audit.ts'
import * as x from '../contract-extraction.ts'
import * as c from '../contract.ts'
import { experts } from './routes.ts'
import { answer, drawn, expertWorld, type ExpertWorld, importPeople, termsOf } from './testing/expert-world.ts'

/*
 * Every call of the feature, by whom it is not for: nobody logged in, another workbench, another company, another tenant,
 * and an expert who was not asked. What is somebody else's does not exist.
 */

const PERSON = { name: '陶然', kind: 'economic', employer: '江州市审计局', majors: ['C0101'] } as const
const calls = experts.routes.map((route) => route.endpoint)
let world: ExpertWorld
let ids: Record<string, string>
let bodies: Record<string, unknown>

beforeAll(async () => {
  world = await expertWorld()
  const { buyer } = world
  await importPeople(world, world.admin, [{ name: '甲', mobile: '13911110001', majors: 'C0401' }])
  const { expertId } = await buyer.call(c.addExpert, { body: { ...PERSON, mobile: '13911110002', majors: ['C0101'] } })
  const put = { ...PERSON, majors: ['C0101'], mobile: '13911110003', library: 'platform' as const }
  const { applicationId } = await buyer.call(audit.recommendExpert, { body: put })
  const { params, detail } = await drawn(world, { conditions: [{ majors: ['C0401'], number: 1 }] })
  const callId = detail.calls[0]!.callId
  const day = (days: number) => new Date(world.t.kernel.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
  const leave = { firstDay: day(20), lastDay: day(21), reason: '出差' }
  const own = await world.as('13911110001')
  const { leaveId } = await own.call(audit.addLeave, { body: leave })
  ids = {
    expertId,
    applicationId,
    ...params,
    callId,
    leaveId,
    shareId: newId(),
    fileId: newId(),
    code: 'C0101',
  }
  const { kind: _, ...terms } = termsOf(world)
  const reason = { reason: '不是我的' }
  const key = (call: Endpoint) => `${call.method} ${call.path}`
  bodies = {
    [key(c.updateExpert)]: PERSON,
    [key(c.setExpertStatus)]: { status: 2, ...reason },
    [key(audit.decideApplication)]: { pass: true },
    [key(audit.shareExpert)]: { companyId: null },
    [key(audit.endShare)]: reason,
    [key(x.updateExtraction)]: terms,
    [key(x.addPick)]: { expertId, ...reason },
    [key(x.giveUpExtraction)]: reason,
    [key(x.recordReply)]: { accept: true },
    [key(x.replaceCall)]: reason,
    [key(x.evaluateExpert)]: { score: 1, ...reason },
    [key(x.replyInvitation)]: { accept: true, declared: true },
    [key(c.putMajor)]: { name: '新专业' },
    [key(c.addExpert)]: { ...put, mobile: '13911110004' },
    [key(audit.recommendExpert)]: put,
    [key(audit.applyAsExpert)]: { ...PERSON, companyId: null },
    [key(audit.addLeave)]: leave,
    [key(x.createExtraction)]: termsOf(world),
    [key(x.previewPool)]: termsOf(world),
  }
})

/** What each call of those answers to somebody, by method and path. */
async function statuses(client: HttpClient, some: readonly Endpoint[]): Promise<[string, number][]> {
  const found: [string, number][] = []
  for (const call of some) {
    const name = `${call.method} ${call.path}`
    const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : (bodies[name] ?? {})
    const sent = call.multipart ? new FormData() : body
    const status = await client
      .fetch(call.method, `/api${pathOf(call, ids)}`, sent, call.once ? { key: newId() } : {})
      .then((response) => response.status)
      .catch((error: HttpError) => error.status)
    found.push([name, status])
  }
  return found
}

/** Calls about one record, not those that everybody in the workbench may make. */
const ofRecord = calls.filter((call) => /\{(expertId|applicationId|extractionId|shareId)\}/.test(call.path))
const ofExpert = calls.filter((call) => /\{(callId|leaveId)\}/.test(call.path) && !call.path.includes('{extractionId}'))
const others = (found: [string, number][], status: number) => found.filter(([, one]) => one !== status)

test('nobody who is not logged in', async () => {
  expect(calls.length).toBeGreaterThan(40)
  expect(others(await statuses(world.t.client(), calls), 401)).toEqual([])
})

test('no bidder, and no expert in the library or an extraction', async () => {
  const supplier = await world.t.login('supplier1', { workbench: 'supplier' })
  expect(others(await statuses(supplier, [...ofRecord, ...ofExpert]), 403)).toEqual([])
  const expert = await world.t.login('expert1', { workbench: 'expert' })
  expect(others(await statuses(expert, ofRecord), 403)).toEqual([])
})

test('no other company, of this tenant or another', async () => {
  expect(ofRecord.length).toBeGreaterThan(18)
  expect(others(await statuses(world.agent, ofRecord), 404)).toEqual([])
  const far = await world.t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
  expect(others(await statuses(far, ofRecord), 404)).toEqual([])
})

test('no expert who was not asked, or whose leave it is not', async () => {
  expect(ofExpert).toHaveLength(3)
  const expert = await world.t.login('expert1', { workbench: 'expert' })
  expect(others(await statuses(expert, ofExpert), 404)).toEqual([])
})

test('what is over stays as it is: every step of an extraction and of an application is refused then', async () => {
  const { buyer, admin } = world
  await answer(world, ids.extractionId!, { mobile: '13911110001', accept: true })
  await admin.call(audit.decideApplication, { params: { applicationId: ids.applicationId! }, body: { pass: true } })
  const over = ofRecord.filter(
    (call) => call.method !== 'GET' && call.path.includes('{extractionId}') && call !== x.replaceCall,
  )
  const found = await statuses(buyer, over)
  // Where people are drawn and answer here, nobody is picked by hand or answered for.
  const absent = [x.addPick, x.recordReply].map((call) => [`${call.method} ${call.path}`, 404])
  expect(others(found, 409)).toEqual(absent)
  const again = await admin.refused(audit.decideApplication, {
    params: { applicationId: ids.applicationId! },
    body: { pass: false, reason: '材料不全' },
  })
  expect(again.status).toBe(409)
  const own = await world.as('13911110001')
  expect(
    (await own.refused(x.replyInvitation, { params: { callId: ids.callId! }, body: { accept: true, declared: true } }))
      .status,
  ).toBe(409)
  expect((await buyer.call(x.extractionDetail, { params: { extractionId: ids.extractionId! } })).status).toBe(2)
})
