import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import { sendText } from '#features/messages/server/public.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { WX_SCENE_SECONDS } from '../rules.ts'
import { wechatSignature } from './wechat-sign.ts'

const TOKEN = 'callback-token'
let system: TestSystem
let supplier: HttpClient
let api: Server
const asked: { path: string; body: Record<string, unknown> }[] = []
let staleTokens = 0

beforeAll(async () => {
  system = await testSystem({ from: 'people' })
  supplier = await system.login('supplier1', { workbench: 'supplier' })
  // The part of WeChat's interface that is used, with its ways of answering.
  api = createServer((request, response) => {
    let text = ''
    request
      .on('data', (chunk) => (text += chunk))
      .on('end', () => {
        const path = request.url!
        asked.push({ path, body: JSON.parse(text) as Record<string, unknown> })
        const answer = path.startsWith('/cgi-bin/stable_token')
          ? { access_token: `token-${asked.length}`, expires_in: 7200 }
          : staleTokens-- > 0
            ? { errcode: 40001, errmsg: 'invalid credential' }
            : { ticket: 't', expire_seconds: 600, url: 'http://weixin.qq.com/q/abc' }
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
      })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => api.once('listening', resolve))
})
afterAll(() => {
  account(false)
  api.close()
})

/** A system with an official account, or without. */
function account(on: boolean): void {
  const port = (api.address() as AddressInfo).port
  const env = { WX_APP_ID: 'wx1', WX_SECRET: 's', WX_TOKEN: TOKEN, WX_API: `http://127.0.0.1:${port}` }
  for (const [name, value] of Object.entries(env)) {
    if (on) process.env[name] = value
    else delete process.env[name]
  }
}

const scan = (scene: string, openid: string) =>
  system.client().call(c.demoScan, { params: { scene }, body: { openid } })

/** WeChat's call, signed with a token; `age` in seconds. */
function callback(message: string, { token = TOKEN, age = 0 } = {}): Promise<Response> {
  const signed = { timestamp: String(Math.floor(Date.now() / 1000) - age), nonce: 'n1' }
  const query = new URLSearchParams({ ...signed, signature: wechatSignature(token, signed), openid: 'o-9' })
  return fetch(`${system.base}/api/wx/mp/callback?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: message,
  })
}
const event = (kind: string, key: string, openid = 'o-9') =>
  `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><FromUserName><![CDATA[${openid}]]></FromUserName><CreateTime>1</CreateTime>` +
  `<MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${kind}]]></Event><EventKey><![CDATA[${key}]]></EventKey></xml>`

test('without an official account a scan is played, through the same signed door', async () => {
  expect(await supplier.call(c.oneself, {})).toMatchObject({ isBindWX: false })
  const { scene, url, svg, isLocal } = await supplier.call(c.wxBindCode, {})
  expect([isLocal, url]).toEqual([true, `${system.base}/demo/wechat/${scene}`])
  expect(svg).toContain('<svg')
  expect((await scan(scene, 'demo-1')).reply).toContain('绑定成功')
  expect(await supplier.call(c.oneself, {})).toMatchObject({ isBindWX: true })
  expect((await supplier.call(c.employeeOneself, {})).userInfo.wxMpOpenid).toBe('demo-1')
  expect(await supplier.call(c.wxBinding, {})).toMatchObject({ isBindWX: true, refusal: '' })
  // WeChat repeats what was not answered in time; another telephone comes too late.
  expect((await scan(scene, 'demo-1')).reply).toContain('绑定成功')
  expect((await scan(scene, 'demo-2')).reply).toContain('已失效')
})

test('one account, one telephone; a new code voids the old one, and time voids every code', async () => {
  const other = await system.login('supplier2', { workbench: 'supplier' })
  const first = await other.call(c.wxBindCode, {})
  expect((await scan(first.scene, 'demo-1')).reply).toBe('该微信已绑定其他账号，请先在原账号解除绑定。')
  expect(await other.call(c.wxBinding, {})).toMatchObject({
    isBindWX: false,
    refusal: '该微信已绑定其他账号，请先在原账号解除绑定。',
  })
  const second = await other.call(c.wxBindCode, {})
  expect((await scan(first.scene, 'demo-2')).reply).toContain('已失效')
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + WX_SCENE_SECONDS * 1000 + 1))
  expect((await scan(second.scene, 'demo-2')).reply).toContain('已失效')
  const again = await supplier.call(c.wxBindCode, {})
  expect((await scan(again.scene, 'demo-3')).reply).toBe('该账号已绑定其他微信，请先在平台解除绑定。')
  await supplier.call(c.wxUnbind, {})
  expect(await supplier.call(c.oneself, {})).toMatchObject({ isBindWX: false })
  expect(await supplier.refused(c.wxUnbind, {})).toMatchObject({ code: 10002, message: '尚未绑定微信' })
})

test('two telephones at once: one is bound', async () => {
  const { scene } = await supplier.call(c.wxBindCode, {})
  const replies = await Promise.all(['demo-a', 'demo-b'].map((openid) => scan(scene, openid)))
  expect(replies.filter(({ reply }) => reply.includes('绑定成功'))).toHaveLength(1)
  await supplier.call(c.wxUnbind, {})
})

test('with an official account: its code, its token renewed, its calls and nobody else’s', async () => {
  account(true)
  try {
    staleTokens = 1
    const { scene, url, isLocal } = await supplier.call(c.wxBindCode, {})
    expect([isLocal, url]).toEqual([false, 'http://weixin.qq.com/q/abc'])
    const paths = asked.map(({ path }) => path.split('?')[0]!.replace('/cgi-bin/', ''))
    expect(paths).toEqual(['stable_token', 'qrcode/create', 'stable_token', 'qrcode/create'])
    expect(asked.at(-1)!.body).toMatchObject({
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: scene } },
    })
    // Played scans are for demonstrations without an account.
    const played = await system.client().refused(c.demoScan, { params: { scene }, body: { openid: 'demo-9' } })
    expect(played.status).toBe(404)

    expect((await callback(event('SCAN', scene), { token: 'guessed' })).status).toBe(403)
    expect((await callback(event('SCAN', scene), { age: 600 })).status).toBe(403)
    expect(await (await callback(event('VIEW', 'menu'))).text()).toBe('success')
    expect(await (await callback('no xml at all')).text()).toBe('success')
    expect(await supplier.call(c.oneself, {})).toMatchObject({ isBindWX: false })
    const answer = await callback(event('subscribe', `qrscene_${scene}`))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('绑定成功：沈瑶')
    expect((await supplier.call(c.employeeOneself, {})).userInfo.wxMpOpenid).toBe('o-9')

    const signed = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: 'n2' }
    const ask = (token: string) =>
      fetch(
        `${system.base}/api/wx/mp/callback?${new URLSearchParams({ ...signed, signature: wechatSignature(token, signed), echostr: 'hello' }).toString()}`,
      )
    expect(await (await ask(TOKEN)).text()).toBe('hello')
    expect((await ask('guessed')).status).toBe(403)
  } finally {
    account(false)
  }
})

test('nobody binds without logging in; the fact is on record', async () => {
  const stranger = system.client()
  for (const call of [c.wxBindCode, c.wxBinding, c.wxUnbind])
    expect(await stranger.refused(call, {})).toMatchObject({ status: 401 })
  const { rows } = await system.owner.query<{ action: string }>(
    `select body->>'action' as action from audit_entry where body->>'entityId' = $1 and body->>'action' like 'user.wx%' order by at`,
    [PEOPLE.supplier1.id],
  )
  expect(rows.map((row) => row.action)).toEqual([
    'user.wx-bind',
    'user.wx-unbind',
    'user.wx-bind',
    'user.wx-unbind',
    'user.wx-bind',
  ])
})

test('messages go to WeChat as template messages, once by their id', async () => {
  account(true)
  process.env.WX_TEMPLATE_ID = 'tpl'
  try {
    await inContext(system.kernel, { tenantId: 1, actor: null }, async (ctx) => {
      await sendText(ctx, { mobile: '13800000000', text: 'x' })
      const { notify } = await import('#features/messages/server/public.ts')
      await notify(ctx, {
        to: { userIds: [PEOPLE.supplier1.id] },
        identity: 'supplier',
        kind: 'order.open-time',
        title: '开标时间已到',
        content: '请进入开标大厅。',
      })
    })
    await system.settle()
    const sent = asked.filter(({ path }) => path.includes('message/template/send'))
    expect(sent.map(({ body }) => body)).toMatchObject([
      { touser: 'o-9', template_id: 'tpl', client_msg_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    ])
  } finally {
    delete process.env.WX_TEMPLATE_ID
    account(false)
  }
})
