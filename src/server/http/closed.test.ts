import { beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { FEATURES } from '../features.ts'
import type { HttpError } from '../testing/http-client.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'

/*
 * Every call of every feature, by somebody who has not logged in. What is for everybody stands in this list: a call that
 * becomes public by mistake fails the first test, one that answers a stranger the second. Companies and tenants that have no
 * business with a record are each feature's own matter: see the tests named `strangers`.
 */

const PUBLIC = [
  'POST /demo/outbox/{textId}/answer',
  'GET /ca/crl/{tenantId}/{suite}',
  'GET /captcha',
  'GET /charge-openness/compute-fee',
  'GET /charge-openness/notice',
  'GET /charge-openness/templates/{id}/detail',
  'GET /charge-openness/{id}/detail',
  'GET /commons/ip',
  'GET /demo/outbox',
  'GET /invitations/{token}',
  'GET /log/checkpoint',
  'GET /log/heads',
  'GET /log/keys',
  'GET /log/openings/*',
  'GET /log/orders/{orderId}/completeness',
  'GET /log/orders/{orderId}/joint-key',
  'GET /log/orders/{orderId}/trust',
  'GET /log/proof/consistency',
  'GET /log/proof/inclusion',
  'GET /log/receipts/{submissionId}',
  'GET /log/records/{hash}',
  'GET /log/tile/*',
  'GET /log/trust',
  'GET /log/witnesses',
  'GET /passport/status',
  'GET /portal/notice-key',
  'GET /portal/notices/page',
  'GET /portal/notices/{noticeId}',
  'GET /portal/openings/{orderId}',
  'GET /portal/tenders/{orderId}/calendar.ics',
  'GET /resources/{id}',
  'GET /tenants/default/domain',
  'GET /tenants/sourcing/detail',
  'GET /tenants/{id}/domain',
  'GET /tenants/{id}/sourcing/detail',
  'GET /workbench/time',
  'GET /wx/mp/callback',
  'POST /bid-file/decrypt/qr-code/release',
  'POST /bid-file/decrypt/qr-code/scan',
  'POST /demo/wechat/{scene}',
  'POST /esign/verifications/certificates',
  'POST /invitations/{token}/register',
  'POST /login',
  'POST /logout',
  'POST /passport/passkey/options',
  'POST /passport/password',
  'POST /passport/sms/send',
  'POST /register',
  'POST /wx/mp/callback',
]

/** Calls that carry their own permission, signed; refused for what they lack, before anybody is asked for. */
const SIGNED = ['POST /attachments/upload', 'POST /resources/upload']

/** Calls of other services, which sign what they send; their own tests try every forgery. */
const RAW = [
  'POST /message/sms/callbacks/{tenant}',
  'POST /pay/callbacks/{provider}',
  'POST /invoices/callbacks/{issuer}',
]

const routes = FEATURES.flatMap((feature) => feature.routes)
const nameOf = ({ endpoint }: (typeof routes)[number]) => `${endpoint.method} ${endpoint.path}`

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

test('what is for everybody is on the list, and nothing else', () => {
  const open = routes.filter((route) => route.options.audience === 'public').map(nameOf)
  expect(open.toSorted()).toEqual(PUBLIC.toSorted())
  const signed = routes.filter((route) => route.options.audience === 'signed').map(nameOf)
  expect(signed.toSorted()).toEqual(SIGNED)
  expect(routes.filter(({ receive }) => receive).map(nameOf)).toEqual(RAW)
})

test('everything else asks who is there', async () => {
  const closed = routes.filter(({ options }) => !['public', 'signed', 'raw'].includes(options.audience))
  expect(closed.length).toBeGreaterThan(600)
  const nobody = system.client()
  const wrong: [string, number][] = []
  for (const route of closed) {
    const { endpoint } = route
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const params = Object.fromEntries(names.map((name) => [name, newId()]))
    const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {}
    const status = await nobody
      .fetch(endpoint.method, `/api${pathOf(endpoint, params)}`, body, endpoint.once ? { key: newId() } : {})
      .then(
        (answer) => answer.status,
        (error: HttpError) => error.status,
      )
    // An input that cannot be read is refused as such, before anybody is asked for.
    if (status !== 401 && status !== 400) wrong.push([nameOf(route), status])
  }
  expect(wrong).toEqual([])
})
