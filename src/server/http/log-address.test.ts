import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { loggedAddress } from './log-address.ts'

test('words, ids, pages and file names stay', () => {
  for (const address of [
    '/api/workbench/purchaser/orders/01a20513-b167-7196-afa3-20fdd09ac6c7/bid/submissions',
    '/api/live?topics=order:01a20513-b167-7196-afa3-20fdd09ac6c7&page=3&size=20',
    '/assets/review-ranking-screen-D3v81kQz.js',
    '/supplier/compete/orders/qualification-documents',
    '/',
  ])
    expect(loggedAddress(address)).toBe(address)
})

test('tokens go, wherever they stand', () => {
  for (const token of [
    randomBytes(32).toString('base64url'),
    randomBytes(16).toString('hex'),
    `a1${'%2B'.repeat(8)}`,
  ]) {
    for (const address of [
      `/join/${token}`,
      `/api/invitations/${token}/accept`,
      `/x?ticket=${token}`,
      `/x?${token}`,
      `/x?a=1&q=${token}&b`,
    ])
      expect(loggedAddress(address)).not.toContain(token)
  }
  expect(loggedAddress('/x?code=1234&token=short&page=2')).toBe('/x?code=[cut]&token=[cut]&page=2')
})
