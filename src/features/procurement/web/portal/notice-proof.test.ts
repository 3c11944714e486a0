import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { doc, paragraph } from '../../rules/rich-text.ts'
import { noticeHash as serverHash } from '../../server/notice-publish.ts'
import type { NoticeFacts } from './notice-proof.ts'
import { noticeHash, proveNotice } from './notice-proof.ts'

const FACTS: NoticeFacts = {
  tenantId: 1,
  orderCode: 'ZB2026',
  code: 'ZB2026-01',
  kind: 1,
  title: '招标公告 “一”',
  content: doc(paragraph('最高限价：1,960,000.00元')),
  data: { schedule: { bidEnd: null }, b: 1, a: ['x', 2] },
  publishedAt: '2026-11-19T05:53:50.000Z',
  publicityEnd: null,
}

/** What the server publishes, by its own code and a fresh key. */
function publish(facts: NoticeFacts) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const hash = serverHash({ ...facts, publishedAt: facts.publishedAt! })
  return {
    contentHash: hash.toString('hex'),
    signature: sign(null, hash, privateKey).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

test('the browser comes to the hash of the server', async () => {
  const published = publish(FACTS)
  expect(await noticeHash(FACTS)).toBe(published.contentHash)
  expect(await proveNotice(FACTS, published)).toEqual({ hash: 'ok', signature: 'ok' })
})

test('one changed character, date or key is found', async () => {
  const published = publish(FACTS)
  const altered = { ...FACTS, content: doc(paragraph('最高限价：1,960,000.01元')) }
  expect((await proveNotice(altered, published)).hash).toBe('wrong')
  expect((await proveNotice({ ...FACTS, publishedAt: '2026-11-19T05:53:51.000Z' }, published)).hash).toBe('wrong')
  const { publicKey } = publish(FACTS)
  expect(await proveNotice(FACTS, { ...published, publicKey })).toEqual({ hash: 'ok', signature: 'wrong' })
})
