import { describe, expect, test } from 'vitest'
import type { Bundle } from './bundle.ts'
import { replay } from './replay.ts'
import { bundle, contentOf, resealed } from './testing/bundle.ts'
import { FORGERIES, markOf, remark } from './testing/forgeries.ts'

/* What each forgery is named as by the replay. */

test('what is not forged holds', () => {
  expect(replay(bundle()).problems).toEqual([])
})

test('there are as many again as were once let through, and more', () => {
  expect(FORGERIES.flatMap(([, forgeries]) => forgeries).length).toBeGreaterThanOrEqual(38)
})

describe.each(FORGERIES)('%s', (_, forgeries) => {
  test.each(forgeries.map((one) => [one.what, one] as const))('%s', (_what, { forge, named }) => {
    const content = structuredClone(contentOf())
    forge(content)
    const forged = resealed(content)
    const { problems } = replay(forged)
    expect(problems.map(({ message }) => message).join('；')).toContain(named)
    // Every hash was made anew: what is found is found in what the bundle tells.
    expect(problems.filter(({ message }) => message === '内容与其摘要不一致')).toEqual([])
  })
})

test('marks within bounds, made anew and hashed anew, are another story that is whole: only the hash from elsewhere tells', () => {
  const content = structuredClone(contentOf())
  remark(content, 'score', (marks) => (markOf(marks, 'a', 'i2')[2] = '40.00'))
  // Better marks leave nobody equal, so that there is nothing to draw.
  content.draws = content.draws.slice(1)
  const forged: Bundle = resealed(content)
  expect(replay(forged).problems).toEqual([])
  expect(replay(forged, { expect: bundle().hash }).problems).toEqual([{ path: 'hash', message: '与给定的哈希不一致' }])
})
