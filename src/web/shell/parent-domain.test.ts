import { expect, test } from 'vitest'
import { parentDomain } from './parent-domain.ts'

test.each([
  ['buy.example.com', 'example.com'],
  ['BUY.Example.com', 'example.com'],
  ['a.buy.example.com', 'buy.example.com'],
  ['buy.example.com.cn', 'example.com.cn'],
  ['example.com', null],
  ['example.com.cn', null],
  ['example.co.jp', null],
  ['localhost', null],
  ['beijiang.localhost', null],
  ['127.0.0.1', null],
  ['10.20.30.40', null],
  ['[::1]', null],
  ['::1', null],
])('above %s is %s', (host, parent) => {
  expect(parentDomain(host)).toBe(parent)
})
