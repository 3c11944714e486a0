import { beforeAll, describe, expect, test } from 'vitest'
import { type Hall, THREE } from './play/hall.ts'
import { type HallWorld, hallWorld } from '#features/opening-hall/server/testing/hall.ts'
import { PASSWORD, PEOPLE } from './people.ts'
import * as review from './play/review.ts'

/*
 * A client written from the specification alone: plain requests, cookies, the XSRF header, the workbench's number. It sends
 * no Idempotency-Key and knows none of our contracts. What it does not do (sealing, marking) others have done before it.
 */

// oxlint-disable-next-line no-explicit-any -- whoever knows no contract knows no types
type Json = Record<string, any>

class PlainClient {
  readonly #base: string
  readonly #cookies = new Map<string, string>()
  identity = ''

  constructor(base: string) {
    this.#base = base
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async send(method: string, path: string, init: { body?: BodyInit; type?: string } = {}): Promise<Response> {
    const xsrf = this.#cookies.get('kb_xsrf')
    const response = await fetch(`${this.#base}/api${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        ...(xsrf && { 'x-xsrf-token': xsrf }),
        ...(this.identity && { 'x-workbench': this.identity }),
        ...(init.type && { 'content-type': init.type }),
      },
      ...(init.body !== undefined && { body: init.body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      this.#cookies.set(name!, value!)
    }
    return response
  }

  async json<T = Json>(method: string, path: string, body?: object): Promise<T> {
    const given = body && { body: JSON.stringify(body), type: 'application/json' }
    const response = await this.send(method, path, given)
    const answer = (await response.json()) as T
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  /** A window of its own: the cookie alone, and the access code at the end of the address. */
  window(path: string): Promise<Response> {
    return fetch(`${this.#base}/api${path}${path.includes('?') ? '&' : '?'}x-jczh-ac=code`, {
      headers: { cookie: this.cookie, 'sec-fetch-site': 'same-origin' },
    })
  }
}

let world: HallWorld
let tender: Hall
let buyer: PlainClient
let supplier: PlainClient

beforeAll(async () => {
  const made = await hallWorld([{ bidders: THREE, settings: { qualifications: [] } }])
  world = made.world
  tender = made.halls[0]!
  buyer = new PlainClient(world.t.base)
  supplier = new PlainClient(world.t.base)
})

describe('a client written from the specification', () => {
  test('finds tenant, person, company, rights and menus', async () => {
    for (const [client, account, identity] of [
      [buyer, 'buyer', 2],
      [supplier, 'supplier5', 1],
    ] as const) {
      expect(await client.json('GET', '/tenants/sourcing/detail')).toMatchObject({ openHallTitle: expect.any(String) })
      expect(await client.json('GET', '/passport/status')).toMatchObject({ loggedIn: false })
      await client.json('POST', '/login', { mode: 'password', account, password: PASSWORD })
      expect(await client.json('GET', '/passport/status')).toMatchObject({ loggedIn: true, asEmployee: true })
      client.identity = String(identity)
      const employee = await client.json('GET', '/enterprise/employees/oneself')
      expect(employee.employeeInfo.role.split(',')).toContain('businessManagement')
      await client.json('GET', '/enterprise/employees/supervise-info')
      const menus = await client.json('GET', '/menus')
      const [item] = identity === 2 ? menus.purchaser : menus.supplier
      expect(item).toMatchObject({ code: 'home', type: 2, roles: [], companyTypes: expect.any(Array) })
      const unread = await client.json('GET', `/message/platform/1/unread?identity=${identity}`)
      expect(unread.count).toBeGreaterThanOrEqual(0)
    }
  })

  test('begins a project, once however often it is sent', async () => {
    const project = {
      name: '检验设备',
      category: 'goods',
      regime: 'enterprise',
      region: '江州市',
      funds: '自筹',
      budget: '100000',
    }
    const first = await buyer.json('POST', '/workbench/buyer/projects', project)
    expect(await buyer.json('POST', '/workbench/buyer/projects', project)).toEqual(first)
  })

  test('uploads by the signed policy alone', async () => {
    const { url, fields } = await buyer.json('POST', '/attachments/upload-policy', { fileName: '论证.pdf' })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields as Record<string, string>)) form.append(name, value)
    form.append('file', new Blob(['%PDF-1.4 x']), '论证.pdf')
    const response = await fetch(world.t.base + url, { method: 'POST', body: form })
    const { attachmentId } = (await response.json()) as Json
    const [found] = await buyer.json<Json[]>('GET', `/attachments?attachmentIds=${attachmentId}`)
    expect(found).toMatchObject({ attachmentId, name: '论证.pdf' })
  })

  test('signs up and is admitted', async () => {
    const contact = {
      contactName: PEOPLE.supplier5.name,
      contactMobile: PEOPLE.supplier5.mobile,
      statement: '资料属实。',
    }
    const path = `/workbench/supplier/tenders/${tender.orderId}`
    const { commitment } = await supplier.json('GET', path)
    const read = commitment && { versionId: commitment.versionId, textHash: commitment.textHash }
    const body = { ...contact, files: [], commitment: read }
    const { tradeId } = await supplier.json('POST', `${path}/sign-up`, body)
    await buyer.json('POST', `/workbench/buyer/trades/${tradeId}/decision`, { pass: true })
    const { rows } = await buyer.json('GET', `/workbench/buyer/orders/${tender.orderId}/trades/page`)
    expect(rows).toHaveLength(4)
  })

  test('opens the marks and takes the sheet in a window', async () => {
    await world.t.advanceTo(tender.openAt)
    const base = `/workbench/purchaser/kpb/projects/${tender.orderId}`
    await buyer.json('POST', `${base}/open-start`)
    for (const seat of tender.seats) await world.release(seat)
    await buyer.json('POST', `${base}/open-mark`)
    const marks = await buyer.json<Json[]>('GET', `${base}/bidders/marks`)
    expect(marks).toHaveLength(3)
    for (const { bidderId } of marks) {
      await buyer.json('POST', `${base}/bidders/${bidderId}/read-out`)
      await buyer.json('POST', `${base}/bidders/${bidderId}/bid-remark`, { openBidRemark: '无异议' })
    }
    const [first] = await buyer.json<Json[]>('GET', `${base}/bidders/marks`)
    const total = first!.marks.find((mark: Json) => mark.markName === '投标总价')
    expect(total).toMatchObject({ openBidRemark: '无异议', openOfferBidRemark: '' })
    const { roundId, onlineCnt } = await buyer.json('GET', `/bid-hall/${tender.orderId}/detail`)
    expect([roundId, onlineCnt]).toEqual(['1', 0])
    const { subs } = await buyer.json('GET', `${base}/sub-offer/summary?roundId=${roundId}`)
    const lines = `${base}/sub-offer/item-summary?roundId=${roundId}&subId=${subs[0].subId}`
    expect((await buyer.json('GET', lines)).items).toHaveLength(2)
    await buyer.json('POST', `${base}/open-bid-end`)
    await world.t.settle()
    const sheet = await buyer.window(`/bid-hall/${tender.orderId}/opening-sheet`)
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  test('reads the report of the review, gives it back and completes it', async () => {
    const seats: review.Seat[] = []
    const members = ['expert1', 'expert2', 'expert3', 'expert5', 'expert8'] as const
    const names = members.map((account) => PEOPLE[account].name)
    await review.startReview(await world.as('buyer'), tender.orderId, names)
    for (const account of members) seats.push({ client: await world.as(account), password: PASSWORD })
    await review.chooseLeader(seats, tender.orderId)
    await review.judge(seats, tender.orderId)

    const base = `/review-hall/purchaser/kpb/projects/${tender.orderId}`
    const expertBase = base.replace('purchaser', 'expert')
    const leader = new PlainClient(world.t.base)
    await leader.json('POST', '/login', { mode: 'password', account: 'expert1', password: PASSWORD })
    leader.identity = '4'
    await leader.json('POST', `${expertBase}/reports`)
    const project = await buyer.json('GET', `${base}/project`)
    expect(project).toMatchObject({ projectInfo: { reviewModel: 1 }, projectStatus: 6 })
    const [way] = project.wayList
    const tasks = await buyer.json<Json[]>('GET', `${base}/review-way/${way.wayId}/reviewers/task-summary`)
    expect(tasks[0]!.reviewWayId).toBe(way.wayId)
    const { processId } = (await buyer.json<Json[]>('GET', `${base}/processes`)).find((p) => p.processType === 3)!
    const report = () => buyer.json('GET', `${base}/processes/${processId}/reports/last`)
    const made = async () => {
      await expect.poll(async () => (await report()).state).toBe(3)
    }
    await made()
    const { reportId } = await report()
    const word = await buyer.window(`${base}/reports/${reportId}/word`)
    expect(word.status).toBe(200)
    const sign = async () => {
      const { sha256 } = await report()
      await leader.json('POST', `${expertBase}/reports/${reportId}/sign`, { password: PASSWORD, sha256 })
    }
    await sign()
    const { reviewerId } = (await buyer.json<Json[]>('GET', `${base}/reviewers`)).find((one) => one.isLeader)!
    await buyer.json('POST', `${base}/reports/${reportId}/again-sign?reviewerId=${reviewerId}`)
    await sign()
    await buyer.json('POST', `${base}/reports/${reportId}/sign-back`)
    const [, part] = await buyer.json<Json[]>('GET', `${base}/reports/${reportId}/catalogs`)
    const form = new FormData()
    form.append('file', new Blob(['%PDF-1.4 scan']), 'scan.pdf')
    await buyer.send('POST', `${base}/reports/${reportId}/catalogs/${part!.catalogId}/upload`, { body: form })
    const completed = await buyer.send('POST', `${base}/reports/${reportId}/upload-complete`, {
      body: '',
      type: 'application/x-www-form-urlencoded',
    })
    expect(completed.status).toBe(200)
    await made()
    await buyer.json('POST', `${base}/reports/${reportId}/back-to-init`)
    expect(await report()).toMatchObject({ state: 0, backReason: '未说明原因' })
  })
})
