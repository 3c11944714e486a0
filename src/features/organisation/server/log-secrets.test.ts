import { afterAll, beforeAll, expect, test } from 'vitest'
import { auctionHall } from '#features/auction/contract.ts'
import { exportTicket } from '#features/passport/contract.ts'
import { type KillableServer, killableServer } from '#server/testing/killable.ts'
import * as v from '../contract/invitations.ts'

/* Who reads the log must not be able to act as those who are named in it. */

let server: KillableServer
beforeAll(async () => {
  server = await killableServer({ logLevel: 'trace' })
})
afterAll(() => server.stop())

test('no token, cookie, code or password of a journey stands in the log', async () => {
  const secrets = ['Kaibiao2026', 'Wrong-Password-1', 'Joined2026']
  const buyer = await server.login('buyer', 'purchaser')
  await expect(server.client().login('buyer', 'Wrong-Password-1')).rejects.toMatchObject({ status: 400 })
  await buyer.call(v.invite, { body: { name: '受邀人', mobile: '13900001234', roleIds: [] } })
  const link = await invitationLink()
  const token = link.split('/').at(-1)!
  const stranger = server.client()
  await stranger.call(v.invitation, { params: { token } })
  await stranger.fetch('GET', `/join/${token}`).catch(ignoreError)
  const body = { password: 'Joined2026', again: 'Joined2026' }
  const { account } = await stranger.call(v.registerInvited, { params: { token }, body })
  const joined = server.client()
  await joined.login(account, 'Joined2026')
  const { url } = await buyer.call(exportTicket, { body: { path: '/api/admin/audit/records/page' } })
  await server.client().fetch('GET', url).catch(ignoreError)
  const hall = 'hAll0'.padEnd(43, 'Zz9_')
  const params = { orderId: '01a20513-b167-7196-afa3-20fdd09ac6c7' }
  await buyer.call(auctionHall, { params, query: { token: hall } }).catch(ignoreError)
  await buyer.fetch('GET', `/invite/compete/${params.orderId}/hall/${hall}`).catch(ignoreError)
  const ticket = new URL(url, server.base).searchParams.get('ticket')!
  secrets.push(token, hall, ticket, ...[buyer, joined, stranger].flatMap((client) => [...client.cookies.values()]))

  const { log } = server
  // It does log what happened.
  expect(log).toContain('/api/invitations/[cut]/register')
  expect(log).toContain('/join/[cut]')
  expect(secrets.length).toBeGreaterThan(8)
  expect(secrets.filter((secret) => secret === '' || log.includes(secret))).toEqual([])
})

/** The address that was sent to the person invited. */
async function invitationLink(): Promise<string> {
  for (let i = 0; i < 100; i++) {
    const { rows } = await server.owner.query<{ body: string }>(
      "select body from channel_outbox where body like '%/join/%'",
    )
    if (rows[0]) return /\/join\/[\w-]+/.exec(rows[0].body)![0]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no invitation was sent')
}

function ignoreError(): void {}
