import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { sendSms } from '#features/passport/contract.ts'
import { forkServer } from '#server/testing/fork-server.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { copyState, type Ground, removeGround } from '#server/testing/states.ts'
import { askEmailCode } from '../contract-settings.ts'
import { WATCH_MS } from '../rules.ts'
import { type Gateway, gateway, mailServer, type MailServer } from './testing/carriers.ts'
import { ownerPool } from '#server/testing/owner-pool.ts'

/*
 * The only server process is killed after a carrier has taken a text and before that is written down. The next process
 * hands it over again, under the same id: a gateway sends one text, a mailbox sees one mail.
 */

let ground: Ground
let owner: pg.Pool
let running: ChildProcess | null = null
let sms: Gateway
let mail: MailServer
let base: string

beforeAll(async () => {
  ;({ ground } = await copyState(inject('states'), 'people'))
  owner = ownerPool(ground.url, 3)
  ;[sms, mail] = await Promise.all([gateway(), mailServer()])
  base = await startServer()
})

afterAll(async () => {
  running?.kill('SIGKILL')
  sms.close()
  mail.close()
  await owner.end()
  await removeGround(inject('states'), ground)
})

test('killed between sending and writing it down: sent once all the same', async () => {
  sms.silent = true
  mail.silent = true
  const client = new HttpClient(base)
  await client.login('supplier1', PASSWORD)
  await client.call(sendSms, { body: { mobile: PEOPLE.supplier1.mobile } })
  await client.call(askEmailCode, { body: { email: 'a@example.com' } })
  await eventually(() => Promise.resolve(sms.requests.length > 0 && mail.received.length > 0))
  await kill()
  expect(await states()).toEqual(['waiting', 'waiting'])

  sms.silent = false
  mail.silent = false
  await startServer()
  await owner.query('update clock_shift set ms = ms + $1', [WATCH_MS + 1000])
  await owner.query(`select pg_notify('kb_clock', '')`)
  await eventually(async () => (await states()).every((state) => state === 'sent'))
  expect(await states()).toEqual(['sent', 'sent'])
  expect(sms.requests).toHaveLength(2)
  expect([...sms.delivered.values()]).toEqual([
    { mobile: PEOPLE.supplier1.mobile, text: expect.stringMatching(/验证码\d{6}/) as string },
  ])
  expect(mail.received).toHaveLength(2)
  expect(new Set(mail.received.map((text) => /Message-ID: <[^>]+>/.exec(text)![0])).size).toBe(1)
  // A code is not kept once it has left, and nothing is due any more.
  const { rows } = await owner.query<{ body: string }>('select body from channel_outbox')
  expect(rows.map((row) => row.body)).toEqual(['', ''])
  expect((await owner.query(`select 1 from timer where kind = 'channel.send' and fired_at is null`)).rowCount).toBe(0)
})

async function states(): Promise<string[]> {
  const { rows } = await owner.query<{ state: string }>('select state from channel_outbox order by id')
  return rows.map((row) => row.state)
}

async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 400 && !(await isSo()); i++) await sleep(50)
}

async function kill(): Promise<void> {
  const child = running!
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function startServer(): Promise<string> {
  const env = { SMS_URL: sms.url, SMS_KEY: 'k', SMTP_URL: mail.url }
  const started = await forkServer(ground, { name: 'sending-server', env })
  running = started.child
  return started.base
}
