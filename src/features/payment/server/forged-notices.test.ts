import { createSign, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PATIENT } from '#server/testing/patience.ts'
import { payWorld } from './testing/pay.ts'

let w: Awaited<ReturnType<typeof payWorld>>
beforeAll(async () => {
  w = await payWorld()
})

describe('a notice that is not the provider’s', () => {
  const kept = async (reason: string) =>
    (await w.noticesOf('unauthentic')).filter((one) => one.reason.includes(reason)).length

  test.each([
    [
      'one byte changed',
      'the signature does not verify',
      (n: Notice) => ({ ...n, body: n.body.replace('TRANSACTION', 'TRANSACTIOM') }),
    ],
    [
      're-serialised',
      'the signature does not verify',
      (n: Notice) => ({ ...n, body: JSON.stringify(JSON.parse(n.body), null, 1) }),
    ],
    ['an unknown serial', 'serial number', (n: Notice) => header(n, 'wechatpay-serial', 'ABCD')],
    ['a key of the prototype', 'serial number', (n: Notice) => header(n, 'wechatpay-serial', '__proto__')],
    [
      'a probe',
      'the signature does not verify',
      (n: Notice) => header(n, 'wechatpay-signature', 'WECHATPAY/SIGNTEST/x'),
    ],
    ['301 seconds old', 'out of bounds', (n: Notice) => aged(n, -301)],
    ['from the future', 'out of bounds', (n: Notice) => aged(n, 301)],
    [
      'signed by somebody else',
      'the signature does not verify',
      (n: Notice) => header(n, 'wechatpay-signature', foreign(n)),
    ],
    ['no notice at all', 'serial number', () => ({ body: '{', headers: {} })],
  ])('%s: 401, kept with its reason, and nothing happens', async (_what, reason, change) => {
    const { payCode } = await w.begin()
    await w.payQuietly(payCode)
    const before = await kept(reason)
    expect(await w.send(change(await w.notice(payCode)))).toMatchObject({ status: 401 })
    expect(await kept(reason)).toBe(before + 1)
    expect(await w.paymentOf(payCode)).toMatchObject({ status: 1 })
  })

  test('of one provider at the other’s address, of another tenant, at no address', async () => {
    const { payCode } = await w.begin('alipay')
    await w.payQuietly(payCode)
    const notice = await w.notice(payCode, 'alipay')
    expect((await w.send(notice, 'wechat.1')).status).toBe(401)
    expect((await w.send(notice, 'alipay.3')).status).toBe(401)
    expect((await w.send(notice, 'stripe')).status).toBe(404)
    expect((await w.send(notice, 'alipay.77777')).status).toBe(404)
    expect(await w.paymentOf(payCode)).toMatchObject({ status: 1 })
    expect(await w.send(notice, 'alipay.1')).toEqual({ status: 200, text: 'success' })
    // Replayed: nothing more, and still the success form.
    expect(await w.send(notice, 'alipay.1')).toEqual({ status: 200, text: 'success' })
    expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
  })

  test('a valid one, replayed the next day', async () => {
    const { payCode } = await w.begin()
    await w.payQuietly(payCode)
    const notice = await w.notice(payCode)
    expect((await w.send(notice)).status).toBe(204)
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 86_400_000))
    expect((await w.send(notice)).status).toBe(401)
    expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
  })

  test('more than 64 KiB is not taken', async () => {
    expect((await w.send({ body: 'x'.repeat(65_537), headers: { 'content-type': 'text/plain' } })).status).toBe(413)
  })

  test('the wallet’s forged notice goes up its ladder, and the payment is found by asking', async () => {
    const { payCode } = await w.begin()
    await w.play(payCode, 'forged')
    const tries = async () =>
      (
        await w.t.owner.query<{ tries: number }>(
          `select max(tries) as tries from gateway_notice where body = 'wrong-signature'`,
        )
      ).rows[0]!.tries
    await vi.waitFor(async () => expect(await tries()).toBe(1), PATIENT)
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 16_000))
    await vi.waitFor(async () => expect(await tries()).toBe(2), PATIENT)
    await w.t.advanceTo(new Date(w.t.kernel.clock.now().getTime() + 31_000))
    await w.becomes(payCode, 2)
  })

  interface Notice {
    body: string
    headers: Record<string, string>
  }
  const header = (n: Notice, name: string, value: string) => ({ ...n, headers: { ...n.headers, [name]: value } })
  const aged = (n: Notice, seconds: number) =>
    header(n, 'wechatpay-timestamp', String(Number(n.headers['wechatpay-timestamp']) + seconds))
  const foreign = (n: Notice) =>
    createSign('RSA-SHA256').update(n.body).sign(FOREIGN, 'base64') || randomBytes(8).toString('base64')
})

const FOREIGN = await foreignKey()

/** Of nobody we know. */
async function foreignKey(): Promise<string> {
  const { generateKeyPairSync } = await import('node:crypto')
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
}
