import { expect, it } from 'vitest'
import { compete } from '../../../methods/compete.ts'
import { directPurchase } from '../../../methods/direct-purchase.ts'
import type { AnyMethod } from '../../../methods/method.ts'
import { publicBidding } from '../../../methods/public-bidding.ts'
import { singleSource } from '../../../methods/single-source.ts'
import { sectionOf, sectionsOf } from './sections.ts'
import { newValues } from './values.ts'

const TENDER_SECTIONS = sectionsOf(publicBidding)
const AUCTION_SECTIONS = sectionsOf(compete)
const values = (method?: AnyMethod) =>
  newValues({ name: '医用设备采购', budget: '1000000', regime: 'tender', category: 'goods' }, method)
const complete = (key: string, change: object) =>
  TENDER_SECTIONS.find((section) => section.key === key)!.isComplete!({ ...values(), ...change }, {}, publicBidding)

it('finds the section of a field by the longest beginning of its path', () => {
  expect(sectionOf(TENDER_SECTIONS, ['settings', 'ways', 0, 'items'])).toBe('ways')
  expect(sectionOf(TENDER_SECTIONS, ['schedule', 'bidEnd'])).toBe('schedule')
  expect(sectionOf(TENDER_SECTIONS, ['controlPrice'])).toBe('basic')
  expect(sectionOf(AUCTION_SECTIONS, ['controlPrice'])).toBe('auction')
  expect(sectionOf(TENDER_SECTIONS, ['settings', 'keyMode'])).toBe('basic')
})

it('marks a section complete when publication needs nothing more of it', () => {
  expect(complete('basic', { title: ' ' })).toBe(false)
  expect(complete('basic', {})).toBe(true)
  expect(complete('schedule', { schedule: { bidEnd: '2026-12-14T01:30:00Z' } })).toBe(false)
  const at = '2026-12-14T01:30:00Z'
  const schedule = { saleStart: at, saleEnd: at, signUpEnd: at, questionEnd: at, bidEnd: at }
  expect(complete('schedule', { schedule })).toBe(true)
  expect(complete('files', {})).toBe(false)
  const text = (words: string) => ({
    title: '公告',
    content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  })
  expect(complete('announcement', { announcement: text('欢迎参加') })).toBe(true)
  expect(complete('announcement', { announcement: text('{{项目概况}}') })).toBe(false)
})

it('takes in what the steps of a method bring', () => {
  const keys = (method: AnyMethod) => sectionsOf(method).map(({ key }) => key)
  const first = ['basic', 'schedule', 'qualification']
  expect(keys(publicBidding)).toEqual([...first, 'bid-files', 'ways', 'price', 'announcement', 'files'])
  expect(keys(compete)).toEqual(['basic', 'auction', 'schedule', 'qualification', 'announcement', 'files'])
  expect(keys(singleSource)).toEqual([
    'basic',
    'invitees',
    'sole',
    'schedule',
    'qualification',
    'announcement',
    'files',
  ])
  // Of an auction no document need be there; a single source needs documents and evidence.
  const files = (method: AnyMethod) => sectionsOf(method).find(({ key }) => key === 'files')!.isComplete
  const file = { fileId: 'a', name: 'a.pdf', size: 1, sha256: '' }
  expect(files(compete)).toBeUndefined()
  const reason = sectionsOf(directPurchase).find(({ key }) => key === 'sole')!.isComplete!
  const given = { reason: 'belowLine', explanation: '金额低于本单位直接采购限额。' }
  const isComplete = (ceiling?: string) => {
    const { settings, ...rest } = values(directPurchase)
    return reason({ ...rest, settings: { ...settings, sole: { ...given, ceiling } as never } }, {}, directPurchase)
  }
  // What is not shown yet, half typed, or as large as the estimate.
  expect([isComplete(), isComplete('5.'), isComplete('1000000')]).toEqual([false, false, true])
  const sole = files(singleSource)!
  expect(sole({ ...values(singleSource), documents: [file] }, {}, singleSource)).toBe(false)
  expect(sole({ ...values(singleSource), documents: [file], attachments: [file] }, {}, singleSource)).toBe(true)
})
